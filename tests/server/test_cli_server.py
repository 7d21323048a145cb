"""Commands around the server, as a person uses them: serve, play, verify."""

import os
import random
import re
import signal
import socket
import subprocess
import sys
import threading

import httpx
import pytest

import tripolis
from tests.server.servers import START_SECONDS, free_port
from tripolis import proof
from tripolis.engine.match import Match

pytestmark = pytest.mark.slow

PLAIN = {"TRIPOLIS_PLAIN": "1", "TRIPOLIS_LANG": "en", "PYTHONUNBUFFERED": "1"}
WITHOUT = """
import sys

class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {hidden!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)

import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name.partition(".")[0] in {hidden!r} else find_spec(name, package)
sys.meta_path.insert(0, Hide())
from tripolis.cli import main
sys.argv = ["tripolis", *{arguments!r}]
main()
"""
SERVER_PARTS = [
    "litestar",
    "uvicorn",
    "sqlalchemy",
    "alembic",
    "msgspec",
    "asyncpg",
    "aiosqlite",
    "websockets",
    "segno",
]


def tripolis_command(*arguments, **environment):
    return subprocess.run(
        [sys.executable, "-m", "tripolis.cli", *map(str, arguments)],
        env={**os.environ, **PLAIN, **environment},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def without(hidden, *arguments):
    """Run a command where some packages are not installed."""
    program = WITHOUT.format(hidden=hidden, arguments=[*map(str, arguments)])
    return subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, **PLAIN},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


class Running:
    """A command that goes on until it is stopped; what it says is collected."""

    def __init__(self, *arguments, **environment):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tripolis.cli", *map(str, arguments)],
            env={**os.environ, **PLAIN, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )
        self.said = []
        self.changed = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        for line in self.process.stdout:
            with self.changed:
                self.said.append(line)
                self.changed.notify_all()
        with self.changed:
            self.said.append("")
            self.changed.notify_all()

    def wait_for(self, pattern):
        """The first line that fits."""
        with self.changed:
            found = self.changed.wait_for(
                lambda: (
                    next((re.search(pattern, line) for line in self.said if re.search(pattern, line)), None)
                    or ("" in self.said and "ended")
                ),
                START_SECONDS,
            )
        assert isinstance(found, re.Match), f"{pattern} was not said, but: {self.said}"
        return found

    def stop(self, how):
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


# ------------------------------------------------------------------- not installed


@pytest.mark.parametrize("command", [["serve"], ["play", "--no-browser"]])
def test_without_the_extra_it_says_what_to_install(command):
    ran = without(SERVER_PARTS, *command)
    assert ran.returncode == 2 and ran.stdout == ""
    assert ran.stderr == "tripolis: The server is not installed: pip install 'tripolis[server]'\n"


def test_without_asyncpg_it_says_what_postgres_needs(tmp_path):
    ran = without(["asyncpg"], "serve", "--data", tmp_path, "--database", "postgresql+asyncpg://localhost/x")
    assert ran.returncode == 2
    assert ran.stderr.endswith("pip install 'tripolis[postgres]'\n") and ran.stderr.count("\n") == 1


def test_everything_else_works_without_the_extra(tmp_path):
    ran = without(SERVER_PARTS, "--help")
    assert ran.returncode == 0 and "serve" in ran.stdout
    ran = without(SERVER_PARTS, "box", "export", "quadropolis", tmp_path / "box")
    assert ran.returncode == 0, ran.stderr


# ----------------------------------------------------------------------- running


def test_a_server_for_others_warns_first(tmp_path):
    """Only the loopback is used here, and the server is ended at once."""
    port = free_port()
    running = Running("serve", "--host", "0.0.0.0", "--port", port, "--data", tmp_path, "--bot-workers", 1)
    try:
        assert "https" in running.wait_for("Warning: other machines can reach this server.*").group()
        running.wait_for(rf"Tripolis listens on http://0\.0\.0\.0:{port}/")
    finally:
        running.stop(signal.SIGTERM)


def test_a_server_for_this_machine_does_not_warn(tmp_path):
    port = free_port()
    running = Running("serve", "--port", port, "--data", tmp_path, "--bot-workers", 1, "--log-level", "error")
    try:
        running.wait_for(rf"Tripolis listens on http://127\.0\.0\.1:{port}/")
        running.wait_for(rf"For you as the host, and nobody else: http://127\.0\.0\.1:{port}/host#[\w-]{{22}}")
    finally:
        running.stop(signal.SIGTERM)
    assert "Warning" not in "".join(running.said)


def test_play_takes_a_free_port_and_says_the_address(tmp_path):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        usual = taken.getsockname()[1]
        environment = {"TRIPOLIS_SERVER_DATA": str(tmp_path), "TRIPOLIS_SERVER_PORT": str(usual)}
        running = Running("play", "--no-browser", TRIPOLIS_SERVER_BOT_WORKERS="1", **environment)
        try:
            address = running.wait_for(r"Tripolis is ready: (http://127\.0\.0\.1:(\d+)/) \(Ctrl\+C ends it\)")
            assert int(address[2]) != usual
            assert running.said[0].startswith("Tripolis is starting")
            assert httpx.get(f"{address[1]}health", timeout=30).status_code == 200, "it says so when the port answers"
            assert httpx.get(address[1], timeout=30).headers["content-type"].startswith("text/html")
        finally:
            code = running.stop(signal.SIGINT)
    assert code in (0, 130, -signal.SIGINT) and "Traceback" not in "".join(running.said)


