"""The cards, tiles and constants as an owner reads them off their own box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from tripolis.engine.own_box import BoxCard, BoxValue, parse
from tripolis.engine.scene import Sprite
from tripolis.engine.words import Message, Plural

from ..box.files import AMOUNTS, CARDS_JSON, CONSTANTS_JSON, DISTRICTS_JSON, MOST_AMOUNT, NUMBERS, STOCK, TRACKS_JSON
from ..box.track import KINDS, PLANNING_HALF
from ..face.labels import BLOCK_TITLES, BUILDING_TITLES, TRACK_TITLES
from ..face.scene import TableDrawing
from ..rules.state import BLOCKS, DISTRICT_IDS, UNIT
from .table import ALL_DISTRICTS, TableData, position_of

MILLION = 1_000_000
CONSTANTS = {
    "salary": Message("Salary"),
    "stadium_bonus": Message("Stadium bonus"),
    "stadium_price": Message("Price of the stadium"),
    "tower_price": Message("Price of the Monopoly Tower"),
    "bridge_toll": Message("Toll of a bridge"),
    "jail_fine": Message("Fine in jail"),
    "hazard_move_price": Message("Price to move a hazard"),
    "hazard_move_max": Message("Maximum steps of a hazard"),
    "max_blocks": Message("Maximum blocks on a district"),
    "blocks_per_turn": Message("Maximum blocks per turn"),
    "jail_turns": Message("Maximum turns in jail"),
    "doubles_to_jail": Message("Doubles that lead to jail"),
}
STOCK_TITLES = {
    "residential": BLOCK_TITLES[0],
    "industrial": BLOCK_TITLES[1],
    "skyscraper": BUILDING_TITLES[1],
    "stadium": BUILDING_TITLES[0],
    "tower": BUILDING_TITLES[2],
    "bonus": Message("Bonus buildings"),
    "hazard": Message("Hazards"),
}


def money(place: str, label: Message, status: str = "") -> BoxValue:
    """An amount in the currency of the game, typed in millions."""
    return BoxValue(place, label, MOST_AMOUNT * UNIT, UNIT, MILLION, status=status)


def cards(files: Mapping[str, str]) -> Iterator[BoxCard]:
    """District cards, event cards, constants, double tiles and tracks."""
    trees = parse(files)
    table = TableDrawing(position_of(TableData((0, 0)), ALL_DISTRICTS, files), None)
    pictures = {sprite.id: sprite for sprite in table.district_cards()}
    for row in trees[DISTRICTS_JSON]["districts"]:
        here = f"{DISTRICTS_JSON}/districts/{row['id']}"
        values = (
            BoxValue(f"{here}/name", Message("Name"), status=f"{here}/name_status"),
            money(f"{here}/price", Message("Price"), f"{here}/price_status"),
            money(f"{here}/base_rent", Message("Base rent"), f"{here}/base_status"),
            *(
                money(f"{here}/rents/{n}", Plural("{n} block", "{n} blocks", n + 1), f"{here}/rents_status/{n}")
                for n in range(BLOCKS)
            ),
            money(f"{here}/residential", Message("Residential block"), f"{here}/building_price_status"),
            money(f"{here}/industrial", Message("Industrial block"), f"{here}/building_price_status"),
            money(f"{here}/skyscraper", Message("Skyscraper"), f"{here}/skyscraper_status"),
        )
        title = Message("{id}: {name}", id=row["id"], name=row["name"])
        yield BoxCard(row["id"], title, Message("District cards"), values, pictures[f"title-{row['id']}"])
    yield from event_cards(trees)
    yield from the_rest(trees)


def event_cards(trees: Mapping[str, Any]) -> Iterator[BoxCard]:
    """The numbers on the event cards, for a bridge that is up and one that is down."""
    labels = {
        "n": Message("{side}: blocks"),
        "max_spaces": Message("{side}: steps"),
        "amount": Message("{side}: amount"),
        "cap": Message("{side}: maximum"),
    }
    sides = {"up": Message("Bridge up"), "down": Message("Bridge down")}
    for row in trees[CARDS_JSON]["cards"]:
        values = []
        for side, title in sides.items():
            for key, label in labels.items():
                if key in row[side]:
                    place, words = f"{CARDS_JSON}/cards/{row['id']}/{side}/{key}", label.fill(side=title)
                    status = f"{CARDS_JSON}/cards/{row['id']}/status"
                    small = BoxValue(place, words, BLOCKS, 1, status=status)
                    values.append(small if key in ("n", "max_spaces") else money(place, words, status))
        if values:
            title = Message("Event card {id}", id=row["id"])
            picture = Sprite(row["id"], "card-face", "", 0, 0, 70, 100)
            yield BoxCard(row["id"], title, Message("Event cards"), tuple(values), picture)


def the_rest(trees: Mapping[str, Any]) -> Iterator[BoxCard]:
    """Constants, starting money and stock; double tiles and tracks."""
    here, more = f"{CONSTANTS_JSON}/constants", Message("Money, pieces and tracks")

    def constant(name: str) -> BoxValue:
        place, status = f"{here}/{name}/value", f"{here}/{name}/status"
        if name in AMOUNTS:
            return money(place, CONSTANTS[name], status)
        _, least, most = NUMBERS[name]
        return BoxValue(place, CONSTANTS[name], most, least, status=status)

    values = tuple(map(constant, CONSTANTS))
    yield BoxCard("constants", Message("Prices and limits"), more, values, Sprite("money", "money", "", 0, 0))
    status = f"{here}/starting_money/status"
    values = tuple(money(f"{here}/starting_money/value/{kind}", TRACK_TITLES[kind], status) for kind in KINDS)
    yield BoxCard("starting", Message("Starting money"), more, values, Sprite("money", "money", "", 0, 0))
    status = f"{here}/stock/status"
    values = tuple(
        BoxValue(f"{here}/stock/value/{name}", STOCK_TITLES[name], most, status=status) for name, most in STOCK.items()
    )
    yield BoxCard("stock", Message("Pieces"), more, values, Sprite("stadium", "stadium", "", 0, 0))
    halves = tuple((name, name) for name in (*DISTRICT_IDS, PLANNING_HALF))
    values = tuple(
        BoxValue(f"{TRACKS_JSON}/tiles/{tile['id']}/halves/{i}", f"{tile['id']} {i + 1}", choices=halves)
        for tile in trees[TRACKS_JSON]["tiles"]
        for i in range(2)
    )
    statuses = tuple(f"{TRACKS_JSON}/tiles/{tile['id']}/status" for tile in trees[TRACKS_JSON]["tiles"])
    hexagon = Sprite("hex", "hex-1", "", 0, 0, 100, 92)
    yield BoxCard("tiles", Message("Double tiles"), more, values, hexagon, statuses)
    values = tuple(
        BoxValue(
            f"{TRACKS_JSON}/tracks/{kind}/layout", TRACK_TITLES[kind], status=f"{TRACKS_JSON}/tracks/{kind}/status"
        )
        for kind in KINDS
    )
    yield BoxCard("tracks", Message("Tracks"), more, values, hexagon)
