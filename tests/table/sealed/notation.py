def position(state):
    return {"round": int(state.lap), "die": int(state.die)}


def read_position(state, data):
    raise NotImplementedError


def move(state, seat, action):
    return f"pick {action}"


def chance(state, outcome):
    dealing = state.deal and state.dealt < state.seats
    return f"{'deal' if dealing else 'roll'} {outcome + 1}"
