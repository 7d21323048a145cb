"""Two server processes on one PostgreSQL. Both hear only half of all notices, in all of these tests."""

import json
import os
import random
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from tests.server.crowd import Crowd, Faulty, read
from tests.server.people import comparable, fold, join, set_up, table_of, until, until_cut
from tripolis.server.commands import host_link
from tripolis.server.settings import Settings

SOAK = bool(os.environ.get("TRIPOLIS_SOAK"))
SECONDS = 3
"""Within so many seconds everybody sees a move, even if its notice got lost."""


class Lossy(Faulty):
    """A server process that hears only half of the notices."""

    @property
    def lost_notices(self):
        return self.log.read_text().count("lost notice")

    @property
    def sweeps(self):
        """Does this process hold the lease?"""
        with self.client() as client:
            return "tripolis_sweeps 1.0" in client.get("/metrics").text


@pytest.fixture(scope="module")
def processes(postgres, tmp_path_factory):
    """Two processes of one host, not started."""
    folder, database = tmp_path_factory.mktemp("pair"), postgres.database()
    found = [Lossy(folder, database, FAULTY_LOSES="0.5") for _ in range(2)]
    yield found
    for server in found:
        server.kill()


@pytest.fixture
def pair(processes):
    """Both of them, running: who was killed by another test is started again."""
    for server in processes:
        if server.process is None:
            server.start(wait=False)
    for server in processes:
        server.wait()
    return processes


@pytest.fixture
def clients(pair):
    """A client of each process."""
    with pair[0].client() as first, pair[1].client() as second:
        yield first, second


class Watcher(threading.Thread):
    """Listens to a table, and remembers when it has seen which seq."""

    def __init__(self, server, person, seated):
        super().__init__(daemon=True)
        self.socket = server.stream(person.table, person.token if seated else None).__enter__()
        self.state, self.seen, self.error = {}, {}, ""

    def run(self):
        try:
            for text in self.socket:
                message, at = json.loads(text), time.monotonic()
                before = self.state.get("seq", 0)
                self.state = fold(self.state, message)
                self.seen |= dict.fromkeys(range(before + 1, message["seq"] + 1), at)
        except Exception as error:
            self.error = repr(error)


def test_every_client_sees_every_move_within_3_s_though_half_of_all_notices_are_lost(pair, clients):
    people = table_of(clients[0], "Ada", "Ben")
    lost = [server.lost_notices for server in pair]
    watchers = [Watcher(server, person, seated) for server in pair for person in people for seated in (True, False)]
    for watcher in watchers:
        watcher.start()
    done = {}
    chance = random.Random(1)
    for n in range(10_000 if SOAK else 24):
        seen = people[0].look()
        if seen["state"]["status"] != "playing":
            break
        actor = people[seen["position"]["actor"]]
        actor.client = clients[n % 2]
        legal = actor.look()["legal"]
        seq = actor.play(chance.choice(legal)["move"])["seq"]
        done[seq] = time.monotonic()
        if n % 2 or n >= 20:  # nothing follows that would bring it along
            while any(seq not in watcher.seen for watcher in watchers) and time.monotonic() < done[seq] + SECONDS:
                time.sleep(0.01)
    for watcher in watchers:
        assert not watcher.error
        late = {seq: round(watcher.seen.get(seq, 1e9) - at, 2) for seq, at in done.items()}
        assert max(late.values()) < SECONDS, f"seconds until each move was seen: {late}"
    for one, other in zip(watchers[:4], watchers[4:], strict=True):
        one.socket.close()
        other.socket.close()
        assert comparable(one.state) == comparable(other.state)
    thrown = [server.lost_notices - before for server, before in zip(pair, lost, strict=True)]
    assert min(thrown) > 2, f"only {thrown} notices got lost"
    waits = sorted(watcher.seen[seq] - at for watcher in watchers for seq, at in done.items())
    print(
        f"{len(done)} moves, {thrown} notices lost, {waits[len(waits) // 2]:.3f} s at the median, {waits[-1]:.2f} s at most"
    )


def test_who_sits_down_at_one_process_can_act_at_the_other_at_once(pair, clients):
    for n in range(6):
        ada = set_up(clients[0], "me", "open")
        with pair[1].stream(ada.table) as watching:  # so that the other process has the table open, as it was
            watching.recv(timeout=30)
            ben = join(clients[0], ada.table, "Ben")
            ben.client = clients[1]
            if n % 2:
                ben.do("ready")
            else:
                with pair[1].stream(ada.table, ben.token) as talking:
                    talking.send(json.dumps({"do": "ready", "id": "r"}))
                    answers = (json.loads(text) for text in talking)
                    answer = next(found for found in answers if found["type"] in ("done", "problem"))
                    assert answer["type"] == "done", answer


