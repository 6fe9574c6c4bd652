"""What the games of a match mean for the strength of its first engine, kept up with every finished pair."""

from attrs import frozen

from protocol.match.config import MatchConfig
from protocol.match.sprt import bounds, decision, log_likelihood_ratio
from protocol.match.standing import Standing
from protocol.match.stats import Estimate, estimate


@frozen
class Assessment:
    """Values are None where there is nothing to say yet, or nobody asked."""

    estimate: Estimate | None = None
    llr: float | None = None
    verdict: str | None = None
    """What SPRT has decided: `elo0` or `elo1`."""


class Assessor:
    """Weighs the pairs of a match. What SPRT has decided once, later pairs do not change."""

    def __init__(self, config: MatchConfig) -> None:
        self._rule = config.sprt
        self.now = Assessment(llr=None if self._rule is None else 0.0)
        """How things stand."""

    def weigh(self, standing: Standing) -> None:
        """Takes the standing of the first engine, after every finished pair of its own."""
        counts, rule = standing.pentanomial, self._rule
        ratio = rule and log_likelihood_ratio(counts, rule.elo0, rule.elo1)
        verdict = self.now.verdict or (rule and decision(counts, rule))
        self.now = Assessment(estimate(counts), ratio, verdict)

    def lines(self, name: str) -> list[str]:
        """All that for people; `name` is the first engine's."""
        lines = []
        found = self.now.estimate
        if found is not None:
            lines.append(
                f"{name}: Elo {found.elo:+.1f} ± {found.error:.1f}, "
                f"normalised {found.normalised:+.1f} ± {found.normalised_error:.1f}, "
                f"the better one with {100 * found.superiority:.1f} % likelihood, "
                f"{found.pairs} pair{'' if found.pairs == 1 else 's'}"
            )
        rule = self._rule
        if rule is not None:
            low, high = bounds(rule)
            state = f"decided: {self.now.verdict}" if self.now.verdict else "not decided"
            lines.append(
                f"SPRT elo0={rule.elo0:g} elo1={rule.elo1:g}: LLR {self.now.llr:.2f} ({low:.2f} to {high:.2f}), {state}"
            )
        return lines
