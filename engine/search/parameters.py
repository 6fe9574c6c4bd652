"""Every constant of the search that can be tuned, each with its reason.

Values are chosen by hand and by node counts of the bench positions unless said otherwise. The
search uses integers only, so that it visits the same nodes on every machine.
"""

# --- Values, in centimen for the side to move -----------------------------------------------------

WIN = 30_000
"""Value of a won game; a win in n plies is WIN - n."""
MAX_PLY = 240
"""Longest line searched, in plies from the root: depth, extensions and captures together."""
WIN_BOUND = WIN - 2 * MAX_PLY
"""Values from here up are wins with a known distance."""
DRAW = 0
"""Value of a drawn game."""
UNDECIDED = 32_000
"""No value: what a node gives that has to be searched to have one."""
NEVER = 1 << 20
"""No ply: beyond all that are searched."""
MAX_DEPTH = 120
"""Deepest iteration; leaves half of MAX_PLY to extensions and captures."""

# --- Stopping -----------------------------------------------------------------------------------

CHECK_INTERVAL = 512
"""Nodes between two looks at the stop signal and the clock: 0.2 ms compiled, 25 ms interpreted."""

# --- Iterative deepening ------------------------------------------------------------------------

ASPIRATION_DEPTH = 5
"""First iteration with a narrow window: before it the value still jumps between odd and even depths."""
ASPIRATION_WINDOW = 16
"""Half width of the first window, about the swing of a quiet position from one iteration to the next."""
ASPIRATION_GROWTH = 3
"""Factor by which the side that failed is opened; beyond ASPIRATION_LIMIT it is opened fully."""
ASPIRATION_LIMIT = 500
"""Half width at which a window is given up."""

# --- Selectivity --------------------------------------------------------------------------------

# Tried by match, English, 10,000 nodes a move, without gain: a shallower search that ends nodes far above the window
# (ProbCut) -20 ± 11 Elo, and such far below it as well -7 ± 20; singular extensions -3 ± 12; reductions by history
# 0 ± 10; giving up quiet nodes far below the window at once +1 ± 9 (20 centimen a ply), -3 ± 13 (35).
REDUCE_DEPTH = 3
"""Least depth at which late quiet moves are reduced."""
REDUCE_MOVES = 1
"""Moves searched in full before reductions by a ply start, 2 more where the window is open."""
REDUCE_MORE_MOVES = 3
"""Moves searched before the reduction grows to a share of the depth, 3 more where the window is open."""
REDUCE_MORE_DIVISOR = 2
"""That share: depth divided by this. By match, 20,000 nodes a move: 2 against reductions by two plies at
most +21 ± 13 Elo in English, two plies deeper; a third of the depth loses half of that depth."""
STATIC_DEPTH = 6
"""Most depth at which the static value may end the search of a node without captures and threats of them. Not where
who cannot move wins: there values turn with a move (antidraughts -68 ± 28 Elo with the margins by hand)."""
STATIC_FROM = 3
"""First iteration in which it may: those before it look at everything."""
AHEAD_MARGIN = 10
"""Centimen a ply by which that value has to be better than needed for the node to be given it. By match, English,
10,000 nodes a move, with BEHIND_MARGIN 20: 8 gains +53 ± 9 Elo over none, 12 +45 ± 8; alone 12 +37 ± 9, 20 +31 ± 8,
30 +12 ± 8, and 14 up to a depth of 10 +26 ± 8."""
BEHIND_MARGIN = 20
"""Centimen a ply by which it has to be worse than needed for late quiet moves to be left out. 12 gains no more.
Leaving out the fifth and later ones at depths up to 4 whatever the value is: loses 20 Elo again."""
AHEAD_MARGIN_BY_HAND, BEHIND_MARGIN_BY_HAND = 40, 60
"""The same for games that are valued by hand. By match, 10,000 nodes a move, against none: international +33 ± 20 Elo,
Russian +17 ± 16, Spanish +17 ± 15, Czech +9 ± 14; with the narrow margins international -59 ± 22."""
IIR_DEPTH = 4
"""Least depth at which a node without a move from the table is searched a ply less."""
EXTENSION_FACTOR = 2
"""Forced replies are not counted as depth up to this many times the iteration's depth in plies."""

# --- Quiescence ---------------------------------------------------------------------------------

QUIESCENCE_NODES = 2000
"""Positions of one quiescence search after which it follows only the likeliest capture of each."""

# --- Move ordering ------------------------------------------------------------------------------

HISTORY_SHIFT = 7
"""History values sink by 1/2^shift of themselves, times the bonus, at each update: bounds them."""
HISTORY_BONUS_LIMIT = 100
"""Largest bonus; depth squared grows beyond it at depth 10."""

# --- Draws --------------------------------------------------------------------------------------

CONTEMPT = 0
"""Centimen by which a draw is thought worse than an even position, if the option does not say otherwise. By match,
English, three-move deck: 30 costs 35 ± 15 Elo against itself without (10,000 nodes a move), 12 costs 2 ± 5; against
the much weaker engine of commit cd0b63d (60,000 nodes, 60 pairs) 30 makes 91.2 ± 1.8 % of the points, 0 makes 87.9
± 2.1, 12 as much (88.4 and 88.1 of 80 pairs); at 0.1 s a move and 100 games 30 makes 82.5 %, 0 makes 85.0."""
COUNT_HORIZON = 24
"""Half-moves before a move-count draw from which the count is part of the table key."""

# --- Table --------------------------------------------------------------------------------------

GENERATION_COST = 8
"""Plies by which an entry counts as shallower for each search that has begun since it was made."""

# --- Clock (see clock.py) -----------------------------------------------------------------------

OVERHEAD_MOST = 25
"""Per cent of the clock that is kept back at most for the overhead, but OVERHEAD_LEAST: of a clock of 0.1 s the usual
50 ms would be half, which then is never used."""
OVERHEAD_LEAST = 20
"""Milliseconds of the overhead that are kept back of any clock: how late a shared machine may make an answer."""
MOVES_LEFT = 20
"""Own moves a game is expected to last still; games last 30 to 60 moves and late ones are easy."""
INCREMENT_SHARE = 100
"""Per cent of the increment that is spent at each move."""
SOFT_SHARE = 100
"""Per cent of a move's share of time after which no new iteration starts. Often a share is not used up, since positions
are solved to the end or have one reply: with 80 and STABLE_SCALE 0.7, 20 % of the time of a long game was left."""
HARD_FACTOR = 4
"""Most a single move may take, in shares."""
HARD_SHARE = 50
"""Most a single move may take, in per cent of the time left."""
MOVETIME_RESERVE = 10
"""Per cent of a fixed time a move that may be kept back for the overhead."""
MOVETIME_LEAST = 20
"""Milliseconds that may be kept back of a short one. A shared machine without other work takes the processor away
now and then: of 9,000 answers within 50 ms, 3 came up to 3.7 ms late with 10 ms kept back, and 1 by 0.6 ms with 15."""
MOVETIME_MOST = 40
"""Per cent of a very short one that is kept back at most."""
UNSTABLE_SCALE = 1.5
"""The soft bound is stretched by this while the best move has just changed or its value has dropped."""
STABLE_SCALE = 0.8
"""The soft bound shrinks to this once the best move has stood for STABLE_ITERATIONS."""
STABLE_ITERATIONS = 6
"""Iterations with the same best move that make it a clear one."""
VALUE_DROP = 25
"""A fall of the value from one iteration to the next, centimen, that calls for more time."""
