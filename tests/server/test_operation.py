"""What hosts rely on: probes, figures, logs without secrets, a good end, and settings that are refused in one
sentence."""

import contextlib
import json
import os
import re
import subprocess
import sys
import time

import httpx
import pytest
from prometheus_client.parser import text_string_to_metric_families
from websockets.exceptions import ConnectionClosed

from tests.fork_server import python
from tests.server.people import join, set_up
from tests.server.servers import Server, descendants
from tripolis.engine.errors import BadOptions
from tripolis.server.app import create_app
from tripolis.server.settings import Settings, from_environment

PLAIN = {"TRIPOLIS_PLAIN": "1", "TRIPOLIS_LANG": "en"}
"""Rules as plain Python start at once; nobody plays fast here."""
NONCE = "5ec2e7" * 8
BOTS_THAT_NEVER_START = """
import sys, uvicorn
from tripolis.server import logs
from tripolis.server.app import create_app
from tripolis.server.commands import web_server
from tripolis.server.settings import from_environment
settings = from_environment()
logs.set_up(settings.log_level)
worker = (sys.executable, "-c", "import time; time.sleep(300)")
uvicorn.run(create_app(settings, worker=worker), **web_server(settings))
"""


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server that logs as much as it can."""
    found = Server(tmp_path_factory.mktemp("operation"), TRIPOLIS_SERVER_LOG_LEVEL="debug", **PLAIN).start()
    yield found
    if found.process is not None:
        found.stop()


@pytest.fixture
def client(server):
    with server.client() as found:
        yield found


def until(true, seconds=60):
    """Wait for something that must come."""
    deadline = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < deadline, "it did not come"
        time.sleep(0.05)
    return found


# ---------------------------------------------------------------------- probes


def test_a_server_is_alive_and_ready(client):
    assert client.get("/health").json() == {"status": "alive"}
    answer = client.get("/ready")
    assert answer.status_code == 200 and answer.json() == {"status": "ready", "bots": True, "database": True}


def test_probes_answer_to_any_name(client):
    """An orchestrator asks by address."""
    for path in ("/health", "/ready"):
        assert client.get(path, headers={"Host": "10.1.2.3"}).status_code == 200
    assert client.get("/api/games", headers={"Host": "10.1.2.3"}).status_code == 421


@pytest.mark.slow
def test_it_is_alive_but_not_ready_while_bots_compile(tmp_path):
    server = Server(tmp_path / "slow", **PLAIN)
    environment = {"PORT": str(server.port), "DATA": str(tmp_path), "BOT_WORKERS": "1"}
    process = subprocess.Popen(
        [sys.executable, "-c", BOTS_THAT_NEVER_START],
        env={**os.environ, **PLAIN, **{f"TRIPOLIS_SERVER_{name}": value for name, value in environment.items()}},
        stderr=subprocess.DEVNULL,
    )

    def get(path):
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{server.base}{path}", timeout=30)

    try:
        assert until(lambda: get("/health")).json() == {"status": "alive"}
        answer = get("/ready")
        assert answer.status_code == 503
        assert answer.json() == {"status": "not ready", "bots": False, "database": True}
        assert get("/api/games").status_code == 200, "whatever needs no bots is served already"
    finally:
        children = descendants(process.pid)
        process.terminate()
        process.wait(30)
    assert until(lambda: not any(alive(child) for child in children)), "the bots' processes are still there"


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


# --------------------------------------------------------------------- figures


def figures(client):
    """All samples of /metrics: (name, labels) to value."""
    answer = client.get("/metrics")
    assert answer.status_code == 200 and answer.headers["content-type"].startswith("text/plain; version=0.0.4")
    families = list(text_string_to_metric_families(answer.text))
    assert all(family.documentation for family in families)
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value for family in families for sample in family.samples
    }


def test_figures_count_what_happens(server, client):
    before = figures(client)
    ada = set_up(client, "me", "bot:greedy", start=True)
    assert client.get("/api/tables/nowhere").status_code == 404
    with server.stream(ada.table, ada.token) as stream:
        assert json.loads(stream.recv())["type"] == "snapshot"
        after = figures(client)
        assert after[("tripolis_listeners",)] == before[("tripolis_listeners",)] + 1
    until(lambda: figures(client)[("tripolis_listeners",)] == before[("tripolis_listeners",)])

    def grew(name, **labels):
        key = (name, *sorted(labels.items()))
        return after[key] - before.get(key, 0)

    assert grew("tripolis_requests_total", kind="http", status="201") == 1
    assert grew("tripolis_requests_total", kind="http", status="404") == 1
    assert grew("tripolis_request_seconds_count") == sum(
        value - before.get(key, 0)
        for key, value in after.items()
        if key[0] == "tripolis_requests_total" and ("kind", "http") in key
    )
    assert grew("tripolis_tables_in_memory") == 1
    assert grew("tripolis_writes") >= 3 and 0 < grew("tripolis_commits") <= grew("tripolis_writes")
    assert after[("tripolis_sweeps",)] == 1
    assert {"tripolis_bot_decisions", "tripolis_bot_failures", "tripolis_notices_heard"} <= {key[0] for key in after}


def test_figures_name_nobody(client):
    ada = set_up(client, "me", "open", name="Figureless")
    text = client.get("/metrics").text
    for secret in (ada.table, ada.token, "Figureless"):
        assert secret not in text


def test_figures_can_be_switched_off():
    paths = [{route.path for route in create_app(Settings(metrics=on)).routes} for on in (True, False)]
    assert paths[0] - paths[1] == {"/metrics"}


# ------------------------------------------------------------------------ logs


def log_of(server):
    """All lines of the log; every one is JSON."""
    return [json.loads(line) for line in server.log.read_text(encoding="utf-8").splitlines()]


def test_every_line_of_the_log_is_json_and_names_its_request(server, client):
    good, bad = client.get("/api/games"), client.get("/api/tables/nowhere")
    assert re.fullmatch("[0-9a-f]{16}", good.headers["x-request-id"])
    assert bad.json()["request"] == bad.headers["x-request-id"] != good.headers["x-request-id"]
    for answer, path in ((good, "/api/games"), (bad, "/api/tables/nowhere")):
        request = answer.headers["x-request-id"]
        [line] = until(lambda request=request: [line for line in log_of(server) if line.get("request") == request])
        assert line["message"] == f"GET {path} {answer.status_code}"
        assert line["level"] == "info" and line["logger"] == "tripolis.server.access"
        assert line["ms"] > 0 and line["address"] == "127.0.0.1"
        assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])


def test_secrets_never_get_into_the_log(server):
    with server.client() as client, server.client(headers={"X-Tripolis": "1"}) as browser:
        assert browser.post("/api/guest", json={"name": "Secretive"}).status_code == 200
        cookie = browser.cookies["tripolis"]
        ada = set_up(browser, "me", "open", clock={"kind": "days", "days": 1})
        ben = join(client, ada.table, "Ben")
        ben.do("ready", nonce=NONCE)
        assert browser.post(f"/api/tables/{ada.table}/ready", json={"nonce": NONCE[::-1]}).status_code in (200, 400)
        feed = browser.post("/api/guest/feed", json={}).json()["path"]
        assert browser.get(feed).status_code == 200
        assert client.get(f"{feed}/more").status_code == 404
        keep = browser.post(f"/api/tables/{ada.table}/keep", json={}).json()["secret"]
        assert client.post("/api/keep", json={"secret": f"{keep}x"}).status_code == 404
        assert client.post("/api/keep", json={"secret": keep, "nonsense": keep}).status_code == 400
        client.get(f"/api/tables/{ada.table}?token={ben.token}&secret={keep}")
        client.get("/api/home", headers={"Authorization": f"Basic {ben.token}"})
        client.get("/api/home", headers={"Cookie": f"tripolis={cookie}x"})
        with server.stream(ada.table, ben.token) as stream:
            stream.recv()
            stream.send(json.dumps({"do": "ready", "nonce": NONCE, "token": ben.token}))
            assert json.loads(stream.recv())["type"] == "problem"
        ben.do("chat", text="between us")
        last = client.get("/api/games").headers["x-request-id"]
    until(lambda: any(line.get("request") == last for line in log_of(server)))
    text = server.log.read_text(encoding="utf-8")
    assert "/api/feed/..." in text, "feeds are logged without their secret"
    key = (server.folder / "signing.key").read_bytes().hex()
    secrets = [ada.token, ben.token, cookie, cookie.partition(".")[0], feed.rpartition("/")[2], keep, NONCE, key]
    for secret in filter(None, [*secrets, "between us", "Secretive"]):
        assert secret not in text


# --------------------------------------------------------------------- the end


@pytest.mark.slow
def test_a_server_ends_well_and_comes_back(tmp_path):
    server = Server(tmp_path / "server", **PLAIN).start()
    with server.client() as client:
        ada = set_up(client, "me", "bot:greedy", start=True)
        seq = ada.look()["seq"]
        with server.stream(ada.table, ada.token) as stream:
            stream.recv()
            process, children = server.process, descendants(server.process.pid)
            process.terminate()
            with contextlib.suppress(ConnectionClosed):
                for _ in range(1000):
                    stream.recv(timeout=60)
            assert stream.close_code == 1012
    assert process.wait(60) == 0
    assert children and until(lambda: not any(alive(child) for child in children)), "bots are left behind"
    assert "Traceback" not in server.log.read_text()
    server.start()
    with server.client() as client:
        ada.client = client
        assert ada.look()["seq"] >= seq
    server.stop()


# -------------------------------------------------------------------- settings


def serve(*arguments, **environment):
    return subprocess.run(
        [python(plain=True), "-m", "tripolis.cli", "serve", *map(str, arguments)],
        env={**os.environ, **PLAIN, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


BAD = {
    "a port that there is not": (["--port", "70000"], {}, "70000"),
    "a negative port": (["--port", "-1"], {}, "-1"),
    "a port in the environment that is no number": ([], {"PORT": "many"}, "TRIPOLIS_SERVER_PORT"),
    "a port in the environment that there is not": ([], {"PORT": "99999"}, "99999"),
    "a level of the log": (["--log-level", "loud"], {}, "loud"),
    "a level in the environment": ([], {"LOG_LEVEL": "loud"}, "loud"),
    "a database that is none": (["--database", "nonsense"], {}, "nonsense"),
    "a database of another kind": (["--database", "mysql://localhost/x"], {}, "mysql"),
    "a proxy that is no address": (["--trust-proxy", "my-proxy"], {}, "my-proxy"),
    "a proxy in the environment": ([], {"TRUSTED_PROXIES": "10.0.0.1, my-proxy"}, "my-proxy"),
    "several processes on SQLite": (["--processes", "2"], {}, "PostgreSQL"),
    "yes or no": ([], {"DEBUG": "maybe"}, "TRIPOLIS_SERVER_DEBUG"),
    "a folder that cannot be made": (["--data", "/proc/tripolis"], {}, "/proc/tripolis"),
    "a number of bots": ([], {"BOT_WORKERS": "few"}, "TRIPOLIS_SERVER_BOT_WORKERS"),
}


@pytest.mark.slow
@pytest.mark.parametrize("wrong", BAD)
def test_a_wrong_setting_is_refused_in_one_sentence(wrong, tmp_path):
    flags, environment, named = BAD[wrong]
    ran = serve("--data", tmp_path, *flags, **{f"TRIPOLIS_SERVER_{name}": value for name, value in environment.items()})
    assert ran.returncode == 2 and ran.stdout == ""
    assert re.fullmatch(r"tripolis: .*\.\n", ran.stderr) and named in ran.stderr, ran.stderr
    assert not list(tmp_path.glob("*.sqlite")), "nothing is made before all is checked"


def test_flags_go_before_the_environment_and_that_before_the_defaults(monkeypatch):
    for name in [name for name in os.environ if name.startswith("TRIPOLIS_SERVER_")]:
        monkeypatch.delenv(name)
    assert from_environment().port == 8600 and from_environment(port=None).host == "127.0.0.1"
    monkeypatch.setenv("TRIPOLIS_SERVER_PORT", "8700")
    monkeypatch.setenv("TRIPOLIS_SERVER_METRICS", "no")
    monkeypatch.setenv("TRIPOLIS_SERVER_ALLOWED_HOSTS", "one.example, two.example")
    monkeypatch.setenv("TRIPOLIS_SERVER_CLOSE_IDLE_DAYS", "2.5")
    found = from_environment(host="127.0.0.2")
    assert (found.host, found.port, found.metrics, found.close_idle_days) == ("127.0.0.2", 8700, False, 2.5)
    assert {"one.example", "two.example", "127.0.0.2", "localhost"} <= found.hosts
    assert from_environment(port=8800).port == 8800


def test_networks_of_proxies_are_understood():
    found = from_environment(trusted_proxies=("10.0.0.0/8", "::1"))
    assert [found.trusts(text) for text in ("10.1.2.3", "::1", "11.0.0.1", "unknown")] == [True, True, False, False]
    with pytest.raises(BadOptions):
        from_environment(trusted_proxies=("10.0.0.0/99",))


def test_a_signing_key_is_readable_by_the_host_alone_and_stays(tmp_path, monkeypatch):
    monkeypatch.delenv("TRIPOLIS_SERVER_KEY", raising=False)
    settings = Settings(data=tmp_path / "data")
    key = settings.signing_key()
    assert len(key) >= 32 and settings.signing_key() == key
    assert (tmp_path / "data" / "signing.key").stat().st_mode & 0o777 == 0o600
    (tmp_path / "data" / "signing.key").write_bytes(b"short")
    with pytest.raises(BadOptions):
        settings.signing_key()
