"""Everything that a server sends through a whole match is searched for its secrets."""

import base64
import contextlib
import random
import sqlite3
import threading
import time

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from tripolis import Match, proof
from tripolis.server.storage.guests import hashed

ORDERED = 937
ORDER = f'"times":{ORDERED}'.encode()
"""How an automatic move would show."""


class Ear(threading.Thread):
    """Somebody who listens to a table, and keeps every byte."""

    def __init__(self, server, table, token=None, cookie=None):
        super().__init__(daemon=True)
        headers = {"Authorization": f"Bearer {token}"} if token else {"Cookie": cookie} if cookie else {}
        headers["Origin"] = server.base
        address = f"{server.base.replace('http', 'ws')}/api/tables/{table}/stream"
        self.line = connect(address, additional_headers=headers, max_size=None, compression=None, open_timeout=30)
        self.heard = []
        self.start()

    def run(self):
        with contextlib.suppress(ConnectionClosed):
            for message in self.line:
                self.heard.append(message.encode())


class Viewer:
    """Somebody who asks for everything there is, and keeps every answer with its headers."""

    def __init__(self, name, client, headers=None):
        self.name, self.client, self.headers, self.kept = name, client, headers or {}, []
        self.table = ""
        self.ear = None

    def ask(self, method, path, **body):
        answer = self.client.request(method, path, headers=self.headers, json=body if method != "GET" else None)
        assert answer.status_code < 500, answer.text
        told = [f"{key}: {value}" for key, value in answer.headers.items() if key != "set-cookie"]
        self.kept.append((f"{method} {path} {answer.status_code}", answer.content + "\n".join(told).encode()))
        return answer

    def here(self, method, deed, **body):
        return self.ask(method, f"/api/tables/{self.table}{deed}", **body)

    def messages(self):
        heard = [("stream", message) for message in self.ear.heard] if self.ear else []
        return [(f"{self.name}: {where}", text) for where, text in self.kept + heard]

    def ask_everything(self, legal):
        """All that one can look at or be refused."""
        move = legal[0] if legal else "1N1"
        for path in ("", "?after=2&lang=de", "/aid", "/hint", "/tri", "/verify", "/story", "/replay?ply=1&seat=1"):
            self.here("GET", path)
        self.here("GET", f"/why-not?move={move}")
        self.here("GET", "/why-not?path=site")
        self.here("POST", "/preview", moves=[move])
        for moves in (["??"], ["x", "x"], [move, "??"], ["5S5", move]):
            self.here("POST", "/moves", moves=moves)
        self.here("POST", "/moves", moves=[move], seq=1)
        self.here("POST", "/start")
        self.here("POST", "/mute", seat=99)
        for path in (
            "/api/home",
            "/api/games",
            f"/table/{self.table}",
            f"/table/{self.table}/picture.svg",
            "/",
            "/metrics",
        ):
            self.ask("GET", path)


class Database:
    """What stands in the database, where the secrets are."""

    def __init__(self, server, request):
        self.server, self.request = server, request

    def column(self, query):
        if self.server.database.startswith("sqlite"):
            with contextlib.closing(sqlite3.connect(self.server.folder / "tripolis.sqlite")) as found:
                return [row[0] for row in found.execute(query)]
        name = self.server.database.rpartition("/")[2]
        return self.request.getfixturevalue("postgres").sql(query, name).stdout.split()

    def secret(self, table):
        hexed = "hex(secret)" if self.server.database.startswith("sqlite") else "encode(secret, 'hex')"
        [found] = self.column(f"SELECT {hexed} FROM tables WHERE id = '{table}'")
        return bytes.fromhex(found)


def forms(secret):
    """How a secret of bytes could be written."""
    numbers = [int.from_bytes(secret, order) for order in ("big", "little")]
    encoded = [base64.b64encode(secret), base64.urlsafe_b64encode(secret)]
    return [secret, secret.hex().encode(), secret.hex().upper().encode(), *(str(n).encode() for n in numbers)] + [
        text.rstrip(b"=") for text in encoded
    ]


def finds(messages, secrets):
    """Where a secret is told: (name of the secret, where)."""
    return {
        (name, where)
        for where, text in messages
        for name, (written, owner) in secrets.items()
        if not (owner and where.startswith(owner)) and any(form in text for form in written)
    }


@pytest.fixture
def everyone(server):
    """Ada with a cookie, Ben with a token, somebody who watches with a cookie, and one who only has the link."""
    with contextlib.ExitStack() as stack:
        ada, watcher, passer, ben = (stack.enter_context(server.client()) for _ in range(4))
        for client, name in ((ada, "Ada"), (watcher, "Wim")):
            client.headers["X-Tripolis"] = "1"
            assert client.post("/api/guest", json={"name": name}).status_code == 200
        yield Viewer("Ada", ada), Viewer("Ben", ben), Viewer("Wim", watcher), Viewer("passer-by", passer)


def cookie_of(viewer):
    return viewer.client.cookies.get("tripolis") or ""


