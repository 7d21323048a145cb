"""Frames that are broken, binary or too large, and streams of nothing."""

import contextlib
import json

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tests.server.harm.asking import what_comes

FRAMES = [
    "", "null", "[]", "1", '"x"', "{", "nonsense", "{}", '{"do": null}', '{"do": []}', '{"do": {}}', '{"do": 5}', '{"do": "fly"}',
    '{"do": "join"}', '{"do": "options"}', '{"do": "__class__"}', '{"do": "moves"}', '{"do": "moves", "moves": null}',
    '{"do": "chat", "text": 5}', '{"do": "chat", "text": "\\u0000"}', '{"do": "chat", "text": "\\ud800"}',
    '{"do": "chat", "text": "x", "x": 1}', '{"do": "chat", "text": ""}', '{"do": "mute", "seat": NaN}',
    '{"do": "mute", "seat": 1e999}', '{"do": "mute", "seat": ' + "9" * 5000 + "}", "[" * 60_000, '{"do":' * 10_000,
    '{"do": "chat", "text": ' + "[" * 30_000 + "]" * 30_000 + "}", '{"do": "resume", "id": "\\u0000"}',
    '{"do": "resume", "id": "\\ud800"}', '{"do": "resume", "id": 5}', '{"do": "resume", "id": "' + "x" * 41 + '"}',
]  # fmt: skip


@pytest.mark.both_databases
def test_a_broken_frame_is_a_problem_and_the_stream_goes_on(server, people):
    ada = people[0]
    before = ada.look()["seq"]
    with server.stream(ada.table, ada.token) as stream:
        stream.recv(30)
        for frame in FRAMES:
            stream.send(frame)
            told = json.loads(stream.recv(30))
            assert told["type"] == "problem" and told["code"] and told["detail"] and told["status"] < 500, frame[:80]
            stream.send('{"do": "ping", "id": "still here"}')
            assert json.loads(stream.recv(30))["type"] == "pong", frame[:80]
    assert ada.look()["seq"] == before


@pytest.mark.parametrize("frame", [b"\xff\xfe\x00", b"{}", b'{"do": "ping"}', b""], ids=str)
def test_a_binary_frame_is_answered_or_ends_the_stream_in_good_order(server, people, frame):
    with server.stream(people[0].table, people[0].token) as stream:
        stream.recv(30)
        stream.send(frame)
        stream.send('{"do": "ping", "id": "p"}')
        assert what_comes(stream) in ("problem", "pong", 1003, 1007, 1008)


def test_a_frame_that_is_too_large_ends_the_stream(server, people):
    for size, expected in ((60 * 1024, ("pong",)), (65 * 1024, (1009, "cut")), (4 << 20, (1009, "cut"))):
        with server.stream(people[0].table, people[0].token) as stream:
            stream.recv(30)
            with contextlib.suppress(ConnectionClosed):
                stream.send('{"do": "ping", "x": "' + "x" * size + '"}')
            assert what_comes(stream) in expected
    assert people[0].look()["seq"]


@pytest.mark.both_databases
def test_streams_of_nothing_say_so_and_close(server, people):
    for table in ("nothing", "%00", "x" * 200):
        with server.stream(table) as stream:
            told = json.loads(stream.recv(30))
            assert told["type"] == "problem" and told["code"] in ("no_table", "bad_request"), told
            with pytest.raises(ConnectionClosed) as closed:
                stream.recv(30)
            assert closed.value.rcvd.code in (4404, 4400)


def test_a_stream_to_a_wrong_address_is_refused(server, people):
    table = people[0].table
    for path in ("/api/nothing", f"/api/tables/{table}", f"/api/tables/{table}/stream?after=-1", "/"):
        try:
            with connect(f"ws://127.0.0.1:{server.port}{path}", open_timeout=30, compression=None) as stream:
                found = what_comes(stream)
        except InvalidStatus as refused:
            found = refused.response.status_code
        assert found in ("problem", 400, 403, 404, 405, 4400, 4404, 4405), path
