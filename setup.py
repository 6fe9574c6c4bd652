"""Compiles the core. Everything else is said in pyproject.toml.

Environment: DAMIERA_REQUIRE_COMPILED=1 makes a failed compilation fail the build, which otherwise
goes on with the interpreted core; DAMIERA_INTERPRETED=1 compiles nothing.
"""

import os
import sys
import sysconfig
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.errors import BaseError, CCompilerError

ROOT = Path(__file__).resolve().parent
sys.path.insert(0, str(ROOT))

from engine.compilation import (  # noqa: E402
    HEADER_ONLY,
    RECORD,
    compiled_files,
    compiled_modules,
    digests,
    stale_sources,
    write_record,
)
from engine.imports import interpreted_on_request  # noqa: E402

# For the whole core, so that no module needs a header. Mind that no index is checked or counted from the end.
DIRECTIVES = {
    "language_level": "3",
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "cdivision": True,
}


def compiler_flags(compiler_type: str) -> list[str]:
    """Flags for speed; every x86-64 processor since 2008 counts bits in hardware."""
    if compiler_type == "msvc":
        return ["/O2"]
    popcount = ["-mpopcnt"] if sysconfig.get_platform().endswith("x86_64") else []
    return ["-O3", "-g0", *popcount]


class BuildCore(build_ext):
    """Compiles all the modules of the core or none: they call each other's C functions."""

    def finalize_options(self) -> None:
        super().finalize_options()
        self.parallel = self.parallel or os.cpu_count()

    def run(self) -> None:
        made_of = digests(ROOT)
        if self.inplace:
            self.force = self.force or self.timestamps_mislead()
        super().run()
        if self.inplace:
            self.tidy()
            write_record(ROOT, made_of)

    def build_extensions(self) -> None:
        try:
            self.translate()
            super().build_extensions()
        except (BaseError, CCompilerError) as error:
            if os.environ.get("DAMIERA_REQUIRE_COMPILED", "0") not in ("", "0"):
                raise
            print(f"damiera: the core does not compile here and will run interpreted: {error}", file=sys.stderr)
            for extension in self.extensions:
                Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            self.extensions = []

    def translate(self) -> None:
        """From Python to C."""
        from Cython.Build import cythonize

        translated = cythonize(
            self.extensions,
            build_dir="build/cython",
            compiler_directives=DIRECTIVES,
            force=self.force,
            include_path=[str(ROOT)],
            nthreads=self.parallel if sys.platform != "win32" else 0,
        )
        for extension, in_c in zip(self.extensions, translated, strict=True):
            extension.sources = in_c.sources
            extension.extra_compile_args = compiler_flags(self.compiler.compiler_type)

    def timestamps_mislead(self) -> bool:
        """Whether a source that the last build did not see looks older than that build."""
        record = ROOT / RECORD
        if not record.exists():
            return True
        built = record.stat().st_mtime_ns
        changed = [ROOT / source for source in stale_sources(ROOT)]
        return Path(__file__) in changed or any(path.exists() and path.stat().st_mtime_ns <= built for path in changed)

    def tidy(self) -> None:
        """Removes compiled files that this build did not make: of modules renamed, or not compiled any more."""
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        made = {ROOT.joinpath(*extension.name.split(".")).with_suffix(suffix) for extension in self.extensions}
        for path in compiled_files(ROOT):
            if path.name.endswith(suffix) and path not in made:
                path.unlink()


def extension(name: str) -> Extension:
    """A module of the core. What it depends on goes into the source distribution, and not into a wheel."""
    headers = [f"{module.replace('.', '/')}.pxd" for module in (name, *sorted(HEADER_ONLY))]
    source = f"{name.replace('.', '/')}.py"
    return Extension(name, [source], depends=[header for header in headers if (ROOT / header).exists()])


names = [] if interpreted_on_request() else compiled_modules(ROOT)
setup(cmdclass={"build_ext": BuildCore}, ext_modules=[extension(name) for name in names])
