"""The sections of the page."""

from collections.abc import Mapping, Sequence

from engine.rules.variants import Color
from protocol.match.assess import Assessor
from protocol.match.config import MatchConfig
from protocol.match.console import duration
from protocol.match.record import Fault, GameRecord
from protocol.match.report.figures import Figures
from protocol.match.report.markup import Column, bar, minus, shown, table
from protocol.match.sprt import bounds
from protocol.match.standing import Standing, Tally
from protocol.match.stats import estimate

_MOST_FAULTS = 100
"""Faults that are shown in full."""
_PAIR_POINTS = ("0", "½", "1", "1½", "2")


# How it stands.


def headline(config: MatchConfig, tally: Tally, assessor: Assessor) -> str:
    """The result in a sentence and a few numbers, from the first engine's side."""
    standing = tally.standing(config.names[0])
    return (
        f'<p class="verdict">{_verdict(config, tally, assessor)}</p>'
        f'<div class="cards">{_cards(config, tally, assessor)}</div>'
        f'<div class="cards">{_results(standing)}{_pairs(standing)}</div>'
    )


def _verdict(config: MatchConfig, tally: Tally, assessor: Assessor) -> str:
    found, rule = assessor.now.estimate, config.sprt
    if found is None:
        return "No pair of games is finished yet."
    if len(config.engines) > 2:
        best = _ranked(config, tally)[0]
        return f"<b>{shown(best.name)}</b> leads, with {best.points:g} points of {best.games}."
    name = f"<b>{shown(config.names[0])}</b>"
    if rule is not None and assessor.now.verdict == "elo1":
        return f"The test is passed: {name} is better by more than {rule.elo0:g} Elo."
    if rule is not None and assessor.now.verdict == "elo0":
        return f"The test is failed: {name} is not better by {rule.elo1:g} Elo."
    likelihood = 100 * max(found.superiority, 1 - found.superiority)
    if likelihood >= 95:
        side = "stronger" if found.elo > 0 else "weaker"
        return f"{name} is the {side} one, with {_percent(likelihood)} likelihood."
    return f"Too close to call: {name} is the stronger one with {_percent(100 * found.superiority)} likelihood."


def _percent(value: float) -> str:
    return f"{min(max(value, 0.1), 99.9):.1f} %"


def _cards(config: MatchConfig, tally: Tally, assessor: Assessor) -> str:
    found, rule = assessor.now.estimate, config.sprt
    cards = []
    if found is not None:
        title = f"Elo of {shown(config.names[0])}"
        cards.append(_card(title, f"{found.elo:+.1f}", f"± {found.error:.1f} with 95 % confidence", "main"))
    standing = tally.standing(config.names[0])
    if standing.games:
        percent = 100 * standing.points / standing.games
        cards.append(_card("Score", f"{percent:.1f} %", f"{standing.points:g} points of {standing.games}"))
    if found is not None:
        note = f"± {found.normalised_error:.1f}"
        cards.append(_card("Normalised Elo", f"{found.normalised:+.1f}", note))
    if rule is not None:
        low, high = bounds(rule)
        note = f"from {low:.2f} to {high:.2f}; elo0&nbsp;=&nbsp;{rule.elo0:g}, elo1&nbsp;=&nbsp;{rule.elo1:g}"
        cards.append(_card("LLR", f"{assessor.now.llr:+.2f}", note))
    note = f"of {len(config.schedule)}; {tally.distinct_games} distinct"
    cards.append(_card("Games", str(tally.games), note))
    return "".join(cards)


def _card(title: str, value: str, note: str, style: str = "") -> str:
    return (
        f'<div class="card {style}"><h3>{title}</h3>'
        f'<p class="value">{minus(value)}</p><p class="note">{minus(note)}</p></div>'
    )


def _results(standing: Standing) -> str:
    words = "".join(f'<span><i class="{style}"></i>{count} {style}</span>' for style, count in _parts(standing))
    return (
        f'<div class="card wide"><h3>Games of {shown(standing.name)}</h3>'
        f'{_results_bar(standing)}<p class="keys">{words}</p></div>'
    )


