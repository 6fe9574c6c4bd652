"""A line while it is read: what becomes a PdnLine."""

from attrs import define, field

from engine.rules.move import Move
from engine.rules.pdn.values import PdnEvaluation, PdnLine, PdnMove
from engine.rules.position import Position


@define
class EntryDraft:
    """An entry that gets comments and the like; most entries get none and are values from the beginning."""

    move: Move | None
    setup: Position | None
    comments: list[str] = field(factory=list)
    nags: list[int] = field(factory=list)
    variations: list[PdnLine] = field(factory=list)
    clock: float | None = None
    evaluation: PdnEvaluation | None = None

    def finished(self) -> PdnMove:
        """The entry as a value."""
        return PdnMove(
            self.move,
            tuple(self.comments),
            tuple(self.nags),
            tuple(self.variations),
            self.clock,
            self.evaluation,
            self.setup,
        )


@define
class LineDraft:
    """A line that grows; `ply` is the half-move number of its first move, from 0, and `depth` 0 for the main line."""

    ply: int
    depth: int
    entries: list[PdnMove | EntryDraft] = field(factory=list)
    comments: list[str] = field(factory=list)
    ahead: list[PdnLine] = field(factory=list)
    """Variations to the move that comes next."""
    setups: int = 0
    _has_drafts: bool = False

    @property
    def next_ply(self) -> int:
        """The half-move number of the move that comes next."""
        return self.ply + len(self.entries) - self.setups

    @property
    def move_number(self) -> int:
        """The number of the move that comes next, as PDN counts."""
        return self.next_ply // 2 + 1

    def draft(self, index: int = -1) -> EntryDraft:
        """An entry, to be changed."""
        entry = self.entries[index]
        if isinstance(entry, PdnMove):
            entry = self.entries[index] = EntryDraft(entry.move, entry.setup)
            self._has_drafts = True
        return entry

    def finished(self) -> PdnLine:
        """The line as a value."""
        if self.ahead:
            self.entries.append(PdnMove(variations=tuple(self.ahead)))
        entries = self.entries
        if self._has_drafts:
            entries = [entry if isinstance(entry, PdnMove) else entry.finished() for entry in entries]
        return PdnLine(tuple(entries), tuple(self.comments))
