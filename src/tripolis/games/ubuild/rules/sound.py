"""Which positions cannot stand on a table: two owners, blocks too many, pieces in one slot, cards in two places."""

from typing import Any

from tripolis.engine.sound import outside, twice
from tripolis.engine.words import Message

from .state import (
    AFTER_EACH,
    ANSWER,
    AUCTION,
    BRIDGE,
    BUY,
    CARDS,
    DEAL,
    DISTRICT,
    DISTRICT_IDS,
    DISTRICTS,
    HOME,
    JAIL,
    MOST_BID,
    NOBODY,
    OVER,
    PIECES,
    PLANNING,
    PLANNING_SPACE,
    RAISE,
    SEATS,
    SLOT,
)

MOST_CASH, MOST_COUNT, MOST_ROUNDS = 1_000_000, 10_000, 100_000
"""More than any table has seen: cash in units, offers of a turn, rounds."""


def why_impossible(s: Any, b: Any) -> Message | None:
    """Why a position cannot stand on a table; None if it can."""
    return (
        outside(s, ranges(s, b))
        or wrong_seats(s, b)
        or wrong_districts(s, b)
        or wrong_pieces(s, b)
        or wrong_deck(s, b)
        or wrong_phase(s, b)
        or wrong_offer(s, b)
    )


def ranges(s: Any, b: Any) -> tuple[tuple[str, int, int], ...]:
    """The least and the largest number of each field."""
    last, districts, slots = b.players - 1, (1 << DISTRICTS) - 1, b.n_slots - 1
    return (
        ("phase", 0, OVER if s.actor < 0 else ANSWER),
        ("turn", 0, last), ("start", 0, last), ("first_dice", 0, 6), ("dice", 0, 6),
        ("rounds", 0, MOST_ROUNDS), ("doubles", 0, b.doubles_to_jail), ("again", 0, 1), ("steps", 0, 12),
        ("bought", 0, b.turn_blocks), ("bought_on", NOBODY, DISTRICTS - 1), ("specials", 0, 10), ("towers", 0, 10),
        ("flipped", 0, districts), ("moved", 0, b.hazard_steps), ("offers", 0, MOST_COUNT), ("edits", 0, MOST_COUNT),
        ("bankrupt", NOBODY, last), ("cash", 0, MOST_CASH), ("at", 0, b.n_spaces - 1), ("jail", 0, b.jail_turns + 1),
        ("owner", NOBODY, last), ("blocks", 0, b.max_blocks), ("mortgage", 0, MOST_BID), ("stock", 0, MOST_COUNT),
        ("bonus", NOBODY, slots), ("hazard", NOBODY, slots),
        ("raised", 0, (1 << b.n_spaces) - 1), ("unseen", 0, (1 << b.n_cards) - 1),
        ("under", NOBODY, b.n_cards - 1), ("held", NOBODY, b.n_cards - 1), ("held_by", NOBODY, last),
        ("card", 0, b.n_cards - 1), ("card_up", 0, 1),
        ("debtor", NOBODY, last), ("creditor", NOBODY, last), ("debt", 0, MOST_CASH), ("after", 0, AFTER_EACH),
        ("each", 0, SEATS), ("bid", 0, MOST_BID), ("leader", NOBODY, last), ("bidding", 0, (1 << b.players) - 1),
        ("opener", NOBODY, last), ("partner", NOBODY, last), ("back", 0, ANSWER), ("given", 0, districts),
        ("taken", 0, districts), ("give_cards", 0, CARDS), ("take_cards", 0, CARDS),
        ("offer_cash", -MOST_CASH, MOST_CASH),
    )  # fmt: skip


def wrong_seats(s: Any, b: Any) -> Message | None:
    """Nobody has cash, a place or a sentence who does not play; who is in jail stands there (p. 14)."""
    for seat in range(SEATS):
        if seat >= b.players and (s.cash[seat] or s.jail[seat]):
            return Message("somebody has something who does not play")
        if s.jail[seat] and s.at[seat] != b.jail:
            return Message("who is in jail stands in jail")
    return None


def wrong_districts(s: Any, b: Any) -> Message | None:
    """Districts of the track alone are owned, built on and mortgaged; a mortgaged one has an owner (p. 8 and 15)."""
    for d, name in enumerate(DISTRICT_IDS):
        there, owned = b.on_track >> d & 1, s.owner[d] != NOBODY
        if (not there and (owned or sum(s.blocks[d]) or s.mortgage[d])) or (s.mortgage[d] and not owned):
            return Message("{id} is not on this track, or nobody owns it", id=name)
        if sum(s.blocks[d]) > b.max_blocks or (b.starter and s.blocks[d][1]):
            return Message(
                "{id}: a district has 0 to {most} blocks, not {n}.", id=name, most=b.max_blocks, n=sum(s.blocks[d])
            )
    return None