def _results_bar(standing: Standing) -> str:
    """For the eye only; the numbers stand beside it."""
    parts = "".join(f'<i class="{style}" style="flex:{count}"></i>' for style, count in _parts(standing) if count)
    return f'<div class="results" aria-hidden="true">{parts}</div>'


def _parts(standing: Standing) -> list[tuple[str, int]]:
    return [("won", standing.wins), ("drawn", standing.draws), ("lost", standing.losses)]


def _pairs(standing: Standing) -> str:
    most = max(1, *standing.pentanomial)
    columns = "".join(
        f'<div><b>{count}</b><i style="--share:{count / most:.4f}"></i><span>{points}</span></div>'
        for points, count in zip(_PAIR_POINTS, standing.pentanomial, strict=True)
    )
    return f'<div class="card wide"><h3>Pairs by points</h3><div class="pairs">{columns}</div></div>'


def _ranked(config: MatchConfig, tally: Tally) -> list[Standing]:
    """The best first."""
    every = map(tally.standing, config.names)
    return sorted(every, key=lambda own: own.points / max(1, own.games), reverse=True)


def standings(config: MatchConfig, tally: Tally) -> str:
    """The table of the engines, the best first."""
    columns = [
        Column("Engine", number=False),
        Column("Games"),
        Column("Won"),
        Column("Drawn"),
        Column("Lost"),
        Column("Points"),
        Column("%"),
        Column("", number=False),
        Column("Elo", hint="Difference from the opponents, with its 95 % error"),
    ]
    rows = []
    for own in _ranked(config, tally):
        share = own.points / own.games if own.games else 0.0
        found = estimate(own.pentanomial)
        elo = minus(f"{found.elo:+.1f} ± {found.error:.1f}") if found else "–"
        counts = map(str, (own.games, own.wins, own.draws, own.losses))
        percent = f"{100 * share:.1f}" if own.games else "–"
        rows.append((shown(own.name), *counts, f"{own.points:g}", percent, _results_bar(own), elo))
    return table("Standing", columns, rows)


def crosstable(config: MatchConfig, meetings: Mapping[tuple[str, str], Sequence[float]]) -> str:
    """Who scored what against whom, for three engines or more; `meetings` has points by engine and opponent."""
    if len(config.engines) < 3:
        return ""
    rows = []
    for name in config.names:
        cells = []
        for other in config.names:
            points = meetings.get((name, other), ())
            cells.append("·" if name == other else f"{sum(points):g} / {len(points)}" if points else "–")
        rows.append((shown(name), *cells))
    columns = [Column("Engine", number=False), *(Column(shown(name)) for name in config.names)]
    return table("Points against each other", columns, rows)


def engine_table(config: MatchConfig, figures: Figures) -> str:
    """How the engines used their time."""
    columns = [
        Column("Engine", number=False),
        Column("Moves"),
        Column("Depth", hint="Mean of the depth reached, in plies"),
        Column("Nodes a move"),
        Column("Nodes/s"),
        Column("Time a move"),
        Column("Longest"),
        Column("In all"),
        Column("Faults"),
    ]
    rows = []
    for name in config.names:
        own = figures.engines[name]
        rows.append(
            (
                shown(name),
                str(own.moves),
                "–" if own.mean_depth is None else f"{own.mean_depth:.1f}",
                quantity(own.mean_nodes),
                quantity(own.speed),
                milliseconds(own.mean_time),
                milliseconds(own.longest if own.moves else None),
                duration(own.elapsed / 1000),
                str(own.faults.total()),
            )
        )
    return table("Depth, speed and time", columns, rows)


def endings(tally: Tally) -> str:
    """Why games ended."""
    rows = [(spaced(reason), str(count), bar(count / tally.games)) for reason, count in tally.reasons.most_common()]
    columns = [Column("Reason", number=False), Column("Games"), Column("", number=False)]
    return table("How games ended", columns, rows)


