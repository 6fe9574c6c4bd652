"""Which command of the Hub protocol is obeyed when."""

from protocol.hub.messages import Go, Level, Order, SetParam, SetPosition
from protocol.state import Kind, Rule, State, Table

_ORDINARY = (Order.HUB, Order.INIT, Order.NEW_GAME, SetParam, SetPosition, Level, Go)
_ALWAYS: dict[Kind, Rule] = {Order.PING: Rule.NOW, Order.QUIT: Rule.NOW}
_FREE = _ALWAYS | {kind: Rule.NOW for kind in _ORDINARY} | {Order.STOP: Rule.IGNORE, Order.PONDER_HIT: Rule.IGNORE}
_BUSY = _ALWAYS | {kind: Rule.FINISH_FIRST for kind in _ORDINARY} | {Order.STOP: Rule.NOW}

TABLE: Table = {
    State.NEW: _FREE,
    State.IDLE: _FREE,
    State.SEARCHING: _BUSY | {Order.PONDER_HIT: Rule.IGNORE},
    State.PONDERING: _BUSY | {Order.PONDER_HIT: Rule.NOW},
}
"""Every command in every state."""
