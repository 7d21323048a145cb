"""The files in deploy/: they name settings that exist, locked versions, and a unit that systemd understands."""

import os
import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path

import pytest
import yaml

from tripolis.server.app import create_app
from tripolis.server.settings import PREFIX, Settings

DEPLOY = Path(__file__).parents[1] / "deploy"
COMPOSE = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
CADDY = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
HOSTING = (DEPLOY.parent / "docs" / "hosting.md").read_text(encoding="utf-8")
TABLES = [route for one in create_app(Settings()).routes for route in [one.path] if "{table_id" in route]


@pytest.mark.parametrize("file", sorted(DEPLOY.iterdir()), ids=lambda file: file.name)
def test_every_setting_that_is_named_exists(file):
    known = {f"{PREFIX}{one.name.upper()}" for one in fields(Settings)} | {f"{PREFIX}KEY"}
    assert set(re.findall(rf"{PREFIX}[A-Z_]+", file.read_text(encoding="utf-8"))) <= known


def test_the_image_is_made_of_locked_versions_with_hashes_and_runs_as_nobody_special():
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert "--require-hashes --requirement /source/requirements/server.txt" in text and "--no-deps" in text
    assert re.search(r"^FROM python:3\.\d+-slim-\w+$", text, re.MULTILINE) and "\nUSER tripolis\n" in text


def test_only_the_proxy_is_reached_from_outside_and_the_servers_believe_it_alone():
    services = COMPOSE["services"]
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    subnet = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    server = services["server-1"]
    assert services["server-2"] == server
    assert server["environment"][f"{PREFIX}TRUSTED_PROXIES"] == subnet
    assert server["environment"][f"{PREFIX}PUBLIC_URL"].startswith("https://")
    assert server["read_only"] and server["cap_drop"] == ["ALL"]
    assert (DEPLOY.parent / server["build"]["dockerfile"]).is_file()
    for name in ("database", "proxy"):
        assert re.fullmatch(r"\w+:\d+\.\d+[\w.-]*", services[name]["image"]), "a version that is named"
    assert "reverse_proxy server-1:8600 server-2:8600 {" in CADDY


@pytest.mark.parametrize(
    "pattern",
    [re.search(r"path_regexp table (\S+)", CADDY)[1], re.search(r"~(\^\S+) \$code;", HOSTING)[1].replace("?<", "?P<")],
    ids=["caddy", "nginx"],
)
def test_a_proxy_finds_the_table_in_every_address_that_has_one(pattern):
    assert len(TABLES) > 20
    for route in TABLES:
        found = re.search(pattern, re.sub(r"\{table_id[^}]*\}", "k3fq8w2mzr7p", route))
        assert found and found[1] == "k3fq8w2mzr7p", route


def test_systemd_understands_the_unit(tmp_path):
    if shutil.which("systemd-analyze") is None:
        pytest.skip("systemd is not installed")
    unit = (DEPLOY / "tripolis.service").read_text(encoding="utf-8").replace("/opt/tripolis/bin/tripolis", "/bin/true")
    (tmp_path / "tripolis.service").write_text(unit)
    done = subprocess.run(
        ["systemd-analyze", "verify", tmp_path / "tripolis.service"],
        capture_output=True,
        text=True,
        env={**os.environ, "SYSTEMD_LOG_LEVEL": "warning"},
    )
    about = [line for line in done.stderr.splitlines() if "tripolis.service" in line]
    assert not about, done.stderr
