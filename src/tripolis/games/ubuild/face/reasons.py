"""What speaks for one move against another: who will pay a rent soon, what is left for the rents ahead, colours that
are completed or denied, what a district is bought for, and what hazards and offers do."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from tripolis.engine.position import Position
from tripolis.engine.record import in_python
from tripolis.engine.rooms import Tried
from tripolis.engine.scene import Text
from tripolis.engine.words import Message, Plural, listed

from ..rules.conditions import can_be_full, hazard_distance
from ..rules.scoring import means, plain_rent, rent
from ..rules.state import ACTIONS, DISTRICTS, GROUPS, INDUSTRIAL, NOBODY, RESIDENTIAL, STADIUM, Phase, act
from .labels import amount, group_name, name_of

SHORT = 10
"""Spending that is less than this part of a rent that cannot be paid hardly matters."""
PAID_FOR = {"block", "buy", "special"}
"""What a mortgage may be taken for."""
MANY_VISITS = 3
"""Visits from which on it takes long to earn a price back."""
SPENDING = {"block", "buy", "redeem", "special", "bid", "fine", "move", "pay"}
"""Verbs that cost cash."""


class Meeting(NamedTuple):
    """A seat that may land on a district with its next roll."""

    rent: int
    steps: int
    seat: int
    district: int


class Case:
    """Two moves of a position, and what both lead to."""

    def __init__(self, seen: Position, better: Tried, played: Tried, names: Sequence[Text]) -> None:
        self.s, self.b, self.seat, self.names = seen.plain, seen.game.plain_box, seen.actor, names
        self.players = seen.game.players
        self.better, self.played = ACTIONS.split(better.number), ACTIONS.split(played.number)
        self.one, self.other, self.sent = better.after.plain, played.after.plain, played.after
        self.seen, self.then = seen, better.after

    @property
    def here(self) -> int:
        """The district that is for sale."""
        return int(self.b.district[self.s.at[self.s.turn]])

    @property
    def me(self) -> Text:
        """The name of the seat that decides."""
        return self.names[self.seat]

    def district(self, d: int) -> str:
        """The name of a district."""
        return name_of(self.b, d)

    def rent(self, s: Any, d: int) -> int:
        """The rent of a district."""
        return int(in_python(rent)(s, self.b, d))

    def meetings(self, s: Any, seat: int) -> list[Meeting]:
        """The rents that a seat may have to pay after its next roll, the highest first; none once the match is over."""
        if s.jail[seat] or s.actor < 0 or self.is_lost(s):
            return []
        first, last = (1, 6) if self.b.dice == 1 else (2, 12)
        found = []
        for steps in range(first, last + 1):
            d = int(self.b.district[(s.at[seat] + steps) % self.b.n_spaces])
            if d != NOBODY and s.owner[d] not in (NOBODY, seat) and (due := self.rent(s, d)):
                found.append(Meeting(due, steps, seat, d))
        return sorted(found, reverse=True)

    def means(self, s: Any, seat: int) -> int:
        """All that a seat can pay."""
        return int(in_python(means)(s, self.b, seat))

    def is_lost(self, s: Any) -> bool:
        """Is there a debt that nobody can pay any more? Then the match ends here."""
        return bool(s.debt) and s.debt > self.means(s, int(s.debtor))

    def visitors(self, s: Any, d: int) -> list[Meeting]:
        """The rivals who may land on a district of one's own, the nearest first."""
        found = [one for q in range(self.players) if q != self.seat for one in self.meetings(s, q) if one.district == d]
        return sorted(found, key=lambda one: one.steps)

    @cached_property
    def cash(self) -> tuple[int, int]:
        """The cash left after both moves."""
        return int(self.one.cash[self.seat]), int(self.other.cash[self.seat])

    def missing(self, s: Any, seat: int, group: int) -> list[int]:
        """The districts of a colour that a seat does not own."""
        left = int(self.b.group_set[group]) & ~int(s.holds[seat])
        return [d for d in range(DISTRICTS) if left >> d & 1]


def reasons(seen: Position, better: Tried, played: Tried, names: Sequence[Text]) -> Iterator[Message]:
    """What speaks for the better move, the weightiest first."""
    case = Case(seen, better, played, names)
    for tell in TOLD:
        yield from tell(case)


# ------------------------------------------------------------- buying, bidding


