"""What `help` answers."""

HELP_LINES = (
    "position startpos|fen FEN|hub BOARD [moves M1 M2 ...]   set the position, e.g. position startpos moves 21-17 9-13",
    "go [wtime MS] [btime MS] [winc MS] [binc MS] [movestogo N] [movetime MS] [depth N] [nodes N] [mate N]",
    "   [infinite] [ponder] [searchmoves M1 ...]             search; without limits until stop",
    "go perft N                                              count the lines of play of N plies, move by move",
    "stop | ponderhit                                        end the search | the expected move was played",
    "setoption name NAME [value VALUE]                       change an option; uci lists them",
    "variant [NAME]                                          show or change the game",
    "ucinewgame                                              forget what earlier searches found",
    "d | moves | eval                                        show the position | its legal moves | its value",
    "uci | isready | quit                                    name and options | answer when ready | end",
)
