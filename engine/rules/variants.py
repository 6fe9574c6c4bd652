"""The table of games: every rule that differs between them, with its source beside it.

Sources, by short name:
  FID      Federazione Italiana Dama, regolamento tecnico, articles 2-6, 9-10
  WCDF     World Checkers/Draughts Federation, rules of draughts, 2008
  FMJD     Fédération Mondiale du Jeu de Dames, annex 1 to the competition rules, 2015
  FMJD-64  Section 64 of the FMJD, official rules for Russian and Brazilian draughts
  CBD      Confederação Brasileira de Jogo de Damas
  APCA     American Pool Checkers Association
  FPD      Federação Portuguesa de Damas, regras das damas clássicas
  ČFD      Czech draughts federation
  PDN      Portable Draughts Notation 3.0, table of GameTypes
"""

from enum import IntEnum

from attrs import field, frozen

from engine.rules.errors import VariantError
from engine.rules.geometry import Geometry


class Color(IntEnum):
    """A side. White stands at the bottom and moves up, towards row 0."""

    WHITE = 0
    BLACK = 1

    @property
    def other(self) -> "Color":
        """The opponent."""
        return Color(1 - self)

    @property
    def letter(self) -> str:
        """`W` or `B`, as in FEN."""
        return "WB"[self]


class Promotion(IntEnum):
    """What a man does that reaches its promotion row in the middle of a capture."""

    ENDS_CAPTURE = 0
    """It is crowned there and the move is over."""
    PASSES = 1
    """It goes on as a man, and is crowned only if the capture ends there."""
    GOES_ON_AS_KING = 2
    """It is crowned at once and goes on capturing as a king."""


class Numbering(IntEnum):
    """How players name the squares."""

    ROWS = 0
    """Numbers row by row from the top left."""
    REVERSED = 1
    """Numbers row by row from White's right-hand corner upwards."""
    ALGEBRAIC = 2
    """Files a-h from White's left and ranks from the bottom."""


@frozen
class Precedence:
    """The value of a capture; of all captures only those of the highest value are legal.

    The value is the sum of `man` and `king` over the captured pieces, plus `by_king` if a king
    takes, plus `order` times the captured pieces read as a binary number (king 1, man 0, the
    first capture the highest digit). All zero: free choice.
    """

    man: int = 0
    king: int = 0
    by_king: int = 0
    order: int = 0


FREE_CHOICE = Precedence()
MOST_PIECES = Precedence(man=1, king=1)


class Recount(IntEnum):
    """When the count of a few-piece draw starts again."""

    ON_CLASS = 0
    """Only when the position comes under another rule."""
    ON_MATERIAL = 1
    """At each capture or promotion."""


@frozen
class BalanceRule:
    """A draw after `half_moves` in positions with few pieces of a given kind, where each side has a king.

    `total`: pieces of both sides together, lowest and highest. `lone_king`: one side has a single
    king and nothing else. `kings_only`: there is no man. `main_road`: the lone king stands on the
    long diagonal. The half-move that brings the position under the rule is not counted.
    """

    article: str
    """The article and what it says, as shown to users."""
    half_moves: int
    total: tuple[int, int]
    lone_king: bool = False
    kings_only: bool = False
    main_road: bool = False
    recount: Recount = Recount.ON_CLASS


@frozen
class DrawRules:
    """When a game is drawn without agreement."""

    repetitions: int = 3
    """The same position with the same side to move, this often."""
    reversible_half_moves: int | None = None
    """Half-moves in a row without a capture or a man's move; None: no such rule."""
    balance: tuple[BalanceRule, ...] = ()
    """The first rule that fits the position counts."""


@frozen(eq=False)
class Variant:
    """One game; a row of the table, so that equal means the same row.

    Squares, moves and positions of one game mean nothing in another.
    """

    name: str
    title: str
    geometry: Geometry
    starts: Color
    men_rows: int
    """Rows that each side fills with men at the start."""
    game_type: str
    """The value of the PDN GameType tag."""
    hub_name: str
    men_capture_backward: bool
    men_capture_kings: bool
    flying_kings: bool
    promotion: Promotion
    precedence: Precedence
    draws: DrawRules
    king_value: int
    """What a king is worth, in hundredths of a man (centimen)."""
    numbering: Numbering = Numbering.ROWS
    capture_sign: str = "x"
    loses_without_move: bool = True
    """False where the side that cannot move has won (antidraughts)."""
    aliases: tuple[str, ...] = field(default=(), repr=False)

    @property
    def square_count(self) -> int:
        """Squares of the board: 32 or 50."""
        return self.geometry.square_count

    @property
    def men_each(self) -> int:
        """Pieces of each side at the start; no position has more."""
        return self.men_rows * self.geometry.row_length

    @property
    def game_type_number(self) -> int:
        """The number alone of the PDN GameType tag."""
        return int(self.game_type.partition(",")[0])

    def promotion_row(self, color: Color) -> int:
        """The row, 0 at the top, where a man of that side is crowned."""
        return 0 if color == Color.WHITE else self.geometry.size - 1

    def official(self, square: int) -> int:
        """The official number of a square where numbers are used (and back: it is its own inverse)."""
        return self.square_count + 1 - square if self.numbering == Numbering.REVERSED else square