def wrong_pieces(s: Any, b: Any) -> Message | None:
    """Large buildings, bonus pieces and hazards stand in slots of their own, buildings beside their home (p. 9)."""
    specials = [("stadium", s.stadium, b.n_stadiums), ("tower", s.tower, b.n_towers)]
    specials += [("skyscraper", pair, b.n_skyscrapers) for pair in s.skyscraper]
    for name, (slot, home), there in specials:
        if (slot == NOBODY) != (home == NOBODY) or (slot != NOBODY and not there):
            return Message("{field} needs a slot and the district beside it", field=name)
        if slot != NOBODY and (not 0 <= slot < b.n_slots or not 0 <= home < DISTRICTS or slot not in b.slots_of[home]):
            return Message("{field} needs a slot and the district beside it", field=name)
    if sum(pair[HOME] != NOBODY for pair in s.skyscraper) > b.n_skyscrapers:
        return Message("there are only {n} skyscrapers", n=b.n_skyscrapers)
    for group, (_, home) in enumerate(s.skyscraper):
        if home != NOBODY and b.group[home] != group:
            return Message("{field} needs a slot and the district beside it", field="skyscraper")
    slots = [s.stadium[SLOT], s.tower[SLOT], *(slot for slot, _ in s.skyscraper), *s.bonus, *s.hazard]
    if twice(slots, NOBODY):
        return Message("two pieces stand in one slot")
    extra = [*s.bonus[b.n_bonus :], *s.hazard[b.n_hazards :], *s.moved[b.n_hazards :]]
    if any(slot not in (NOBODY, 0) for slot in extra) or any(
        slot == 0 for slot in (*s.bonus[b.n_bonus :], *s.hazard[b.n_hazards :])
    ):
        return Message("there are only {n} pieces of a kind", n=min(PIECES, b.n_hazards))
    return None


def wrong_deck(s: Any, b: Any) -> Message | None:
    """Each card is unseen, under the deck or kept by a player; only bridges are raised (p. 7, R45)."""
    under, held = ([card for card in cards if card != NOBODY] for cards in (s.under, s.held))
    unseen = [card for card in range(b.n_cards) if s.unseen >> card & 1]
    if twice([*under, *held, *unseen], NOBODY) or (s.under[: len(under)], s.held[: len(held)]) != (under, held):
        return Message("a card lies in two places")
    if any((card == NOBODY) != (who == NOBODY) for card, who in zip(s.held, s.held_by, strict=True)):
        return Message("a kept card is with somebody")
    if len(under) + len(held) + len(unseen) < b.n_cards - 1:
        return Message("a card is missing")
    if any(s.raised >> space & 1 and b.space[space] != BRIDGE for space in range(b.n_spaces)):
        return Message("only bridges can be raised")
    return None


def wrong_phase(s: Any, b: Any) -> Message | None:
    """What is decided fits where the player stands, who owes whom, and who bids (p. 6, 7, 13 and 15)."""
    here = b.space[s.at[s.turn]]
    bank = here == DISTRICT and s.owner[b.district[s.at[s.turn]]] == NOBODY
    selling = s.back in (BUY, AUCTION)
    if s.phase in (BUY, AUCTION) and not bank:
        return Message("a district is sold where the player stands and the bank owns it")
    if s.phase == PLANNING and here != PLANNING_SPACE:
        return Message("{phase} is not decided on this space", phase="planning")
    if s.phase == JAIL and not s.jail[s.turn]:
        return Message("who is in jail stands in jail")
    if s.phase == RAISE and (s.debtor != s.actor or s.creditor == s.debtor or s.debt <= 0):
        return Message("who has to raise money owes it to somebody else or the bank")
    if s.phase == AUCTION and (
        not s.bidding >> s.actor & 1 or s.leader == s.actor or (s.leader == NOBODY) != (s.bid == 0)
    ):
        return Message("who bids takes part and does not outbid themselves")
    if s.phase not in (AUCTION, RAISE, DEAL, ANSWER) and s.actor not in (s.turn, -1):
        return Message("it is the turn of another player")
    if s.phase in (DEAL, ANSWER) and selling and not bank:
        return Message("a district is sold where the player stands and the bank owns it")
    return None


def wrong_offer(s: Any, b: Any) -> Message | None:
    """A deal is made by two players, of what they have (p. 15)."""
    if s.phase not in (DEAL, ANSWER):
        there = s.given or s.taken or s.give_cards or s.take_cards or s.offer_cash
        return Message("there is an offer, but nobody decides about it") if there else None
    if NOBODY in (s.opener, s.partner) or s.opener == s.partner or s.back in (DEAL, ANSWER):
        return Message("a deal is made by two players")
    if s.given & ~s.holds[s.opener] or s.taken & ~s.holds[s.partner]:
        return Message("an offer names districts of others")
    cards = s.give_cards > s.jail_cards[s.opener] or s.take_cards > s.jail_cards[s.partner]
    if cards or s.offer_cash > s.cash[s.opener]:
        return Message("an offer names more than there is")
    return None