def test_play_joins_a_server_that_runs_on_the_same_file(tmp_path):
    """A second one on the same file of SQLite would keep its own positions of the tables."""
    port, environment = free_port(), {"TRIPOLIS_SERVER_DATA": str(tmp_path), "TRIPOLIS_SERVER_BOT_WORKERS": "1"}
    running = Running("serve", "--port", port, "--log-level", "error", **environment)
    try:
        running.wait_for(rf"Tripolis listens on http://127\.0\.0\.1:{port}/")
        ran = tripolis_command("play", "--no-browser", TRIPOLIS_SERVER_PORT=str(free_port()), **environment)
        assert ran.returncode == 0 and ran.stderr == ""
        assert ran.stdout.endswith(f"A server is already running here: http://127.0.0.1:{port}/\n")
        assert httpx.get(f"http://127.0.0.1:{port}/health", timeout=30).status_code == 200, "the first one goes on"
    finally:
        running.stop(signal.SIGTERM)


HELD = """
import logging, uvicorn
from tripolis.server import launch
names = ("watchdog", "heartbeat")
uvicorn.run = lambda *app, **how: [logging.getLogger(f"tripolis.server.{name}").warning("it was held") for name in names]
launch.play(open_browser=False)
"""


@pytest.mark.parametrize(("asked", "shown"), [({}, False), ({"TRIPOLIS_SERVER_LOG_LEVEL": "warning"}, True)])
def test_on_the_terminal_of_play_the_server_speaks_of_its_own_delays_only_when_it_is_asked_to(tmp_path, asked, shown):
    environment = {**os.environ, **PLAIN, "TRIPOLIS_SERVER_DATA": str(tmp_path), **asked}
    ran = subprocess.run([sys.executable, "-c", HELD], env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.startswith("Tripolis is starting") and ran.stderr.count("held") == 2 * shown


# ------------------------------------------------------------------------- proof


@pytest.fixture(scope="module")
def finished():
    """A match as a server writes it at the end."""
    game, rng = tripolis.game("quadropolis", players=2), random.Random(5)
    secret, nonces = rng.randbytes(32), [rng.randbytes(8).hex(), ""]
    match = Match(game, proof.final_seed(secret, nonces))
    while not match.over:
        match.play(rng.choice(match.position.legal_numbers()))
    match.headers = {"Seat0": "Ada", "Seat1": "greedy"} | proof.headers(secret, game, "k3fq8w2mzr7p", nonces)
    return match


def written(tmp_path, text):
    file = tmp_path / "match.tri"
    file.write_text(text, encoding="utf-8")
    return file


def changed(text, header, value):
    new = re.sub(rf'^\[{header} ".*"\]$', f'[{header} "{value}"]', text, flags=re.MULTILINE)
    assert new != text
    return new


def test_verify_finds_a_good_shuffle_good(finished, tmp_path):
    file = written(tmp_path, str(finished))
    commitment = finished.headers["Commitment"]
    for more in ([], ["--commitment", commitment], ["--commitment", commitment.upper()]):
        ran = tripolis_command("verify", file, *more)
        assert ran.returncode == 0 and ran.stderr == ""
        assert f"Commitment: {commitment}\n" in ran.stdout and f"Seed: {finished.seed}\n" in ran.stdout
        assert "fixed before the match" in ran.stdout and "does not prove" in ran.stdout


@pytest.mark.parametrize(
    ("header", "value", "said"),
    [
        ("Secret", "00" * 32, "does not fit the commitment"),
        ("Commitment", "00" * 32, "does not fit the commitment"),
        ("Table", "another22222", "does not fit the commitment"),
        ("Nonce0", "00" * 8, "not dealt from this secret"),
    ],
)
def test_verify_finds_a_changed_file_out(finished, tmp_path, header, value, said):
    ran = tripolis_command("verify", written(tmp_path, changed(str(finished), header, value)))
    assert ran.returncode == 1 and said in ran.stdout and "fixed before" not in ran.stdout


def test_verify_holds_to_the_commitment_that_was_kept(finished, tmp_path):
    ran = tripolis_command("verify", written(tmp_path, str(finished)), "--commitment", "12" * 32)
    assert ran.returncode == 1 and "does not fit the commitment" in ran.stdout


def test_verify_says_what_a_file_lacks(finished, tmp_path):
    ran = tripolis_command("verify", tmp_path / "nowhere.tri")
    assert ran.returncode == 2 and ran.stderr.count("\n") == 1 and "no such file" in ran.stderr
    text = re.sub(r"^\[Secret .*\n", "", str(finished), flags=re.MULTILINE)
    ran = tripolis_command("verify", written(tmp_path, text))
    assert ran.returncode == 2 and "[Secret ...] is missing" in ran.stderr and ran.stderr.count("\n") == 1
    ran = tripolis_command("verify", written(tmp_path, changed(str(finished), "Secret", "no hex")))
    assert ran.returncode == 2 and "hex digits" in ran.stderr and ran.stderr.count("\n") == 1
