"""The course of a match in pictures: the score and the log-likelihood ratio after each pair."""

from protocol.match.assess import Assessor
from protocol.match.config import MatchConfig
from protocol.match.report.chart import Chart, Line, Point
from protocol.match.sprt import bounds
from protocol.match.standing import Tally
from protocol.match.stats import mean

_HUES = 8
"""Colours that the page has for lines; engines beyond share them."""


class Courses:
    """Takes note after each finished pair."""

    def __init__(self, config: MatchConfig) -> None:
        self._config = config
        self._pairs = 0
        self._scores: dict[str, list[Point]] = {name: [] for name in config.names}
        self._band: list[tuple[float, float, float]] = []
        self._ratios: list[Point] = []

    def add(self, tally: Tally, engines: tuple[str, str], assessor: Assessor) -> None:
        """A pair of these engines is finished, and counted in `tally` and `assessor`."""
        self._pairs += 1
        for name in engines:
            self._scores[name].append((self._pairs, 100 * mean(tally.standing(name).pentanomial)))
        if len(self._config.engines) == 2 and assessor.now.estimate is not None:
            score, error = assessor.now.estimate.score, assessor.now.estimate.score_error
            self._band.append((self._pairs, 100 * max(0.0, score - error), 100 * min(1.0, score + error)))
        if assessor.now.llr is not None:
            self._ratios.append((self._pairs, assessor.now.llr))

    def charts(self) -> str:
        """The pictures as HTML; nothing before the second pair."""
        if self._pairs < 2:
            return ""
        return str(self._score_chart()) + (str(self._ratio_chart()) if self._ratios else "")

    def _score_chart(self) -> Chart:
        first = self._config.names[0]
        alone = len(self._config.engines) == 2
        shown = {first: self._scores[first]} if alone else self._scores
        values = [score for points in shown.values() for _, score in points[len(points) // 10 :]]
        values += [edge for _, low, high in self._band[-1:] for edge in (low, high)]
        reach = max(4.0, 1.15 * max(abs(value - 50) for value in values))
        final = ", ".join(f"{name} {points[-1][1]:.1f} %" for name, points in shown.items() if points)
        return Chart(
            title=f"Score of {first}, with its 95 % interval" if alone else "Scores",
            description=f"Scores after {self._pairs} pairs: {final}",
            across=(1, self._pairs),
            up=(max(0.0, 50 - reach), min(100.0, 50 + reach)),
            lines=[
                Line(points, f"line hue{number % _HUES}", "" if alone else name)
                for number, (name, points) in enumerate(shown.items())
            ],
            band=self._band,
            guides=[(50.0, "")],
            unit="pairs",
            form="{:g} %".format,
        )

    def _ratio_chart(self) -> Chart:
        rule = self._config.sprt
        low, high = bounds(rule)
        values = [ratio for _, ratio in self._ratios]
        bottom, top = min(low, *values), max(high, *values)
        margin = 0.08 * (top - bottom)
        return Chart(
            title="Log-likelihood ratio of the sequential test",
            description=f"LLR {values[-1]:.2f} after {self._pairs} pairs, between bounds {low:.2f} and {high:.2f}",
            across=(1, self._pairs),
            up=(bottom - margin, top + margin),
            lines=[Line(self._ratios, "line hue0")],
            guides=[(high, f"elo1 = {rule.elo1:g}"), (low, f"elo0 = {rule.elo0:g}")],
            unit="pairs",
        )
