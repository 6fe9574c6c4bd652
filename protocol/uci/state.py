"""Which command of the UCI-like protocol is legal when."""

from protocol.state import Kind, Rule, State, Table
from protocol.uci.messages import ChooseVariant, Go, Order, Perft, SetOption, SetPosition

_ASKS = (Order.UCI, Order.UDRI, Order.IS_READY, Order.DISPLAY, Order.EVALUATE, Order.MOVES, Order.HELP, Order.QUIT)
_CHANGES = (Order.NEW_GAME, SetOption, SetPosition, Go, Perft, ChooseVariant)
_ALWAYS: dict[Kind, Rule] = {kind: Rule.NOW for kind in _ASKS}
_BUSY = _ALWAYS | {kind: Rule.FINISH_FIRST for kind in _CHANGES} | {Order.STOP: Rule.NOW}

TABLE: Table = {
    State.IDLE: _ALWAYS
    | {kind: Rule.NOW for kind in _CHANGES}
    | {Order.STOP: Rule.IGNORE, Order.PONDER_HIT: Rule.IGNORE},
    State.SEARCHING: _BUSY | {Order.PONDER_HIT: Rule.REFUSE},
    State.PONDERING: _BUSY | {Order.PONDER_HIT: Rule.NOW},
    State.COUNTING: _BUSY | {Order.PONDER_HIT: Rule.REFUSE},
}
"""Every command in every state. Asking for the variant counts as changing it."""
