"""The box of U-Build: what its files must hold, what is refused, and that an owner's box is played without
compiling."""

import json

import pytest

import tripolis
from tripolis import BadBox
from tripolis.games.ubuild.box.files import FILES, read_box, standard_box
from tripolis.games.ubuild.face.district_cards import card_lines
from tripolis.games.ubuild.face.labels import STATUS_TITLES, status_title
from tripolis.games.ubuild.rules.state import DISTRICT_IDS


def changed(file, path, value):
    """The standard box with one value changed."""
    files = dict(standard_box())
    data = json.loads(files[file])
    at = data
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    files[file] = json.dumps(data, ensure_ascii=False)
    return files


def test_the_standard_box():
    """22 districts in groups of 2, 3, 3, 3, 3, 3, 3, 2; 12 doubles; 17 cards; 91 buildings (p. 2)."""
    box = read_box()
    sizes = [box.groups.count(group) for group in range(8)]
    assert sizes == [2, 3, 3, 3, 3, 3, 3, 2]
    assert len(box.doubles) == 12 and len(box.cards) == 17
    assert sum(box.constants["stock"].values()) == 91
    assert set(standard_box()) == set(FILES)


def test_every_value_has_a_status_that_can_be_said():
    box = read_box()
    for d in range(22):
        lines = card_lines(box, d)
        assert len(lines) == 13
        for line in lines:
            assert line.status.split(":")[0] in STATUS_TITLES, line
            assert str(line.certainty)
    for row in (*box.tiles, *box.tracks.values(), *box.cards):
        assert row["status"]
    assert status_title("anything else") == STATUS_TITLES["reconstructed"]


def test_rents_rise_and_industry_costs_more():
    """What the reconstruction must hold to be believed at all."""
    for row in read_box().districts:
        rents = [row["base_rent"], *row["rents"]]
        assert rents == sorted(set(rents)) and row["industrial"] > row["residential"]


@pytest.mark.parametrize(
    ("file", "path", "value", "sentence"),
    [
        ("districts.json", ("districts", 0, "price"), 12345, "multiple of 10000"),
        ("districts.json", ("districts", 0, "price"), 0, "multiple of 10000"),
        ("districts.json", ("districts", 0, "id"), "zz", "these, in this order"),
        ("districts.json", ("districts", 3, "group"), "mauve", "the group is one of"),
        ("districts.json", ("districts", 3, "name"), "", "a name has 1 to"),
        ("districts.json", ("districts", 3, "rents"), [10000], "rents has 8 amounts"),
        ("tracks.json", ("tiles", 0, "halves"), ["b1", "b1"], "each district exactly once"),
        ("tracks.json", ("tiles", 0, "id"), "b", "two capital letters"),
        ("tracks.json", ("tracks", "classic", "layout"), "nonsense", "This is not a track"),
        ("tracks.json", ("tracks", "classic", "layout"), "pro:GO:0:", "must begin with its name"),
        ("tracks.json", ("tracks", "starter", "layout"), "starter:GO:0:", "starter: "),
        ("tracks.json", ("tracks", "pro"), None, "the track pro is missing"),
        ("cards.json", ("cards", 0, "up", "op"), "explode", "op is one of"),
        ("cards.json", ("cards", 0, "up", "n"), 99, "a number from 1 to 8"),
        ("cards.json", ("cards", 10, "up", "op"), "go_to_jail", "the same event for both"),
        ("cards.json", ("cards", 12, "up", "space"), "moon", "go or free_parking"),
        ("cards.json", ("cards", 0, "up", "kind"), "wood", "residential or industrial"),
        ("constants.json", ("constants", "salary", "value"), -5, "multiple of 10000"),
        ("constants.json", ("constants", "stock", "value", "tower"), 2, "a number from 0 to 1"),
        ("constants.json", ("constants", "max_blocks"), None, "the constant max_blocks is missing"),
    ],
)
def test_a_wrong_box_is_refused_with_a_sentence(file, path, value, sentence):
    with pytest.raises(BadBox, match=sentence) as found:
        tripolis.game("ubuild", box=changed(file, path, value))
    assert found.value.file == file


def test_files_that_are_missing_unknown_or_broken():
    files = dict(standard_box())
    with pytest.raises(BadBox, match="missing"):
        tripolis.game("ubuild", box={name: text for name, text in files.items() if name != "cards.json"})
    with pytest.raises(BadBox, match="no such file"):
        tripolis.game("ubuild", box={**files, "more.json": "{}"})
    with pytest.raises(BadBox, match="not valid JSON"):
        tripolis.game("ubuild", box={**files, "cards.json": "{"})


def test_an_owner_replaces_a_value_and_a_name():
    """The match file carries the box, and the new value is played and shown."""
    files = changed("districts.json", ("districts", DISTRICT_IDS.index("l3"), "price"), 2_000_000)
    data = json.loads(files["districts.json"])
    data["districts"][DISTRICT_IDS.index("l3")] |= {"name": "Am Hafen", "price_status": "known"}
    files["districts.json"] = json.dumps(data, ensure_ascii=False)
    game = tripolis.game("ubuild", box=files, track="classic", players=2)
    d = DISTRICT_IDS.index("l3")
    assert game.box[0].price[d] == 200 and game.box_hash != "standard"
    match = game.new(1)
    scene = match.position.scene()
    assert "Am Hafen" in str(scene["district-l3"].label)
    deed = [str(mark.text) for mark in scene["title-l3"].marks]
    price = deed.index("Price")
    assert deed[price : price + 3] == ["Price", "2M", ""], "a known price has no ? beside it"
    for _ in range(10):
        match.play(match.legal()[0])
    again = tripolis.Match.parse(str(match))
    assert again == match and again.game.box[0].price[d] == 200


def test_a_box_with_other_tiles_and_stock():
    """Group sizes, tile contents and numbers of pieces may differ in a real box."""
    files = changed("districts.json", ("districts", DISTRICT_IDS.index("l3"), "group"), "brown")
    files["constants.json"] = changed("constants.json", ("constants", "stock", "value", "hazard"), 5)["constants.json"]
    game = tripolis.game("ubuild", box=files, track="pro", players=3, round_limit=3)
    assert bin(game.box[0].group_set[0]).count("1") == 3 and game.box[0].n_hazards == 5
    match = game.new(3)
    while not match.over:
        match.play(int(game.call("call_choose")(match.seen_by(match.actor).records, game.box, game.work)))