def test_no_secret_is_told_before_the_end_and_all_that_prove_the_shuffle_are_told_then(server, everyone, request):
    ada, ben, watcher, _ = everyone
    nonces = [random.Random(seat).randbytes(16).hex() for seat in range(2)]
    body = {"game": "quadropolis", "options": {"players": 3}, "seats": ["me", "open", "bot:greedy"], "public": True}
    made = ada.client.post("/api/tables", json=body | {"clock": {"kind": "days", "days": 3}, "hints": True}).json()
    table, tokens = made["table"], [made["token"]]
    tokens.append(ben.client.post(f"/api/tables/{table}/join", json={"name": "Ben"}).json()["token"])
    ben.headers["Authorization"] = f"Bearer {tokens[1]}"
    for viewer in everyone:
        viewer.table = table
        token = tokens[1] if viewer is ben else None
        viewer.ear = Ear(server, table, token, f"tripolis={cookie_of(viewer)}" if cookie_of(viewer) else None)
    commitment = ada.here("GET", "").json()["table"]["commitment"]
    watcher.here("POST", "/watch")
    feeds = [viewer.client.post("/api/guest/feed", json={}).json()["path"] for viewer in (ada, watcher)]
    keep = ada.client.post(f"/api/tables/{table}/keep", json={}).json()["secret"]
    for viewer, nonce in zip((ada, ben), nonces, strict=True):
        viewer.here("POST", "/ready", nonce=nonce, commitment=commitment)
    assert ada.here("POST", "/start").status_code == 200
    assert ben.here("POST", "/chat", text="hello").status_code == 200

    database = Database(server, request)
    secret = database.secret(table)
    seed = proof.final_seed(secret, [*nonces, ""])
    rows = database.column(f"SELECT guest FROM members WHERE table_id = '{table}'")
    ids = {cookie_of(viewer).partition(".")[0] for viewer in (ada, watcher)} | set(rows)
    assert len(ids) == 3 and all(len(found) == 32 for found in ids)
    proofs = {"secret": (forms(secret), ""), "seed": (forms(seed), "")}
    proofs |= {f"nonce {n}": (forms(bytes.fromhex(nonce)), "") for n, nonce in enumerate(nonces)}
    secrets = proofs | {f"token {n}": ([token.encode()], "") for n, token in enumerate(tokens)}
    secrets |= {f"hash {n}": ([hashed(token).encode()], "") for n, token in enumerate(tokens)}
    secrets |= {f"guest {found}": ([found.encode()], "") for found in ids}
    secrets |= {
        f"feed {path}": ([path.rpartition("/")[2].encode()], owner)
        for path, owner in zip(feeds, ("Ada", "Wim"), strict=True)
    }
    secrets |= {"keep": ([keep.encode(), hashed(keep).encode()], "")}
    secrets |= {"Ben's order": ([ORDER], "Ben")}
    secrets |= {"signing key": (forms((server.folder / "signing.key").read_bytes()), "")}

    plies, ordered, asked = 0, False, 0
    while (seen := ben.here("GET", "").json())["state"]["status"] == "playing":
        actor = seen["position"]["actor"]
        if actor == 2:
            time.sleep(0.02)
            continue
        mover = (ada, ben)[actor]
        legal = [each["move"] for each in mover.here("GET", f"?after={seen['seq'] - 1}").json()["legal"]]
        if not legal:
            continue
        if mover is ada and not ordered and ben.here("POST", "/order", move="x", times=ORDERED).status_code == 200:
            ordered = True
            for viewer in everyone:
                viewer.here("GET", "")
            assert ben.here("POST", "/order").status_code == 200
        if plies % 12 == 0:
            asked += 1
            for viewer in everyone:
                viewer.ask_everything(legal)
            for viewer, path in ((ada, feeds[0]), (watcher, feeds[1])):
                viewer.ask("GET", path)
            if mover.here("GET", "").json()["seq"] != seen["seq"]:
                continue
        mover.here("POST", "/moves", moves=[legal[plies % len(legal)]])
        plies += 1
        assert plies < 500
    assert asked > 3 and ordered

    over = {viewer: ask_at_the_end(viewer) for viewer in everyone}
    for viewer in everyone:
        before = [found for found in viewer.messages() if b'"status":"over"' not in found[1]]
        assert len(before) > plies and viewer.ear.heard
        before = [found for found in before if found not in over[viewer]]
        assert finds(before, secrets) == set()
        assert any(ORDER in text for _, text in before) == (viewer is ben), "only Ben is told of his order"
        others = {name: found for name, found in secrets.items() if name not in proofs}
        assert finds(viewer.messages(), others) == set(), "the end is no reason to tell these"
        told = {name for name, _ in finds(over[viewer], proofs)}
        assert told == set(proofs), "the proof is not whole"
        assert any(b'"proof":{"secret"' in text for text in viewer.ear.heard), "the stream tells it, too"
    match = Match.parse(ada.client.get(f"/api/tables/{table}/tri").text)
    assert proof.verify(match, kept=commitment).holds and match.seed == seed.hex()


def ask_at_the_end(viewer):
    """What is asked for when the match is over."""
    deadline = time.monotonic() + 30
    while not any(b'"status":"over"' in text for text in viewer.ear.heard):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    known = len(viewer.kept)
    for path in ("", "/tri", "/verify"):
        viewer.here("GET", path)
    viewer.ear.line.close()
    viewer.ear.join(10)
    return [(f"{viewer.name}: {where}", text) for where, text in viewer.kept[known:]]