_LEFT8 = Geometry(8, "left")
_RIGHT8 = Geometry(8, "right")
_LEFT10 = Geometry(10, "left")

ITALIAN = Variant(
    name="italian",
    title="Italian draughts (dama italiana)",
    geometry=_RIGHT8,  # FID 2.3: the dark corner, cantone, at each player's right
    starts=Color.WHITE,  # FID 2.6
    men_rows=3,  # FID 2.4
    game_type="22,W,8,8,N2,1",
    hub_name="italian",
    men_capture_backward=False,  # FID 5.3
    men_capture_kings=False,  # FID 5.6
    flying_kings=False,  # FID 4: a king moves one square, both ways
    promotion=Promotion.ENDS_CAPTURE,  # FID 4: promotion ends the move
    # FID 6.6 most pieces; 6.7 by a king; 6.8 most kings; 6.9 the first king met; 6.10 free choice.
    # Twelve captures at most, so kings need 4 bits and their order 12.
    precedence=Precedence(man=1 << 17, king=(1 << 17) + (1 << 12), by_king=1 << 16, order=1),
    draws=DrawRules(
        repetitions=3,  # FID brief rules; the technical regulation of 2008, 9.3(b1), says 4
        reversible_half_moves=80,  # FID 10.4: 40 moves of each side
    ),
    king_value=250,
    aliases=("italiana", "dama", "it", "22"),
)

ENGLISH = Variant(
    name="english",
    title="English draughts (American checkers)",
    geometry=_LEFT8,  # WCDF 1.3
    starts=Color.BLACK,  # WCDF 1.8
    men_rows=3,
    game_type="21,B,8,8,N1,0",
    hub_name="english",
    men_capture_backward=False,  # WCDF 1.17
    men_capture_kings=True,
    flying_kings=False,  # WCDF 1.18
    promotion=Promotion.ENDS_CAPTURE,  # WCDF 1.19
    precedence=FREE_CHOICE,  # WCDF 1.20
    draws=DrawRules(reversible_half_moves=80),  # WCDF 1.32
    king_value=140,
    aliases=("american", "checkers", "en", "21"),
)

# FMJD-64 7.2.7 and 7.2.8; 7.2.8 goes on counting when a piece of the three falls.
_LONE_KING_64 = (
    BalanceRule(
        "FMJD-64 7.2.7: 3 pieces against a king on the main road, 5 moves", 10, (4, 4), lone_king=True, main_road=True
    ),
    BalanceRule("FMJD-64 7.2.8: at most 2 pieces against a king, 5 moves", 10, (2, 3), lone_king=True),
)
# FMJD-64 7.2.4 (3 or more kings against a king, 15 moves from when that arises) is 7.2.5 there:
# all pieces are kings, so that nothing but a capture starts the count again.
_RUSSIAN_BALANCE = (
    *_LONE_KING_64,
    BalanceRule("FMJD-64 7.2.6: 4 or 5 pieces, balance unchanged, 30 moves", 60, (4, 5), recount=Recount.ON_MATERIAL),
    BalanceRule("FMJD-64 7.2.6: 6 or 7 pieces, balance unchanged, 60 moves", 120, (6, 7), recount=Recount.ON_MATERIAL),
)

RUSSIAN = Variant(
    name="russian",
    title="Russian draughts (shashki)",
    geometry=_LEFT8,
    starts=Color.WHITE,
    men_rows=3,
    game_type="25,W,8,8,A0,0",
    hub_name="russian",
    men_capture_backward=True,
    men_capture_kings=True,
    flying_kings=True,
    promotion=Promotion.GOES_ON_AS_KING,  # FMJD-64 3.9
    precedence=FREE_CHOICE,
    draws=DrawRules(reversible_half_moves=30, balance=_RUSSIAN_BALANCE),  # FMJD-64 7.2.5: 15 moves
    king_value=300,
    numbering=Numbering.ALGEBRAIC,
    capture_sign=":",
    aliases=("shashki", "ru", "25"),
)

BRAZILIAN = Variant(
    name="brazilian",
    title="Brazilian draughts",
    geometry=_LEFT8,
    starts=Color.WHITE,
    men_rows=3,
    game_type="26,W,8,8,A0,0",
    hub_name="brazilian",
    men_capture_backward=True,
    men_capture_kings=True,
    flying_kings=True,
    promotion=Promotion.PASSES,  # CBD: international rules on 64 squares
    precedence=MOST_PIECES,
    # CBD: 20 moves of kings only; the lone-king counts are those of FMJD-64, for both its games.
    draws=DrawRules(reversible_half_moves=40, balance=_LONE_KING_64),
    king_value=300,
    numbering=Numbering.ALGEBRAIC,
    aliases=("br", "26"),
)

