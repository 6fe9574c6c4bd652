"""Drawing lots, the same on every machine and every Python.

The generator is SplitMix64 (G. Steele, D. Lea, C. Flood: Fast splittable pseudorandom number
generators, 2014): a counter in steps of an odd constant, and a mixing function of its bits. The
shuffle is that of Fisher and Yates, from the last place to the first.
"""

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def _mix(value: int) -> int:
    value = ((value ^ value >> 30) * 0xBF58476D1CE4E5B9) & _MASK
    value = ((value ^ value >> 27) * 0x94D049BB133111EB) & _MASK
    return value ^ value >> 31


class Lots:
    """A stream of random numbers, given by a seed (64 bits) and the number of the stream."""

    def __init__(self, seed: int, stream: int = 0) -> None:
        # Neighbouring seeds and streams must not give the same numbers, one step apart.
        self._state = _mix(_mix(seed & _MASK) + _STEP * (stream + 1) & _MASK)

    def next(self) -> int:
        """64 random bits."""
        self._state = (self._state + _STEP) & _MASK
        return _mix(self._state)

    def below(self, bound: int) -> int:
        """A number from 0 to `bound` - 1, all equally likely."""
        unfair = (1 << 64) % bound  # so many of the lowest would come once more than the others
        while (number := self.next()) < unfair:
            pass
        return number % bound


def shuffled(count: int, seed: int, stream: int = 0) -> list[int]:
    """The numbers 0 to `count` - 1 in a random order."""
    lots = Lots(seed, stream)
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = lots.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order
