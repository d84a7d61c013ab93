"""What a host copies names only what there is: options, ports, paths, variables, addresses."""

import re
import shlex
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
import typer
from packaging.requirements import Requirement

from ludotheque.cli import app
from ludotheque.web.app import ROUTES
from ludotheque.web.security import MAX_BODY

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
FILES = sorted(file.name for file in DEPLOY.iterdir())


def read(name: str) -> str:
    return (DEPLOY / name).read_text(encoding="utf-8")


def listed(line: str) -> list[str]:
    """A list as containers write it: ["serve", "--port", …]."""
    return re.findall(r'"([^"]*)"', line)


def commands() -> dict[str, list[str]]:
    """Every call of the program in these files, without its own name."""
    unit = re.search(r"^ExecStart=\S+/ludotheque (.*)$", read("ludotheque.service"), re.MULTILINE)
    image = re.search(r"^CMD (\[.*\])$", read("Containerfile"), re.MULTILINE)
    compose = re.search(r"^    command: (\[.*\])$", read("compose.yaml"), re.MULTILINE)
    pods = re.search(r'^          args: (\["serve".*\])$', read("kubernetes.yaml"), re.MULTILINE)
    assert unit
    assert image
    assert compose
    assert pods
    return {
        "unit": shlex.split(unit[1]),
        "image": listed(image[1]),
        "compose": listed(compose[1]),
        "kubernetes": listed(pods[1]),
    }


def serve() -> typer.core.TyperCommand:
    return typer.main.get_command(app).commands["serve"]


@pytest.mark.parametrize("where", commands())
def test_commands_and_options_are_there(where: str) -> None:
    name, *arguments = commands()[where]
    assert name == "serve"
    known = {option for each in serve().params for option in each.opts}
    assert {each for each in arguments if each.startswith("--")} <= known


def test_everything_meets_at_one_port() -> None:
    [port] = [each.default for each in serve().params if each.name == "port"]
    unit = commands()["unit"]
    assert unit[unit.index("--port") + 1] == str(port)
    assert unit[unit.index("--behind-proxy") + 1] == unit[unit.index("--host") + 1]
    assert f"HOUSE:127.0.0.1:{port}" in read("Caddyfile")
    assert f"server 127.0.0.1:{port};" in read("nginx.conf")
    assert f"EXPOSE {port}" in read("Containerfile")
    assert f"http://127.0.0.1:{port}/" in read("Containerfile")
    assert f"HOUSE: house:{port}" in read("compose.yaml")
    assert f"{{name: http, containerPort: {port}}}" in read("kubernetes.yaml")


def test_forwarded_addresses_are_believed_from_the_proxys_network_alone() -> None:
    compose = commands()["compose"]
    subnet = re.search(r"subnet: (\S+)", read("compose.yaml"))
    assert subnet
    assert compose[compose.index("--behind-proxy") + 1] == subnet[1]


def test_nginx_overwrites_what_visitors_forward() -> None:
    for name, value in re.findall(r"proxy_set_header (\S+) (\S+);", read("nginx.conf")):
        if name.startswith("X-") or name == "Forwarded":
            assert value in ("$remote_addr", "$scheme", "$http_host", '""'), name
    assert "$proxy_add_x_forwarded_for" not in read("nginx.conf")


def test_proxies_let_through_what_the_house_takes() -> None:
    assert MAX_BODY < 5 * 1000 * 1000
    assert "max_size 5MB" in read("Caddyfile")
    assert "client_max_body_size 5m;" in read("nginx.conf")


def test_health_is_asked_for_where_it_is_told() -> None:
    paths = {route.path for route in ROUTES}
    for file in (*(DEPLOY / name for name in FILES), ROOT / "docs" / "hosting.md"):
        asked = set(re.findall(r"/(?:healthz|readyz)\b", file.read_text(encoding="utf-8")))
        assert asked <= paths


def test_the_container_is_made_of_what_there_is() -> None:
    text = read("Containerfile")
    kept = {line[1:] for line in read("Containerfile.dockerignore").split() if line[0] == "!"}
    copied = [line.split()[1:-1] for line in text.splitlines() if line.startswith("COPY ")]
    sources = {each for line in copied for each in line if not each.startswith(("--", "/"))}
    assert sources == kept
    assert all((ROOT / each).exists() for each in sources)
    build = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert {build["project"]["readme"], *build["project"]["license-files"]} <= sources
    assert re.search(r"^USER \d+$", text, re.MULTILINE)


def test_variables_are_those_that_the_house_reads() -> None:
    sources = (ROOT / "src" / "ludotheque").rglob("*.py")
    read_there = {
        name
        for file in sources
        for name in re.findall(r"LUDOTHEQUE_[A-Z]+", file.read_text(encoding="utf-8"))
    }
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    for name in FILES:
        assert set(re.findall(r"LUDOTHEQUE_[A-Z]+", read(name))) <= read_there, name
    assert set(re.findall(r"LUDOTHEQUE_[A-Z]+", guide)) == read_there


@pytest.mark.parametrize("name", [name for name in FILES if "ignore" not in name])
def test_the_guide_tells_of_every_file(name: str) -> None:
    assert f"deploy/{name}" in (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")


def test_the_guide_names_commands_and_options_that_are_there() -> None:
    guide = (ROOT / "docs" / "hosting.md").read_text(encoding="utf-8")
    house = typer.main.get_command(app).commands["house"]
    for name in re.findall(r"ludotheque house ([a-z]+)", guide):
        assert name in house.commands
    known = {option for each in serve().params for option in each.opts}
    for option in re.findall(r"`serve (--[a-z-]+)", guide):
        assert option in known


def pins(name: str) -> dict[str, str]:
    text = (ROOT / name).read_text(encoding="utf-8")
    found = re.findall(r"^([a-z0-9._-]+)(?:\[[a-z]+\])?==([^ \\;]+)", text, re.MULTILINE)
    return dict(found)


def test_a_house_is_locked_to_what_is_tested() -> None:
    house, tested = pins("requirements.txt"), pins("requirements-dev.txt")
    assert {name: version for name, version in house.items() if tested.get(name) != version} == {}
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = settings["dependencies"] + settings["optional-dependencies"]["postgres"]
    for each in map(Requirement, wanted):
        assert each.specifier.contains(house[each.name.lower()]), each
    assert "://" not in (ROOT / "requirements.txt").read_text(encoding="utf-8")


@pytest.mark.skipif(not shutil.which("caddy"), reason="caddy is not installed")
def test_caddy_takes_its_file() -> None:
    command = ["caddy", "adapt", "--adapter", "caddyfile", "--config", str(DEPLOY / "Caddyfile")]
    subprocess.run(command, check=True, capture_output=True, timeout=30)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="there is no systemd")
def test_systemd_takes_its_unit(tmp_path: Path) -> None:
    unit = tmp_path / "ludotheque.service"
    text = read("ludotheque.service").replace("/opt/ludotheque/bin/ludotheque", "/bin/true")
    unit.write_text(text, encoding="utf-8")
    command = ["systemd-analyze", "verify", "--man=no", str(unit)]
    told = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert (told.returncode, told.stdout, told.stderr) == (0, "", "")