def test_what_the_host_decides_at_one_process_holds_at_the_other(pair, clients):
    people = table_of(clients[0], "Ada", "Ben")
    host = {"X-Tripolis-Host": host_link(Settings(data=pair[0].folder)).rpartition("#")[2]}
    overview = clients[1].get("/api/host/", headers=host).json()
    [ben] = [one["id"] for one in overview["guests"] if one["name"] == "Ben" and people[0].table in one["tables"]]
    with pair[1].stream(people[0].table, people[1].token) as stream:
        stream.recv()
        clients[0].post("/api/host/restrict", json={"guest": ben, "kind": "ban"}, headers=host)
        until_cut(stream)
    people[1].client = clients[1]
    assert people[1].ask("chat", text="hello").json()["code"] == "banned"
    clients[1].post("/api/host/restrict", json={"guest": ben, "kind": "ban", "on": False}, headers=host)
    people[1].client = clients[0]
    until(lambda: people[1].ask("chat", text="hello").status_code == 200)


def test_one_message_sent_to_two_processes_counts_once(pair, clients):
    people = table_of(clients[0], "Ada", "Ben")
    table = people[0].table
    with ThreadPoolExecutor(4) as pool:
        for n in range(200 if SOAK else 40):
            actor = people[people[0].look()["position"]["actor"]]
            seen = actor.look()
            if not seen["legal"]:
                break
            path, headers = f"/api/tables/{table}/moves", actor.headers
            same = {"moves": [seen["legal"][0]["move"]], "id": f"n-{n}", "seq": seen["seq"]}
            bodies = [same, same] if n % 2 else [same, same | {"id": f"other-{n}"}]
            asked = [
                pool.submit(client.post, path, json=body, headers=headers)
                for client, body in zip(clients, bodies, strict=True)
            ]
            answers = [found.result() for found in asked]
            good = [answer.json()["seq"] for answer in answers if answer.status_code == 200]
            if n % 2:
                assert len(good) == 2 and good[0] == good[1], [answer.text for answer in answers]
            else:
                made = people[0].look()["position"]["ply"]
                assert len(set(good)) == len(good) and made == n + len(good), [answer.text for answer in answers]
                assert len(good) == 1, [answer.text for answer in answers]
                refused = next(answer for answer in answers if answer.status_code != 200)
                assert refused.status_code in (409, 422), refused.text


def test_who_has_given_a_seat_away_can_act_at_no_process(pair, clients):
    for _ in range(6):
        ada = set_up(clients[0], "me", "bot:greedy", start=True)
        with pair[1].stream(ada.table) as watching:
            watching.recv(timeout=30)
            secret = ada.do("keep")["secret"]
            taken = clients[0].post("/api/keep", json={"secret": secret, "name": "Ada"})
            assert taken.status_code == 200, taken.text
            clients[0].cookies.clear()
            ada.client = clients[1]
            answer = ada.ask("chat", text="Is this still my seat?")
            assert answer.status_code == 403, answer.text


def holder(pair):
    """The process that sweeps, and the other."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        found = [server.sweeps for server in pair]
        if sum(found) == 1:
            return pair[found.index(True)], pair[found.index(False)]
        time.sleep(0.2)
    pytest.fail("nobody holds the lease, or both do")


@pytest.mark.parametrize("sweeps", [True, False] * (3 if SOAK else 1))
def test_one_of_two_processes_is_killed_under_load_and_clients_go_on_at_the_other(pair, tmp_path, sweeps):
    seed = random.SystemRandom().randrange(1 << 32)
    chance = random.Random(seed)
    one, other = holder(pair)
    dying, living = (one, other) if sweeps else (other, one)
    crowd = Crowd([dying, living], seed, pace=0.03)
    crowd.gather(
        ("rest", "rest"),
        ("stream", "stream"),
        ("rest", "bot:random", "stream"),
        ("bot:greedy", "stream", "bot:random", "bot:greedy"),
    )
    with dying.client() as client:
        alone = [set_up(client, "bot:random", "bot:greedy", "bot:random", start=True).table for _ in range(4)]
        crowd.begin()
        crowd.next_acknowledgement()
        time.sleep(chance.uniform(0.2, 1))
        assert crowd.is_playing()
        open_now = [client.get(f"/api/tables/{table}").json()["state"]["status"] for table in alone]
        dying.kill()
    assert "playing" in open_now, f"seed {seed}: the bots had finished before the kill"
    crowd.finish()
    with living.client() as client:
        figures = crowd.check(living.database, client, tmp_path)
        deadline = time.monotonic() + 120
        for table in alone:
            while client.get(f"/api/tables/{table}").json()["state"]["status"] != "over":
                assert time.monotonic() < deadline, f"seed {seed}: nobody has taken up the bots' turn at {table}"
                time.sleep(0.1)
    for entries in read(living.database, alone).values():
        turns = [entry.client_id for entry in entries if entry.kind == "moves"]
        assert len(set(turns)) == len(turns) and None not in turns
    assert living.sweeps
    print(f"seed {seed}: {figures}, at the kill {open_now}")