def the_sale(case: Case) -> Iterator[Message]:
    """A district that is for sale: what it means for colours, and what is paid for it."""
    if case.s.phase not in (Phase.BUY, Phase.AUCTION) or case.here == NOBODY:
        return
    d, price = case.here, int(case.b.price[case.here])
    wants = case.better[0] in ("buy", "bid") and case.played[0] in ("auction", "drop", "deal", "mortgage")
    if wants:
        yield from colour_for_sale(case, d)
    match case.better, case.played:
        case ("drop",), ("bid", paid) if paid > price:
            what = {"paid": amount(paid), "district": case.district(d), "price": amount(price)}
            yield Message("{paid} is more than the price of {district} on its card ({price}).", **what)
            yield from too_dear(case, d, paid)
        case ("drop",), ("bid", paid):
            yield from too_dear(case, d, paid)
        case ("bid", paid), ("drop",) if paid < price:
            what = {"paid": amount(paid), "district": case.district(d), "price": amount(price)}
            yield Message("{paid} is less than the price of {district} on its card ({price}).", **what)
        case ("bid", paid), ("bid", dearer) if paid < dearer:
            yield Message("Any higher bid is enough: {saved} can be kept.", saved=amount(dearer - paid))
            if dearer > price:
                what = {"paid": amount(dearer), "district": case.district(d), "price": amount(price)}
                yield Message("{paid} is more than the price of {district} on its card ({price}).", **what)
        case ("bid", paid), ("bid", lower) if paid > lower:
            yield from highest_of_others(case, paid, lower)
        case ("buy",), ("auction",):
            most = max((int(case.s.cash[q]) for q in range(case.players) if q != case.seat), default=0)
            if most > price:
                what = {"most": amount(most), "price": amount(price), "district": case.district(d)}
                yield Message(
                    "At the auction others can bid more than its price of {price}: they have up to {most}.", **what
                )
        case ("auction",), ("buy",):
            most = max((int(case.s.cash[q]) for q in range(case.players) if q != case.seat), default=0)
            if most < price:
                what = {"most": amount(most), "price": amount(price), "district": case.district(d)}
                yield Message(
                    "Nobody else has more than {most}: at the auction {district} costs less than {price}.", **what
                )
            else:
                yield from too_dear(case, d, price)


def too_dear(case: Case, d: int, paid: int) -> Iterator[Message]:
    """How long a price takes to be earned back, if that is long, and what the district is worth beside its rent."""
    if dear := list(few_visits(case, d, paid)):
        yield from dear
        yield from no_colour(case, d)


