"""Stands in for the `cython` module where Cython is not installed and the core runs interpreted.

It has the names that the core uses, and each does nothing: decorators give back what they
decorate, types give back what they are called with, and `declare` gives back the value.
"""

compiled = False
NULL = None


class _Type:
    """A C type; indexed, an array or a memoryview of it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"cython.{self.name}"

    def __call__(self, value=0):
        return value

    def __getitem__(self, shape) -> "_Type":
        return self


class _Nothing:
    """Works as a decorator, and as a context manager."""

    def __call__(self, decorated):
        return decorated

    def __enter__(self) -> None:
        return None

    def __exit__(self, *error) -> None:
        return None


_nothing = _Nothing()


def _with_arguments(*args, **kwargs) -> _Nothing:
    return _nothing


char, schar, uchar = _Type("char"), _Type("schar"), _Type("uchar")
short, ushort = _Type("short"), _Type("ushort")
int, uint = _Type("int"), _Type("uint")
long, ulong = _Type("long"), _Type("ulong")
longlong, ulonglong = _Type("longlong"), _Type("ulonglong")
size_t, Py_ssize_t = _Type("size_t"), _Type("Py_ssize_t")
float, double = _Type("float"), _Type("double")
bint, void = _Type("bint"), _Type("void")

cclass = cfunc = ccall = inline = final = no_gc = nogil = gil = _nothing

exceptval = locals = returns = freelist = with_gil = _with_arguments
boundscheck = wraparound = initializedcheck = cdivision = overflowcheck = nonecheck = infer_types = _with_arguments


def declare(kind=None, value=0):
    """The value; 0 without one."""
    return value


def cast(kind, value, typecheck: bool = False):
    """The value as it is: nothing is converted."""
    return value


def address(value) -> None:
    """None: what takes an address runs only compiled."""
