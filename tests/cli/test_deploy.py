"""What a host copies names only what there is: options, ports, paths, variables, addresses."""

import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path
from typing import Any

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


def parsed(name: str) -> list[dict[str, Any]]:
    """The documents of a file in YAML."""
    return list(pytest.importorskip("yaml").safe_load_all(read(name)))


def manifest(kind: str, name: str) -> dict[str, Any]:
    """One of Kubernetes' documents."""
    [found] = [
        each
        for each in parsed("kubernetes.yaml")
        if (each["kind"], each["metadata"]["name"]) == (kind, name)
    ]
    return found


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


def test_the_proxy_waits_for_a_house_that_is_ready() -> None:
    [compose] = parsed("compose.yaml")
    services = compose["services"]
    assert {"house", "database", "redis", "proxy"} == set(services)
    assert services["proxy"]["depends_on"] == {"house": {"condition": "service_healthy"}}
    assert set(services["house"]["depends_on"]) == {"database", "redis"}
    assert "/readyz" in read("Containerfile").partition("HEALTHCHECK")[2]
    command = services["house"]["command"]
    assert command[command.index("--workers") + 1] == "2"


def test_pods_are_asked_whether_they_live_and_whether_they_are_ready() -> None:
    [house] = manifest("Deployment", "house")["spec"]["template"]["spec"]["containers"]
    asked = {
        name: house[name]["httpGet"]["path"]
        for name in ("startupProbe", "readinessProbe", "livenessProbe")
    }
    assert asked == {
        "startupProbe": "/readyz",
        "readinessProbe": "/readyz",
        "livenessProbe": "/healthz",  # a database that is away is no reason to start again
    }


@pytest.mark.parametrize("name", ["house", "redis"])
def test_services_lead_to_the_pods_that_are_there(name: str) -> None:
    service = manifest("Service", name)["spec"]
    pods = manifest("Deployment", name)["spec"]["template"]
    assert service["selector"].items() <= pods["metadata"]["labels"].items()
    ports = {each["name"] for each in pods["spec"]["containers"][0]["ports"]}
    assert {each["targetPort"] for each in service["ports"]} <= ports


def test_only_the_house_reaches_redis() -> None:
    policy = manifest("NetworkPolicy", "redis")["spec"]
    labels = manifest("Deployment", "redis")["spec"]["template"]["metadata"]["labels"]
    assert policy["podSelector"]["matchLabels"] == labels
    [rule] = policy["ingress"]
    house = manifest("Deployment", "house")["spec"]["template"]["metadata"]["labels"]
    assert rule["from"] == [{"podSelector": {"matchLabels": house}}]
    [compose] = parsed("compose.yaml")
    assert compose["services"]["redis"]["networks"] == ["back"]
    assert compose["networks"]["back"] == {"internal": True}


@pytest.mark.parametrize("version", ["1.30", "1.33"])
def test_kubernetes_takes_its_manifests(version: str) -> None:
    validator = pytest.importorskip("kubernetes_validate")
    found = parsed("kubernetes.yaml")
    assert len(found) == 7
    for each in found:
        validator.validate(each, version, strict=True)
    found[0]["spec"]["replicaz"] = 2
    with pytest.raises(validator.ValidationError):
        validator.validate(found[0], version, strict=True)


@pytest.mark.skipif(not find_spec("check_jsonschema"), reason="check-jsonschema is not installed")
def test_compose_takes_its_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    subprocess.run([*command, DEPLOY / "compose.yaml"], check=True, capture_output=True, timeout=60)
    wrong = tmp_path / "compose.yaml"
    wrong.write_text(read("compose.yaml").replace("depends_on", "dependson"), encoding="utf-8")
    assert subprocess.run([*command, wrong], capture_output=True, timeout=60).returncode != 0


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
