"""`damiera match`: engine-vs-engine matches."""

import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from attrs import frozen

from engine.rules.errors import RulesError
from protocol.cli.arguments import Flag, Operand, Subcommand, UsageError
from protocol.client.errors import EngineError
from protocol.match.assess import Assessor
from protocol.match.conduct import Conductor, result
from protocol.match.config import MAY_CHANGE, MatchConfig
from protocol.match.console import Console, JsonConsole
from protocol.match.files import check_place, named_twice
from protocol.match.games import GamesFile
from protocol.match.journal import Journal, JournalError
from protocol.match.openings import file_of, openings_from
from protocol.match.runner import Runner
from protocol.match.settings import MATCH_SETTINGS, Draft, SettingError, amended, read_match, read_toml, read_words
from protocol.match.standing import Tally
from protocol.match.supervise import Examined, examine

_GROUPS = ("--engine", "--draw", "--resign", "--sprt")
"""Flags with words `key=value` after them."""


@frozen
class _MatchSubcommand(Subcommand):
    """Some flags take all the words `key=value` behind them."""

    def parse(self, words: Sequence[str]) -> dict[str, Any]:
        """As any subcommand. Raises UsageError."""
        rest: list[str] = []
        groups: list[tuple[str, list[str]]] = []
        group: list[str] | None = None
        for word in words:
            if word in _GROUPS:
                group = []
                groups.append((word, group))
            elif group is not None and not word.startswith("-") and "=" in word:
                group.append(word)
            else:
                group = None
                rest.append(word)
        values = super().parse(rest)
        engines = []
        for name, its_words in groups:
            place = f"--engine {len(engines) + 1}" if name == "--engine" else name
            try:
                settings = read_words(its_words)
            except SettingError as error:
                raise UsageError(f"{place}: {error}") from None
            if name == "--engine":
                engines.append((f"{place}: ", settings))
            elif values[name[2:]] is not None:
                raise UsageError(f"{name} is given twice")
            else:
                values[name[2:]] = settings
        return {**values, "engine": tuple(engines), "words": tuple(words)}


def _run(values: dict[str, Any]) -> int:
    console = JsonConsole() if values["json"] else Console()
    journal: Journal | None = None
    try:
        draft = _draft(values)
        path = Path(values["journal"] or f"match-{datetime.now():%Y%m%d-%H%M%S}.jsonl")
        _refuse_shared(values, path, draft.settings.get("openings"))
        journal = _journal_to_go_on(values, path)
        config = read_match(draft) if journal is None else _same_match(draft, journal)
        _refuse_shared(values, path, config.openings)
        _check_places(values)
        done = journal is not None and len(journal.played) >= len(config.schedule)
        engines = [] if done else _examined(config)
        if journal is None:
            journal = Journal.create(path, config)
        return _play(values, console, config, journal, engines)
    except SettingError as error:
        raise UsageError(str(error)) from None
    except EngineError as error:
        console.complain(str(error))
        tally = Tally.of(journal.records() if journal else ())
        console.event("result", result(config, tally, Assessor(config), failure=str(error)))
        return 1
    except (JournalError, RulesError) as error:
        console.complain(str(error))
        return 1
    except KeyboardInterrupt:
        if journal is not None:
            console.complain(f"to go on later: {_resume_command(values, journal)}")
        raise
    finally:
        if journal is not None:
            journal.close()


def _play(
    values: dict[str, Any], console: Console, config: MatchConfig, journal: Journal, engines: list[Examined]
) -> int:
    """Plays what is left to play. Raises JournalError, RulesError."""
    openings = openings_from(config.openings, config.variant)
    for engine in engines:
        journal.note("engine", **engine.to_json())
    games = GamesFile(Path(values["pdn"]), config) if values["pdn"] else None
    try:
        if games:
            games.rewrite(journal.records())
        _introduce(console, config, journal)
        runner = Runner(config, journal, openings, [engine.config for engine in engines])
        status = Conductor(config, journal, runner, console, games, _resume_command(values, journal)).run()
    finally:
        if games:
            games.close()
    if values["report"]:
        _report(Path(values["report"]), config, journal)
    return status


