"""The forward pass of a net, written as rules: compiled, plain and on a GPU it gives the same bits.

A net is three layers of whole numbers and two heads. Every layer is a sum of rows of weights: of the features that are
not 0, then of the neurons that are not 0. Sums are exact, so that their order does not matter; so the first layer
starts from the same seat's last observation, and adds what has changed since.

`net` is a `Net`, `k` a `Scratch`. All sums stay within 32 bits (`net.py` sees to it).
"""

from typing import Any, NamedTuple

from tripolis.engine.record import rule
from tripolis.engine.steps import wide

LOGIT = 256
"""A logit of 1 as a whole number; likewise the numbers of the value head."""
MOST = 4095
"""The highest number of a neuron."""
ONE = 1 << 30
"""What `powers` starts with."""
STEP = 8
"""Units of a logit from one of the `powers` to the next."""
OUTCOME, WIN, POINTS = 0, 1, 2
"""The rows of the value head."""


class Net(NamedTuple):
    """The weights of a net. A layer's numbers are `(bias + sum of rows) >> shift`."""

    gain: Any
    """How often a row of the first layer counts for each unit of its feature: more where its bound is low."""
    first: Any
    first_bias: Any
    first_shift: Any
    second: Any
    second_bias: Any
    second_shift: Any
    third: Any
    third_bias: Any
    third_shift: Any
    tokens: Any
    """A row for each token; the logit of an action is the sum of its tokens' logits."""
    token_bias: Any
    token_shift: Any
    values: Any
    """A row for each row of the value head and each seat, counted from the one that looks."""
    value_bias: Any
    value_shift: Any
    table: Any
    """The tokens of each action (`tokens.py`)."""
    powers: Any
    """e**(-i * STEP / LOGIT), times ONE."""


class Scratch(NamedTuple):
    """The numbers on their way through a net."""

    row: Any
    """The features of this observation."""
    last: Any
    """Those of each seat's last observation, which its sums belong to."""
    sums: Any
    """The first layer's sums for each seat."""
    one: Any
    two: Any
    three: Any
    """The neurons of each layer."""
    rest: Any
    """Sums of the other layers."""
    active: Any
    """The rows that a layer adds, and how often each."""
    amount: Any
    token: Any
    """The logits of tokens."""
    stamp: Any
    """The pass that each was counted in."""
    passes: Any
    """How many passes there were."""
    logits: Any
    shares: Any
    """What the policy gives each listed action: its probability, times some number."""
    values: Any
    """OUTCOME and WIN as probabilities and POINTS, of each seat counted from the one that looks."""


@rule
def add_rows(sums, weights, k, n):
    """Add the n rows that `k.active` lists, `k.amount` times each. Four at a time share one pass over the sums."""
    active, amount = k.active, k.amount
    for i in range(n, n + 3):
        active[i] = 0
        amount[i] = 0
    for i in range(0, n, 4):
        one, two, three, four = (
            weights[active[i]],
            weights[active[i + 1]],
            weights[active[i + 2]],
            weights[active[i + 3]],
        )
        x, y, z, u = amount[i], amount[i + 1], amount[i + 2], amount[i + 3]
        for j in range(len(one)):
            sums[j] += x * one[j] + y * two[j] + z * three[j] + u * four[j]


@rule
def activate(sums, shift, out):
    """What neurons make of their sums: at least 0, at most MOST."""
    for j in range(len(out)):
        out[j] = min(max(sums[j] >> shift[j], 0), MOST)


@rule
def dense(inputs, weights, bias, shift, k, out):
    """A layer: the rows of the neurons that are not 0."""
    for j in range(len(out)):
        k.rest[j] = bias[j]
    n = 0
    for i in range(len(inputs)):
        k.active[n] = i
        k.amount[n] = inputs[i]
        n += 1 if inputs[i] != 0 else 0  # no branch: nobody can foresee which are 0
    add_rows(k.rest, weights, k, n)
    activate(k.rest, shift, out)


@rule
def forward(net, k, seat):
    """All layers, from the features in `k.row`, which a seat sees, to `k.three`."""
    last = k.last[seat]
    n = 0
    for i in range(len(last)):
        change = wide(k.row[i]) - wide(last[i])
        k.active[n] = i
        k.amount[n] = change * wide(net.gain[i])
        n += 1 if change != 0 else 0
        last[i] = k.row[i]
    add_rows(k.sums[seat], net.first, k, n)
    activate(k.sums[seat], net.first_shift, k.one)
    dense(k.one, net.second, net.second_bias, net.second_shift, k, k.two)
    dense(k.two, net.third, net.third_bias, net.third_shift, k, k.three)
    k.passes[0] += 1


@rule
def product(neurons, weights):
    """The sum of the products of two rows."""
    total = 0
    for j in range(len(weights)):
        total += wide(neurons[j]) * wide(weights[j])
    return total


@rule
def logit_of(net, k, action):
    """The logit of an action; that of a token is counted once in a pass."""
    total = 0
    tokens = net.table[action]
    for i in range(len(tokens)):
        token = wide(tokens[i])
        if token != 0:
            if k.stamp[token] != k.passes[0]:
                k.stamp[token] = k.passes[0]
                k.token[token] = (product(k.three, net.tokens[token]) + net.token_bias[token]) >> net.token_shift[token]
            total += wide(k.token[token])
    return total


@rule
def power(net, x):
    """e**(-x / LOGIT) for an x that is not negative, times ONE."""
    return wide(net.powers[min(x // STEP, len(net.powers) - 1)])


@rule
def set_shares(net, k, actions, n, heat):
    """The policy's share of each of n actions, after `forward`, at a temperature."""
    top = logit_of(net, k, wide(actions[0]))
    for i in range(n):
        k.logits[i] = logit_of(net, k, wide(actions[i]))
        top = max(top, wide(k.logits[i]))
    for i in range(n):
        k.shares[i] = power(net, int((top - wide(k.logits[i])) / heat))


@rule
def value_of(net, k, line, seats, seat):
    """A number of the value head, in units of 1 / LOGIT."""
    i = line * seats + seat
    return (product(k.three, net.values[i]) + wide(net.value_bias[i])) >> wide(net.value_shift[i])


@rule
def set_values(net, k, players):
    """What the net expects for each seat, after `forward`."""
    seats = len(k.values[0])
    top = value_of(net, k, WIN, seats, 0)
    for seat in range(players):
        x = value_of(net, k, OUTCOME, seats, seat)
        small = power(net, abs(x))
        k.values[OUTCOME][seat] = (ONE if x >= 0 else small) / (ONE + small)
        k.values[POINTS][seat] = value_of(net, k, POINTS, seats, seat) / LOGIT
        top = max(top, value_of(net, k, WIN, seats, seat))
    total = 0.0
    for seat in range(players):
        k.values[WIN][seat] = power(net, top - value_of(net, k, WIN, seats, seat))
        total += k.values[WIN][seat]
    for seat in range(players):
        k.values[WIN][seat] /= total
