"""`damiera doctor`: does another engine keep its protocol?"""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from attrs import frozen

from engine.rules.variants import VARIANTS
from protocol.cli.arguments import Flag, Operand, Subcommand, UsageError
from protocol.cli.common import VARIANT_FLAG
from protocol.client.errors import StartError
from protocol.client.opening import Protocol, detect_protocol
from protocol.doctor.examination import examine
from protocol.doctor.findings import Verdict
from protocol.doctor.patient import Patient
from protocol.text import did_you_mean, quoted
from protocol.transport.command_line import split_command

_SECONDS = 90.0
_PROTOCOLS = (Protocol.AUTO, Protocol.UCI, Protocol.HUB)


def _protocol(text: str) -> Protocol:
    if text not in _PROTOCOLS:
        hint = did_you_mean(text, _PROTOCOLS, f"expected one of {' '.join(_PROTOCOLS)}")
        raise UsageError(f"unknown protocol {quoted(text)}: {hint}")
    return Protocol(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds < 1e6:
        raise UsageError(f"expected a number of seconds, found {quoted(text)}")
    return seconds


@frozen
class _DoctorSubcommand(Subcommand):
    """Ours are the flags before the first other word; that and all after it is the engine's command."""

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        own: list[str] = []
        rest = list(words)
        valued = {flag.name for flag in self.flags if flag.metavar}
        while rest and rest[0].startswith("--") and rest[0] != "--":
            own.append(rest.pop(0))
            if own[-1] in valued and rest:
                own.append(rest.pop(0))
        rest = rest[1:] if rest[:1] == ["--"] else rest
        values = super().parse([*own, "--", *rest[:1]])
        try:
            values["command"] = tuple(split_command(rest[0]) if len(rest) == 1 else rest)
        except ValueError as error:
            raise UsageError(str(error)) from None
        return values


def _run(values: dict[str, Any]) -> int:
    command, protocol = values["command"], values["proto"]
    if protocol is Protocol.AUTO:
        try:
            protocol = detect_protocol(command, values["dir"])
        except StartError as error:
            print(f"{Verdict.FAILED:<8} protocol: {error}")
            return 1
        if protocol not in _PROTOCOLS:
            raise UsageError(f"{command[0]} speaks {protocol}: expected an engine that speaks uci or hub")
        print(f"{Verdict.OK:<8} protocol: {protocol}", flush=True)
    variant = values["variant"] or VARIANTS["italian"]
    patient = Patient(command, protocol, variant, values["dir"], values["seconds"])
    counts: Counter[Verdict] = Counter()
    for finding in examine(patient):
        counts[finding.verdict] += 1
        print(finding, flush=True)
        for line in finding.lines if values["verbose"] else ():
            print(f"         {line}", flush=True)
    summary = ", ".join(f"{counts[verdict]} {verdict}" for verdict in Verdict)
    print(f"{sum(counts.values())} checks: {summary}")
    return 1 if counts[Verdict.FAILED] else 0


SUBCOMMAND = _DoctorSubcommand(
    name="doctor",
    summary="Starts an engine and says, check by check, whether it keeps its protocol. Exit status 1 if it fails one.",
    run=_run,
    operands=(Operand("COMMAND", "the engine's program and its arguments; or all of that as one word, in quotes"),),
    flags=(
        Flag("--proto", "the protocol: uci, hub or auto (default: auto)", "NAME", _protocol, default=Protocol.AUTO),
        VARIANT_FLAG,
        Flag("--dir", "the folder to start it in", "DIR"),
        Flag("--seconds", f"give up after that (default {_SECONDS:g})", "N", _seconds, default=_SECONDS),
        Flag("--verbose", "after a failed check, show the end of the conversation"),
    ),
    examples=("damiera doctor damiera uci", "damiera doctor --variant international scan hub"),
)