def _refuse_shared(values: dict[str, Any], journal: Path, openings: Any) -> None:
    """Raises SettingError if a file that is to be written is another one of the match as well."""
    written = [(f"--{key}", Path(values[key])) for key in ("pdn", "report") if values[key]]
    read = [("--config", Path(values["config"]))] if values["config"] else []
    source = file_of(openings) if isinstance(openings, str) else None
    if source is not None:
        read.append(("--openings", source))
    wrong = named_twice([("--journal", journal), *written], read)
    if wrong:
        raise SettingError(wrong)


def _check_places(values: dict[str, Any]) -> None:
    """Raises JournalError if what is to be written could not be."""
    for key in ("pdn", "report"):
        if values[key]:
            try:
                check_place(Path(values[key]))
            except OSError as error:
                raise JournalError(f"cannot write {values[key]}: {error.strerror or error}") from None


def _report(path: Path, config: MatchConfig, journal: Journal) -> None:
    """Writes the page of the match so far. Raises JournalError."""
    from protocol.match.report.html import write_page  # only who asks for it pays for loading it

    try:
        write_page(path, config, journal.records())
    except OSError as error:
        raise JournalError(f"cannot write {path}: {error.strerror or error}") from None


def _journal_to_go_on(values: dict[str, Any], path: Path) -> Journal | None:
    """The journal of a match that goes on; None if nothing was begun. Raises SettingError, JournalError."""
    if values["resume"]:
        if not values["journal"]:
            raise SettingError("--resume: expected --journal FILE, the journal of the match that is to go on")
        return Journal.reopen(path)
    if path.is_file() and path.stat().st_size:
        raise JournalError(f"{path} exists: add --resume to go on with its match, or name another file")
    return None


def _same_match(draft: Draft, journal: Journal) -> MatchConfig:
    """The match of a journal, as it is to go on. Raises SettingError, JournalError, RulesError."""
    begun = journal.config
    if not draft.engines:
        config = amended(begun, draft)
        if openings_from(begun.openings, begun.variant).digest != begun.openings_digest:
            raise JournalError(f"{begun.openings} has changed since the match began: expected the same openings")
        return config
    config = read_match(draft, seed=begun.seed)
    difference = config.difference(begun)
    if difference:
        raise JournalError(f"{journal.path} is the journal of another match: {difference}")
    return config


def _examined(config: MatchConfig) -> list[Examined]:
    """Each engine, started once. Raises EngineError."""
    return [examine(engine, config.variant) for engine in config.engines]


def _draft(values: dict[str, Any]) -> Draft:
    """All that the command line says of the match. Raises SettingError."""
    settings = {}
    for name in MATCH_SETTINGS:
        value = values[name.replace("-", "_")]
        if value is not None:
            settings[name] = str(value).lower() if isinstance(value, bool) else value
    operands = [values[key] for key in ("a", "b") if values[key] is not None]
    engines = [(f"{'AB'[number]}: ", {"cmd": command}) for number, command in enumerate(operands)]
    draft = Draft(settings, (*engines, *values["engine"]))
    return draft.over(read_toml(values["config"])) if values["config"] else draft


def _introduce(console: Console, config: MatchConfig, journal: Journal) -> None:
    played = len(journal.played)
    console.say(
        f"{' - '.join(config.names)}: {config.variant.name}, {len(config.schedule)} games, {config.control}, "
        f"{config.openings}, seed {config.seed}, {config.concurrency} at a time; journal {journal.path}"
        + (f"; {played} games played already" if played else "")
    )
    console.event("match", {"journal": str(journal.path), "played": played, "config": config.to_json()})


def _resume_command(values: dict[str, Any], journal: Journal) -> str:
    """This very command, going on."""
    words = [word for word in values["words"] if word != "--resume"]
    if not values["journal"]:
        words += ["--journal", str(journal.path)]
    return shlex.join(["damiera", "match", *words, "--resume"])


