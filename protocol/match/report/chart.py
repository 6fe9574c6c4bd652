"""Line charts as SVG. The lines stretch with the page, the words beside them do not."""

import math
from collections.abc import Callable, Sequence

from attrs import field, frozen

from protocol.match.report.markup import minus, shown

Point = tuple[float, float]
_MOST_POINTS = 500
_SIDE = 1000
"""Of the drawing, in its own units."""


@frozen
class Line:
    """A line of the chart; `style` is its class."""

    points: Sequence[Point]
    style: str
    label: str = ""


@frozen
class Chart:
    """What to draw. Ranges are lowest and highest value."""

    title: str
    description: str
    """What the chart shows, for those who cannot see it."""
    across: tuple[float, float]
    up: tuple[float, float]
    lines: Sequence[Line]
    unit: str
    """What is counted from left to right."""
    band: Sequence[tuple[float, float, float]] = ()
    """An area behind the lines: place, lowest and highest value."""
    guides: Sequence[tuple[float, str]] = ()
    """Level lines with words at them."""
    form: Callable[[float], str] = field(default="{:g}".format)
    """How values are written."""

    def __str__(self) -> str:
        drawing = [f'<line class="tick" x1="0" x2="{_SIDE}" y1="{y}" y2="{y}"/>' for _, y in self._ticks_up()]
        if self.band:
            band = _thinned(self.band)
            top = [(x, high) for x, _, high in band]
            bottom = [(x, low) for x, low, _ in reversed(band)]
            drawing.append(f'<polygon class="band" points="{self._path([*top, *bottom])}"/>')
        for level, _ in self.guides:
            y = self._y(level)
            drawing.append(f'<line class="guide" x1="0" x2="{_SIDE}" y1="{y}" y2="{y}"/>')
        drawing += [
            f'<polyline class="{line.style}" points="{self._path(_thinned(line.points))}"/>' for line in self.lines
        ]
        words = [f'<span class="up" style="top:{y / 10}%">{shown(word)}</span>' for word, y in self._ticks_up()]
        words += [
            f'<span class="across" style="left:{self._x(x) / 10}%">{x:g}</span>' for x in _ticks(*self.across, 5, True)
        ]
        words += [
            f'<span class="word" style="top:{self._y(level) / 10}%">{shown(word)}</span>' for level, word in self.guides
        ]
        legend = "".join(
            f'<span class="key"><i class="{line.style}"></i>{shown(line.label)}</span>'
            for line in self.lines
            if line.label
        )
        return (
            f'<figure class="chart"><figcaption>{shown(self.title)}{legend}</figcaption><div class="plot">'
            f'<svg viewBox="0 0 {_SIDE} {_SIDE}" preserveAspectRatio="none" role="img" '
            f'aria-label="{shown(self.description)}">{"".join(drawing)}</svg>'
            f'<div aria-hidden="true">{"".join(words)}<span class="unit">{shown(self.unit)}</span></div>'
            "</div></figure>"
        )

    def _ticks_up(self) -> list[tuple[str, float]]:
        return [(minus(self.form(value)), self._y(value)) for value in _ticks(*self.up, 5)]

    def _x(self, value: float) -> float:
        return _placed(value, *self.across)

    def _y(self, value: float) -> float:
        return round(_SIDE - _placed(value, *self.up), 1)

    def _path(self, points: Sequence[Point]) -> str:
        return " ".join(f"{self._x(x):g},{self._y(y):g}" for x, y in points)


def _placed(value: float, low: float, high: float) -> float:
    return round(_SIDE * (value - low) / (high - low), 1) if high > low else 0.0


def _thinned(points: Sequence) -> Sequence:
    """No more points than can be seen; the last one stays."""
    step = math.ceil(len(points) / _MOST_POINTS)
    return [*points[: -1 : step or 1], *points[-1:]]


def _ticks(low: float, high: float, most: int, whole: bool = False) -> list[float]:
    """Round numbers from `low` to `high`, at most `most` and one."""
    if not high > low:
        return [low]
    raw = (high - low) / most
    power = 10 ** math.floor(math.log10(raw))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= raw * 0.999)
    if whole:
        step = max(1, round(step))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]