POOL = Variant(
    name="pool",
    title="American pool checkers",
    geometry=_LEFT8,
    starts=Color.BLACK,
    men_rows=3,
    game_type="23,B,8,8,N1,0",
    hub_name="pool",
    men_capture_backward=True,
    men_capture_kings=True,
    flying_kings=True,
    promotion=Promotion.PASSES,
    precedence=FREE_CHOICE,
    draws=DrawRules(
        reversible_half_moves=30,  # APCA rule 26
        balance=(BalanceRule("APCA: 3 kings against a king, 13 moves", 26, (4, 4), lone_king=True, kings_only=True),),
    ),
    king_value=300,
    aliases=("american-pool", "23"),
)

SPANISH = Variant(
    name="spanish",
    title="Spanish draughts",
    geometry=_RIGHT8,
    starts=Color.WHITE,
    men_rows=3,
    game_type="24,W,8,8,N1,1",
    hub_name="spanish",
    men_capture_backward=False,
    men_capture_kings=True,
    flying_kings=True,
    promotion=Promotion.ENDS_CAPTURE,
    precedence=Precedence(man=1 << 4, king=(1 << 4) + 1),  # most pieces, then most kings
    draws=DrawRules(),  # the count of the "limited moves" laws is not published; repetition only
    king_value=350,
    numbering=Numbering.REVERSED,
    aliases=("es", "24"),
)

PORTUGUESE = Variant(
    name="portuguese",
    title="Portuguese draughts (damas clássicas)",
    geometry=_RIGHT8,  # FPD 3
    starts=Color.WHITE,
    men_rows=3,
    game_type="28,W,8,8,N1,1",
    hub_name="portuguese",
    men_capture_backward=False,
    men_capture_kings=True,
    flying_kings=True,
    promotion=Promotion.ENDS_CAPTURE,
    precedence=SPANISH.precedence,
    draws=DrawRules(),
    king_value=350,
    numbering=Numbering.REVERSED,  # FPD 7
    aliases=("pt", "28"),
)

CZECH = Variant(
    name="czech",
    title="Czech draughts",
    geometry=_LEFT8,
    starts=Color.WHITE,
    men_rows=3,
    game_type="29,W,8,8,A0,0",
    hub_name="czech",
    men_capture_backward=False,
    men_capture_kings=True,
    flying_kings=True,
    promotion=Promotion.ENDS_CAPTURE,
    precedence=Precedence(by_king=1),  # ČFD: if a king can take, a king must
    draws=DrawRules(),  # no count is published
    king_value=350,
    numbering=Numbering.ALGEBRAIC,
    aliases=("cz", "29"),
)

INTERNATIONAL = Variant(
    name="international",
    title="International draughts",
    geometry=_LEFT10,
    starts=Color.WHITE,  # FMJD 2.4
    men_rows=4,
    game_type="20,W,10,10,N2,0",
    hub_name="normal",
    men_capture_backward=True,  # FMJD 4.3
    men_capture_kings=True,
    flying_kings=True,  # FMJD 3.9
    promotion=Promotion.PASSES,  # FMJD 4.15
    precedence=MOST_PIECES,  # FMJD 4.13: a king counts one
    draws=DrawRules(
        reversible_half_moves=50,  # FMJD 6.2: 25 moves each
        balance=(
            BalanceRule("FMJD 6.3: 3 pieces with a king against a king, 16 moves", 32, (4, 4), lone_king=True),
            BalanceRule("FMJD 6.4: at most 2 pieces against a king, 5 moves", 10, (2, 3), lone_king=True),
        ),
    ),
    king_value=300,
    aliases=("normal", "standard", "fromposition", "20"),
)

ANTIDRAUGHTS = Variant(
    name="antidraughts",
    title="Antidraughts: who cannot move has won",
    geometry=_LEFT10,
    starts=Color.WHITE,
    men_rows=4,
    game_type="20,W,10,10,N2,0",
    hub_name="losing",
    men_capture_backward=True,
    men_capture_kings=True,
    flying_kings=True,
    promotion=Promotion.PASSES,
    precedence=MOST_PIECES,
    draws=DrawRules(),
    king_value=300,
    loses_without_move=False,
    aliases=("losing", "anti", "giveaway"),
)

VARIANTS: dict[str, Variant] = {
    variant.name: variant
    for variant in (
        ITALIAN,
        ENGLISH,
        RUSSIAN,
        BRAZILIAN,
        POOL,
        SPANISH,
        PORTUGUESE,
        CZECH,
        INTERNATIONAL,
        ANTIDRAUGHTS,
    )
}
"""Every game by its name, Italian (the default) first."""

_BY_ANY_NAME = {
    name: variant for variant in VARIANTS.values() for name in (variant.name, variant.hub_name, *variant.aliases)
}


def find_variant(name: str) -> Variant:
    """The game of that name, alias, Hub name or GameType number, in any case.

    Raises VariantError for a name that is not in the table.
    """
    try:
        return _BY_ANY_NAME[name.strip().lower()]
    except KeyError:
        known = " ".join(VARIANTS)
        raise VariantError(f"unknown variant {name!r}: expected one of {known}") from None
