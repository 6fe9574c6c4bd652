"""What is said of the first engine's strength, and that a decision stays one."""

from protocol.match.assess import Assessor
from protocol.match.config import SprtRule
from protocol.match.standing import Standing
from tests.protocol.match.made import made_config

PLAIN = made_config()
SPRT = made_config(sprt=SprtRule(0, 10))


def test_nothing_to_say_yet() -> None:
    assert Assessor(PLAIN).lines("a") == []
    assert (Assessor(PLAIN).now.llr, Assessor(SPRT).now.llr) == (None, 0.0)
    assert Assessor(SPRT).lines("a") == ["SPRT elo0=0 elo1=10: LLR 0.00 (-2.94 to 2.94), not decided"]


def test_strength() -> None:
    assessor = Assessor(PLAIN)
    assessor.weigh(Standing("a", pentanomial=(1, 2, 10, 5, 2)))
    assert assessor.lines("a") == [
        "a: Elo +43.7 ± 74.0, normalised +65.2 ± 107.7, the better one with 88.2 % likelihood, 20 pairs"
    ]
    assert (assessor.now.llr, assessor.now.verdict) == (None, None)
    assessor.weigh(Standing("a", pentanomial=(0, 0, 1, 0, 0)))
    assert assessor.lines("a")[0].endswith(", 1 pair")


def test_a_decision_stays() -> None:
    assessor = Assessor(SPRT)
    assessor.weigh(Standing("a", pentanomial=(0, 0, 10, 60, 60)))
    assert assessor.now.verdict == "elo1"
    assert assessor.lines("a")[-1].endswith("decided: elo1")
    assessor.weigh(Standing("a", pentanomial=(60, 60, 20, 60, 60)))
    assert assessor.now.llr < 2
    assert assessor.now.verdict == "elo1"


def test_no_decision_early() -> None:
    assessor = Assessor(made_config(sprt=SprtRule(0, 400)))
    assessor.weigh(Standing("a", pentanomial=(0, 0, 5, 0, 0)))
    assert assessor.now.llr < -3
    assert assessor.now.verdict is None