SUBCOMMAND = _MatchSubcommand(
    name="match",
    summary="Lets engines play each other. Every opening is played twice, with the sides exchanged.",
    run=_run,
    operands=(
        Operand("A", "the command line of an engine, in quotes, or dxp:HOST:PORT", required=False),
        Operand("B", "that of another", required=False),
    ),
    flags=(
        Flag(
            "--engine",
            "an engine, more than one way: cmd=COMMAND name=NAME proto=uci|hub|dxp|auto dir=DIR "
            "option.NAME=VALUE tc=... movetime=... nodes=... depth=...; may be repeated",
            "KEY=VALUE...",
            repeats=True,
        ),
        Flag(
            "--config",
            "a TOML file: these options by their names, but for config, pdn, report, journal, resume and json, "
            "and a table [[engine]] for each engine",
            "FILE",
        ),
        Flag("--variant", "the game (default italian)", "NAME"),
        Flag("--tc", "time control, in seconds or MM:SS (default 1+0.1)", "[MOVES/]TIME[+INC]"),
        Flag("--movetime", "time for each move, in seconds", "TIME"),
        Flag("--nodes", "nodes for each move", "N"),
        Flag("--depth", "depth of each search, in plies", "N"),
        Flag("--rounds", "pairs of games of every two engines that meet (default 50)", "N"),
        Flag("--format", "round-robin (default), or gauntlet: the first against all others", "NAME"),
        Flag("--concurrency", "games at a time (default: as many as there are cores)", "N"),
        Flag(
            "--openings",
            "three-move[:TABLE], two-move, eleven-man, short[:PLIES], FILE.fen, FILE.pdn[:PLIES] "
            "(default three-move, or short where there is no such deck)",
            "WHICH",
        ),
        Flag("--seed", "for drawing the openings (default: drawn, and kept in the journal)", "N"),
        Flag("--margin", "milliseconds that a move may be late (default 100)", "MS"),
        Flag(
            "--stall",
            "seconds beyond its time after which an engine is taken for dead (default 5; 600 without a clock)",
            "TIME",
        ),
        Flag("--ponder", "let engines think on the opponent's time"),
        Flag(
            "--draw",
            "adjudicate: plies=N score=CENTIMEN count=N, a draw from half-move `plies` on, after `count` scores near 0",
            "KEY=VALUE...",
        ),
        Flag(
            "--resign",
            "adjudicate: score=CENTIMEN count=N both=yes|no, a loss after `count` such scores",
            "KEY=VALUE...",
        ),
        Flag("--move-limit", "adjudicate: a draw after so many half-moves", "N"),
        Flag("--sprt", "stop when decided: elo0=X elo1=X alpha=X beta=X", "KEY=VALUE..."),
        Flag("--unbound", "let every game use all cores, instead of cores of its own where there are enough (Linux)"),
        Flag("--restarts", "how often an engine that fails is started again (default 10)", "N"),
        Flag("--pdn", "the file for the games; one that exists is replaced", "FILE"),
        Flag(
            "--report",
            "the file for a page (HTML) about the match, with all its games; at its end made, or replaced",
            "FILE",
        ),
        Flag("--journal", "the file that holds all of the match (default match-DATE-TIME.jsonl)", "FILE"),
        Flag(
            "--resume",
            f"go on with the match of the journal; only {', '.join('--' + key for key in MAY_CHANGE)}, "
            "--pdn, --report and --json may be others",
        ),
        Flag("--json", "print one JSON object a line"),
    ),
    examples=(
        'damiera match "damiera uci" "scan hub" --variant international --movetime 0.2',
        'damiera match --engine cmd="damiera uci" name=new option.Hash=64 --engine cmd="old/damiera uci" name=old \\\n'
        "      --variant english --tc 40/60+0.5 --rounds 50 --sprt elo0=0 elo1=10 --journal match.jsonl",
        "damiera match --journal match.jsonl --resume",
    ),
)