# What went wrong, and what was played.


def fault_list(faults: Sequence[tuple[int, Fault]]) -> str:
    """What engines did wrong, with the evidence; faults with the numbers of their games."""
    if not faults:
        return ""
    items = []
    for number, fault in faults[:_MOST_FAULTS]:
        parts = [f"<pre>{shown(text)}</pre>" for text in ("\n".join(fault.lines), fault.stderr) if text]
        head = (
            f"<summary>Game {number}: <b>{shown(fault.engine)}</b>: {shown(fault.kind)}: {shown(fault.text)}</summary>"
        )
        items.append(f"<details>{head}{''.join(parts)}</details>")
    more = len(faults) - _MOST_FAULTS
    rest = f"<p>And {more} more; the journal has them all.</p>" if more > 0 else ""
    return f'<section class="faults"><h2>Faults</h2>{"".join(items)}{rest}</section>'


def settings(config: MatchConfig) -> str:
    """Under what rules it was played."""
    pairs = [
        ("Game", config.variant.title),
        ("Time", str(config.control)),
        ("Openings", f"{config.openings}, seed {config.seed}, each played twice with the sides exchanged"),
        ("Schedule", f"{spaced(config.format.value)}, {config.rounds} rounds, {config.concurrency} at a time"),
        ("Lateness allowed", f"{config.margin:g} ms"),
        ("Pondering", "yes" if config.ponder else "no"),
    ]
    for title, rule in (
        ("Draws adjudicated", config.draw),
        ("Losses adjudicated", config.resign),
        ("SPRT", config.sprt),
    ):
        if rule is not None:
            pairs.append((title, ", ".join(f"{key} {value}" for key, value in rule.to_json().items())))
    if config.move_limit is not None:
        pairs.append(("Move limit", f"{config.move_limit} half-moves"))
    for engine in config.engines:
        options = " ".join(f"{name}={value}" for name, value in engine.options)
        control = f"at {engine.control}" if engine.control else ""
        pairs.append((engine.name, "\n".join(filter(None, (engine.command, options, control)))))
    return "".join(f"<dt>{shown(term)}</dt><dd>{shown(text)}</dd>" for term, text in pairs)


def game_row(record: GameRecord) -> str:
    """A row of the table of games."""
    names = [
        f"<b>{shown(name)}</b>" if color == record.winner else shown(name)
        for color, name in zip(Color, record.engines, strict=True)
    ]
    result = "draw" if record.winner is None else record.winner.name.lower()
    word = {"draw": "draw", "white": "White wins", "black": "Black wins"}[result]
    cells = [
        f"<td>{shown(record.opening.label)}</td>",
        *(f'<td class="name">{name}</td>' for name in names),
        f'<td class="result">{word}</td>',
        f'<td class="reason" title="{shown(record.detail)}">{spaced(record.reason.value)}</td>',
        f'<td class="number">{len(record.opening.moves) + len(record.moves)}</td>',
    ]
    head = f'<th scope="row"><a href="#game-{record.number}">{record.number}</a></th>'
    return f'<tr id="game-{record.number}" class="{result}">{head}{"".join(cells)}</tr>'


# Words and numbers for people.


def spaced(key: str) -> str:
    """The key of a reason, or another of our own, as words."""
    return key.replace("-", " ")


def quantity(value: float | None) -> str:
    """`845`, `12.3 k`, `1.25 M`."""
    if value is None:
        return "–"
    for unit, size in (("G", 1e9), ("M", 1e6), ("k", 1e3)):
        if value >= size:
            return f"{value / size:.3g} {unit}" if value < 1000 * size else f"{value / size:.0f} {unit}"
    return f"{value:.0f}"


def milliseconds(value: float | None) -> str:
    """`8.3 ms`, `412 ms`, `2.41 s`."""
    if value is None:
        return "–"
    if value >= 1000:
        return f"{value / 1000:.2f} s"
    return f"{value:.0f} ms" if value >= 100 else f"{value:.1f} ms"