def few_visits(case: Case, d: int, paid: int) -> Iterator[Message]:
    """How many visits it takes to earn a price back."""
    due = int(case.b.rent[d][0])
    visits = -(-paid // due)
    if visits >= MANY_VISITS:
        what = {"paid": amount(paid), "district": case.district(d), "rent": amount(due), "n": visits}
        yield Message(
            "As long as it has no blocks, {district} brings {rent} a visit: it takes {n} visits to earn {paid} back.",
            **what,
        )


def no_colour(case: Case, d: int) -> Iterator[Message]:
    """Does a district for sale complete no colour, of nobody?"""
    group = int(case.b.group[d])
    if not in_python(can_be_full)(case.b, group):
        return
    rest = int(case.b.group_set[group]) & ~(1 << d)
    theirs = [one for one in range(DISTRICTS) if rest >> one & 1 and case.s.owner[one] not in (NOBODY, case.seat)]
    what = {"district": case.district(d), "name": case.me}
    if theirs:
        holder = case.names[int(case.s.owner[theirs[0]])]
        yield Message(
            "{holder} owns {other} of the same colour: {name} cannot complete it with {district} without a deal.",
            holder=holder,
            other=case.district(theirs[0]),
            **what,
        )
    elif not any(case.missing(case.s, q, group) == [d] for q in range(case.players)):
        yield Message("With {district} nobody completes a colour.", **what)


def highest_of_others(case: Case, paid: int, lower: int) -> Iterator[Message]:
    """Which of two bids can still be beaten."""
    still_in = [q for q in range(case.players) if q != case.seat and case.s.bidding >> q & 1]
    most = max((int(case.s.cash[q]) for q in still_in), default=0)
    if lower < most <= paid:
        what = {"most": amount(most), "paid": amount(paid)}
        yield Message("The others still in have {most} at most: nobody can outbid {paid}.", **what)


def colour_for_sale(case: Case, d: int) -> Iterator[Message]:
    """What owning a district for sale does to its colour."""
    group = int(case.b.group[d])
    if not in_python(can_be_full)(case.b, group):
        return
    what = {"district": case.district(d), "colour": group_name(case.b, d)}
    if case.missing(case.s, case.seat, group) == [d]:
        yield Message("{district} completes a colour of {name}: {colour}.", name=case.me, **what)
    else:
        others = [
            q for q in range(case.players) if q != case.seat and int(case.s.holds[q]) & int(case.b.group_set[group])
        ]
        have = int(case.b.group_set[group]).bit_count() - len(case.missing(case.s, case.seat, group)) + 1
        if not others:
            of = int(case.b.group_set[group]).bit_count()
            what |= {"n": have, "of": of, "name": case.me}
            yield Message(
                "Nobody else owns any of this colour yet; with {district}, {name} owns {n} of {of}: {colour}.", **what
            )
    for q in range(case.players):
        if q != case.seat and case.missing(case.s, q, group) == [d]:
            who = case.names[q]
            yield Message("{district} is all that {name} still lacks of a colour: {colour}.", name=who, **what)


# ------------------------------------------------------------------ rents soon


def rents_to_come(case: Case) -> Iterator[Message]:
    """A rival who may land on what the better move makes dearer."""
    best = None
    for d in range(DISTRICTS):
        if case.one.owner[d] == case.seat and (due := case.rent(case.one, d)) > case.rent(case.other, d):
            for one in case.visitors(case.one, d):
                if due <= case.means(case.one, one.seat) and (best is None or due > best.rent):
                    best = one
    if best is not None:
        what = {
            "name": case.names[best.seat],
            "district": case.district(best.district),
            "rent": amount(best.rent),
            "less": amount(case.rent(case.other, best.district)),
        }
        yield Plural(
            "{name} is {n} space away from {district}, and would pay {rent} there instead of {less}.",
            "{name} is {n} spaces away from {district}, and would pay {rent} there instead of {less}.",
            best.steps,
            **what,
        )


def nobody_near(case: Case) -> Iterator[Message]:
    """Nobody can land with the next roll on what only the move played makes dearer, or the better one mortgages."""
    match case.better, case.played:
        case ("end",), ("block" | "redeem", d, *_) if not case.visitors(case.other, d):
            yield Message("No rival can land on {district} with the next roll.", district=case.district(d))
        case ("mortgage", d), _ if case.s.phase != Phase.RAISE and not case.visitors(case.s, d):
            what = {"district": case.district(d), "left": amount(case.cash[0])}
            yield Message("No rival can land on {district} with the next roll, and redeeming costs no more than the "
                          "mortgage brings. {left} is at hand then.", **what)  # fmt: skip


def rents_to_pay(case: Case) -> Iterator[Message]:
    """The highest rent that the next roll can cost, beside the cash that is left."""
    mine, theirs = case.cash
    danger = next(iter(case.meetings(case.other, case.seat)), None)
    if (
        not case.sent.over
        and theirs < mine
        and danger is not None
        and danger.rent > theirs
        and SHORT * (mine - theirs) >= danger.rent
    ):
        what = {
            "left": amount(theirs),
            "rent": amount(danger.rent),
            "district": case.district(danger.district),
            "name": case.names[int(case.other.owner[danger.district])],
        }
        yield Plural(
            "The move played leaves {left}; {district} of {name}, {n} space ahead, costs {rent}.",
            "The move played leaves {left}; {district} of {name}, {n} spaces ahead, costs {rent}.",
            danger.steps,
            **what,
        )
    if mine < theirs and case.better[0] in SPENDING - {"bid"}:
        due = next((one.rent for one in case.meetings(case.one, case.seat)), 0)
        if due <= mine:
            what = {"left": amount(mine), "rent": amount(due)}
            if due:
                yield Message(
                    "It can be afforded: {left} is left, and the next roll costs {rent} rent at most.", **what
                )
            elif not case.s.jail[case.seat]:
                yield Message(
                    "It can be afforded: {left} is left, and no rent can come due with the next roll.", **what
                )


# -------------------------------------------------------------------- building


def kinds_of_blocks(case: Case) -> Iterator[Message]:
    """Residential or industrial: does a hazard harm the cheaper block, or can none come?"""
    match case.better, case.played:
        case ("block", d, kind), ("block", other, other_kind) if d == other and kind != other_kind:
            dear, cheap = (int(case.b.block_price[d][k]) for k in (INDUSTRIAL, RESIDENTIAL))
            what = {"district": case.district(d), "more": amount(dear - cheap)}
            if kind == INDUSTRIAL and case.s.beside_hazard >> d & 1:
                yield Message("A hazard touches {district}: residential blocks count nothing there.", **what)
            elif kind == INDUSTRIAL and not case.s.beside_bonus >> d & 1:
                yield Message(
                    "No bonus building protects {district}: a hazard would make residential blocks worthless, "
                    "industrial ones not.",
                    **what,
                )
            elif kind == RESIDENTIAL and case.s.beside_bonus >> d & 1:
                yield Message("A bonus building keeps hazards away from {district}: the rent is the same for {more} "
                              "less.", **what)  # fmt: skip
            elif kind == RESIDENTIAL and not case.s.beside_hazard >> d & 1:
                yield Message("No hazard touches {district}: the rent is the same for {more} less.", **what)


def next_blocks(case: Case) -> Iterator[Message]:
    """What the further blocks of this turn could add where the better move builds."""
    if case.better[0] != "block" or case.played[0] == "block":
        return
    d, b, s = case.better[1], case.b, case.one
    have = int(s.blocks[d][0] + s.blocks[d][1])
    left = min(int(b.turn_blocks) - int(s.bought), int(b.max_blocks) - have)
    price = int(b.block_price[d][case.better[2]])
    left = min(left, int(s.cash[case.seat]) // max(1, price))
    if left <= 0 or (s.beside_hazard >> d & 1 and case.better[2] == RESIDENTIAL):
        return
    factor = case.rent(s, d) / max(1, int(b.rent[d][have])) if not s.beside_hazard >> d & 1 else 1
    more = int((int(b.rent[d][min(have + left, len(b.rent[d]) - 1)]) - int(b.rent[d][have])) * factor)
    if more > 0:
        what = {"district": case.district(d), "rent": amount(case.rent(s, d) + more)}
        yield Plural(
            "With {n} more block this turn, the rent of {district} would be {rent}.",
            "With {n} more blocks this turn, the rent of {district} would be {rent}.",
            left,
            **what,
        )


def stadium(case: Case) -> Iterator[Message]:
    """How often its owner has to pass GO until a stadium has earned its price."""
    if case.played[:2] == ("special", STADIUM):
        price, bonus = int(case.b.stadium_price), int(case.b.stadium_bonus)
        what = {"price": amount(price), "bonus": amount(bonus), "n": -(-price // bonus)}
        yield Message("The stadium costs {price} and brings {bonus} whenever its owner passes GO: it takes {n} times "
                      "to earn it back.", **what)  # fmt: skip


# --------------------------------------------------------------------- hazards


def hazards(case: Case) -> Iterator[Message]:
    """Which districts a hazard touches after one of the moves, and not after the other."""
    before, mine, theirs = (int(s.beside_hazard) for s in (case.s, case.one, case.other))
    own = [d for d in range(DISTRICTS) if case.s.owner[d] == case.seat]
    rivals = [d for d in range(DISTRICTS) if case.s.owner[d] not in (NOBODY, case.seat)]

    def those(districts: list[int], bits: int) -> dict[str, Text]:
        return {"districts": listed([case.district(d) for d in districts if bits >> d & 1])}

    for districts, bits, sentence in (
        (own, before & ~mine & theirs, FREED),
        (own, ~before & theirs & ~mine, EXPOSED),
        (rivals, ~before & mine & ~theirs, HARMED),
        (rivals, before & ~theirs & mine, SPARED),
    ):
        if (what := those(districts, bits))["districts"]:
            yield sentence.fill(name=case.me, **what)
    if case.played[0] in ("move", "hazard") and not any((theirs & ~before) >> d & 1 for d in rivals):
        if not any((before & ~theirs) >> d & 1 for d in own):
            yield Message("The move played puts the hazard where it harms no further district of a rival.")
    if case.played[0] == "move" and case.cash[1] < case.cash[0]:
        fall = sum(case.rent(case.s, d) - case.rent(case.other, d) for d in rivals)
        rise = sum(case.rent(case.other, d) - case.rent(case.s, d) for d in own)
        if 0 <= fall + rise < (cost := case.cash[0] - case.cash[1]):
            worth = {"cost": amount(cost), "change": amount(fall + rise)}
            yield Message("Moving the hazard costs {cost}, and changes the rents by only {change}.", **worth)
    spared = {d for d in own if not mine >> d & 1}
    if far := (threatened(case, case.other) - threatened(case, case.one)) & spared:
        what = those(own, sum(1 << d for d in far))
        yield Message(
            "A hazard can be moved next to {districts} of {name} after the move played, but not after the better one.",
            name=case.me,
            **what,
        )
    if (what := those(own, int(case.one.beside_bonus) & ~int(case.other.beside_bonus)))["districts"]:
        yield Message("The bonus building keeps hazards away from these districts: {districts}.", **what)


def threatened(case: Case, s: Any) -> set[int]:
    """The seat's districts without a hazard to which one could be moved in a turn."""
    b, found = case.b, set()
    own = int(s.holds[case.seat]) & ~int(s.beside_hazard) & ~int(s.beside_bonus)
    for piece in range(int(b.n_hazards)):
        if s.hazard[piece] == NOBODY:
            continue
        for slot in range(int(b.n_slots)):
            near = int(b.slot_districts[slot])
            if near & own and s.slot_use[slot] == 0 and not near & int(s.beside_bonus):
                if in_python(hazard_distance)(s, b, piece, slot) <= int(b.hazard_steps):
                    found |= {d for d in range(DISTRICTS) if near & own & 1 << d}
    return found


FREED = Message(
    "The better move takes the hazard away from districts of {name}, so that all blocks count: {districts}."
)
EXPOSED = Message("The move played puts a hazard next to districts of {name}: {districts}.")
HARMED = Message("The better move puts a hazard next to districts of rivals, where only industrial blocks count then: "
                 "{districts}.")  # fmt: skip
SPARED = Message("The move played takes the hazard away from districts of rivals: {districts}.")


# ----------------------------------------------------------------------- deals


def deals(case: Case) -> Iterator[Message]:
    """What an offer gives and gets, and which colours it completes."""
    s = case.s
    if s.phase in (Phase.ANSWER, Phase.DEAL):
        yield from colours_changed(case)
    if s.phase == Phase.DEAL:
        yield from offer_so_far(case)
    if case.better[0] == "deal" or case.played[0] == "deal":
        yield from partner(case)


def colours_changed(case: Case) -> Iterator[Message]:
    """Colours that are full after one of the moves only."""
    for group in range(GROUPS):
        if not in_python(can_be_full)(case.b, group):
            continue
        d = next(d for d in range(DISTRICTS) if int(case.b.group_set[group]) >> d & 1)
        for q in range(case.players):
            before, mine, theirs = (not case.missing(s, q, group) for s in (case.s, case.one, case.other))
            what = {"name": case.names[q], "colour": group_name(case.b, d)}
            if mine and not theirs and q == case.seat:
                gain = Message("The move played gives up a colour of {name}: {colour}.")
                yield (gain if before else Message("The better move completes a colour of {name}: {colour}.")).fill(
                    **what
                )
            if theirs and not mine and q != case.seat:
                loss = Message("The better move breaks up a colour of {name}: {colour}.")
                yield (loss if before else Message("The move played completes a colour of {name}: {colour}.")).fill(
                    **what
                )


def offer_so_far(case: Case) -> Iterator[Message]:
    """What the offer on the table is about."""
    s = case.s
    taken = in_offer(s.taken)
    completing = [d for d in taken if case.missing(s, case.seat, int(case.b.group[d])) == [d]]
    match case.better, case.played:
        case _, ("give", d) if case.rent(s, d):
            what = {"district": case.district(d), "rent": amount(case.rent(s, d))}
            yield Message("It would give away {district}, which brings {rent} a visit.", **what)
        case _, ("give", d):
            then = amount(int(in_python(plain_rent)(s, case.b, d, True)))
            what = {"district": case.district(d), "rent": then}
            yield Message("It would give away {district}, which brings {rent} again once it is redeemed.", **what)
        case ("take", d), _ if case.missing(s, case.seat, int(case.b.group[d])) == [d]:
            what = {"district": case.district(d), "colour": group_name(case.b, d), "name": case.me}
            yield Message("{district} completes a colour of {name}: {colour}.", **what)
        case ("cancel",), ("take", d) if case.missing(s, case.seat, int(case.b.group[d])) == [d]:
            return
        case ("cancel",), _ if not completing:
            yield Message("The offer asks for nothing that completes a colour of {name}.", name=case.me)
        case _, ("cancel",) if completing:
            d = completing[0]
            what = {"district": case.district(d), "colour": group_name(case.b, d), "name": case.me}
            yield Message("The offer asks for {district}, which completes a colour of {name}: {colour}.", **what)
        case ("pay", _), ("pay", _) if taken and case.one.offer_cash > case.other.offer_cash:
            yield from still_below_the_cards(case, taken)
            yield from terms(case, case.one, good=True)
        case _, ("pay", _) if taken:
            what = {
                "sum": amount(int(case.other.offer_cash)),
                "price": amount(sum(int(case.b.price[d]) for d in taken)),
                "districts": listed([case.district(d) for d in taken]),
            }
            yield Message("It raises the offer to {sum} for {districts} ({price} by the cards).", **what)
    if case.played == ("send",):
        yield from if_accepted(case)
    match case.better, case.played:
        case ("cancel",), _:
            yield from terms(case, case.other, good=False)
        case _, ("cancel",):
            yield from terms(case, case.one, good=True)
        case ("send",), _:
            yield from terms(case, s, good=True)
        case _, ("send",):
            yield from terms(case, s, good=False)


def still_below_the_cards(case: Case, taken: list[int]) -> Iterator[Message]:
    """A higher offer that is still below the prices of the cards."""
    price, given = (sum(int(case.b.price[d]) for d in those) for those in (taken, in_offer(case.s.given)))
    paid = given + int(case.one.offer_cash)
    if paid < price:
        what = {"paid": amount(paid), "price": amount(price), "districts": listed([case.district(d) for d in taken])}
        yield Message(
            "Even with the better move the offer is worth {paid} by the cards, less than the price of {districts} "
            "({price}).",
            **what,
        )


def terms(case: Case, offer: Any, good: bool) -> Iterator[Message]:
    """What an offer gives and gets, by the prices of the cards and by rents, if that speaks for it, or against it."""
    taken, given = in_offer(offer.taken), in_offer(offer.given)
    if not taken and not given:
        return
    cash = int(offer.offer_cash)
    gets, gives = (sum(int(case.b.price[d]) for d in those) for those in (taken, given))
    gets, gives = gets + max(0, -cash), gives + max(0, cash)
    if (gets > gives) == good and gets != gives:
        what = {"name": case.me, "given": amount(gives), "got": amount(gets)}
        yield Message("By the prices of the cards, and with the cash, {name} gives {given} and gets {got}.", **what)
    got, lost = (sum(case.rent(case.s, d) for d in those) for those in (taken, given))
    if (got > lost) == good and got != lost:
        what = {"name": case.me, "lost": amount(lost), "got": amount(got)}
        yield Message("The districts that {name} would get bring {got} a visit, those given away {lost}.", **what)


def in_offer(bits: Any) -> list[int]:
    """The districts of one side of an offer."""
    return [d for d in range(DISTRICTS) if int(bits) >> d & 1]


def if_accepted(case: Case) -> Iterator[Message]:
    """What an offer that was sent does if the partner accepts it."""
    world = case.sent.imagine(0)
    if world.over or world.actor == case.seat:
        return
    world.play(act.ACCEPT)
    after = world.plain
    for group in range(GROUPS):
        districts = [d for d in range(DISTRICTS) if int(case.b.group_set[group]) >> d & 1]
        if not in_python(can_be_full)(case.b, group):
            continue
        for q in range(case.players):
            had, has = (not case.missing(s, q, group) for s in (case.s, after))
            what = {"name": case.names[q], "colour": group_name(case.b, districts[0])}
            if q != case.seat and has and not had:
                yield Message("If it is accepted, it completes a colour of {name}: {colour}.", **what)
            if q == case.seat and had and not has:
                yield Message("If it is accepted, {name} no longer has all of a colour: {colour}.", **what)
    before, then = (sum(case.rent(s, d) for d in range(DISTRICTS) if s.owner[d] == case.seat) for s in (case.s, after))
    if then < before:
        sums = {"before": amount(before), "after": amount(then), "name": case.me}
        yield Message("If it is accepted, the rents of {name} fall from {before} to {after}.", **sums)


def partner(case: Case) -> Iterator[Message]:
    """Does the partner of a deal own what a colour of one's own lacks?"""
    for which, better in ((case.better, True), (case.played, False)):
        if which[0] != "deal":
            continue
        q, lacks = which[1], []
        for group in range(GROUPS):
            missing = case.missing(case.s, case.seat, group)
            if in_python(can_be_full)(case.b, group) and len(missing) == 1 and case.s.owner[missing[0]] == q:
                lacks.append(missing[0])
        if better and lacks:
            what = {
                "partner": case.names[q],
                "district": case.district(lacks[0]),
                "colour": group_name(case.b, lacks[0]),
            }
            yield Message(
                "{partner} owns {district}, the only one that {name} lacks of a colour: {colour}.", name=case.me, **what
            )
        sells = [d for d in range(DISTRICTS) if case.s.owner[d] == case.seat and completes(case, q, d)]
        if better and not lacks and sells:
            what = {"partner": case.names[q], "district": case.district(sells[0]), "name": case.me}
            yield Message("{name} owns {district}, the only one that {partner} lacks of a colour.", **what)
        if better and not lacks and not sells and (wanted := of_own_colours(case, q)):
            what = {"partner": case.names[q], "districts": listed([case.district(d) for d in wanted]), "name": case.me}
            yield Message("{partner} owns districts of colours that {name} has begun: {districts}.", **what)
        if not better and not lacks:
            yield Message(
                "{partner} owns nothing that would complete a colour of {name}.", partner=case.names[q], name=case.me
            )


def of_own_colours(case: Case, owner: int) -> list[int]:
    """The districts of another seat whose colours the deciding seat owns a part of."""
    return [
        d
        for d in in_offer(case.s.holds[owner])
        if in_python(can_be_full)(case.b, int(case.b.group[d]))
        and int(case.s.holds[case.seat]) & int(case.b.group_set[int(case.b.group[d])])
    ]


def completes(case: Case, seat: int, d: int) -> bool:
    """Is a district the only one that a seat lacks of a colour?"""
    group = int(case.b.group[d])
    return bool(in_python(can_be_full)(case.b, group)) and case.missing(case.s, seat, group) == [d]


# ------------------------------------------------------------- jail, mortgages


def jail(case: Case) -> Iterator[Message]:
    """Staying in jail, or leaving it; with the last try every move leaves it (p. 14)."""
    if case.s.phase != Phase.JAIL or case.s.jail[case.seat] >= case.b.jail_turns:
        return
    free = [d for d in range(DISTRICTS) if int(case.b.on_track) >> d & 1 and case.s.owner[d] == NOBODY]
    if case.better[0] == "roll":
        most = max(
            (case.rent(case.s, d) for d in range(DISTRICTS) if case.s.owner[d] not in (NOBODY, case.seat)), default=0
        )
        if most:
            yield Message("In jail there is no rent to pay, and the others ask for up to {rent}.", rent=amount(most))
        if not free:
            yield Message("There is nothing left to buy outside, and rents come in in jail too.")
    elif free:
        yield Plural("{n} district is still for sale: outside it can be bought.",
                     "{n} districts are still for sale: outside they can be bought.", len(free))  # fmt: skip


def rents_after(case: Case, world: Position, number: int) -> int:
    """The seat's rents after a move."""
    after = world.copy()
    after.play(number)
    return sum(case.rent(after.plain, d) for d in in_offer(after.plain.holds[case.seat]))


def mortgages(case: Case) -> Iterator[Message]:
    """A mortgage that nothing forces: what it costs, or what it pays for."""
    if case.better[0] == "mortgage" and case.s.phase != Phase.RAISE and not case.then.over:
        world, before = case.then.imagine(0), set(case.seen.legal_numbers())
        after = world.legal_numbers() if world.actor == case.seat else []
        new = [n for n in after if n not in before and ACTIONS.split(n)[0] in PAID_FOR]
        if new:
            best = max(new, key=lambda number: rents_after(case, world, number))
            yield Message(
                "Only the cash of the mortgage makes this move possible: “{move}”.", move=world.move(best).words
            )
    if case.played[0] == "mortgage" and case.s.phase != Phase.RAISE:
        d = case.played[1]
        if case.rent(case.s, d):
            what = {"district": case.district(d), "rent": amount(case.rent(case.s, d))}
            yield Message("Nothing has to be paid now, and mortgaged {district} loses its rent of {rent}.", **what)


TOLD: tuple[Callable[[Case], Iterator[Message]], ...] = (
    the_sale, deals, rents_to_pay, stadium, hazards, rents_to_come, kinds_of_blocks, next_blocks, nobody_near, jail,
    mortgages,
)  # fmt: skip
