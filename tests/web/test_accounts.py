"""Accounts over HTTP: from guest to member and back in, and those who try without being asked."""

import json
import re
import time
from collections.abc import Callable
from statistics import median
from typing import Any

import pytest
from authenticator import Authenticator
from httpx import Response
from joining import SECRET, codes_on, is_in, join, new_name, session, sign_in
from serving import Served
from visiting import Visitor
from websockets.exceptions import ConnectionClosed

OTHER = "pile correcte cheval"

Come = Callable[..., Visitor]


def new_codes(visitor: Visitor) -> list[str]:
    found = codes_on(visitor.post("/me/codes"))
    assert len(found) == 8
    return found


def fade_proof(served: Served, name: str) -> None:
    """A quarter of an hour goes by."""
    with served.runner.store.engine.begin() as connection:
        connection.exec_driver_sql(
            f"UPDATE sessions SET proved = 0 WHERE person IN (SELECT id FROM persons WHERE name = '{name}')"  # noqa: E501
        )


# From guest to member


def test_a_guest_becomes_a_member_with_her_tables(visitor: Come) -> None:
    ann = visitor(name="Ann")
    table = ann.open_table()
    with ann.sit(table):
        name = join(ann)
    other = visitor(address="198.51.100.9")
    assert sign_in(other, name).headers["location"] == "/"
    assert table in other.get("/").text
    with other.watch(table) as page:
        page.update()
        assert "yours" in page.part("seats")


def test_who_never_came_before_can_join_at_once(visitor: Come) -> None:
    somebody = visitor()
    assert somebody.get("/me").status_code == 200
    name = join(somebody)
    assert is_in(somebody, name)


def test_why_a_name_or_a_password_will_not_do_is_said(visitor: Come) -> None:
    name = join(visitor())
    somebody = visitor()
    for form, told in (
        ({"name": name.upper(), "password": SECRET}, "celui d'un membre"),
        ({"name": "Ludothèque", "password": SECRET}, "ne convient pas"),
        ({"name": new_name(), "password": "court"}, "au moins 10 caractères"),
    ):
        answer = somebody.post("/me/join", **form)
        assert answer.status_code == 400
        assert told in answer.text.replace("&#39;", "'")
    assert somebody.post("/name", name=name.lower()).status_code == 400
    assert session(somebody)  # and nothing was lost on the way


def test_signing_out_ends_the_session_for_good(visitor: Come, served: Served) -> None:
    zoe = visitor()
    name = join(zoe)
    secret = session(zoe)
    zoe.post("/signout")
    assert session(zoe) is None
    zoe.http.cookies.set("session", secret or "")
    assert not is_in(zoe, name)


def test_a_guest_is_not_signed_out_of_what_she_could_not_find_again(ann: Visitor) -> None:
    secret = session(ann)
    ann.post("/signout")
    assert session(ann) == secret


def test_a_page_that_is_open_meanwhile_comes_back_by_itself(visitor: Come) -> None:
    """Its secret is worth nothing after a join: it is sent away, and returns with the new one."""
    ann = visitor(name="Ann")
    table = ann.open_table()
    with ann.sit(table) as page:
        join(ann)
        with pytest.raises(ConnectionClosed) as closed:
            page.until("nothing of the kind")
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 4401
    with ann.watch(table) as page:
        page.update()
        page.send("leave")
        page.until("est de nouveau libre")


# Session fixation


def test_a_session_that_others_know_is_worth_nothing_after_joining(visitor: Come) -> None:
    """Eve leaves her own guest's secret in Zoé's browser, and waits."""
    eve, zoe = visitor(name="Eve"), visitor()
    planted = session(eve) or ""
    zoe.http.cookies.set("session", planted, domain="127.0.0.1")
    name = join(zoe)
    assert session(zoe) != planted
    assert is_in(zoe, name)
    assert not is_in(eve, name)
    assert "membre" in eve.get("/me").text  # she is nobody now, or a guest


@pytest.mark.parametrize("way", ["password", "code", "passkey"])
def test_nor_is_it_after_signing_in(visitor: Come, way: str) -> None:
    zoe = visitor()
    name = join(zoe)
    (code, *_) = new_codes(zoe)
    device = add_passkey(zoe)
    eve, there = visitor(name="Eve"), visitor(address="198.51.100.10")
    planted = session(eve) or ""
    there.http.cookies.set("session", planted, domain="127.0.0.1")
    if way == "password":
        sign_in(there, name)
    elif way == "code":
        there.post("/signin/code", name=name, code=code, password=OTHER)
    else:
        assert sign_by(there, device).status_code == 200
    assert session(there) not in (None, planted)
    assert is_in(there, name)
    assert not is_in(eve, name)


def test_a_secret_that_the_house_did_not_give_is_nobodys(visitor: Come) -> None:
    zoe = visitor()
    zoe.http.cookies.set("session", "chosen-by-eve", domain="127.0.0.1")
    name = join(zoe)
    assert session(zoe) != "chosen-by-eve"
    eve = visitor()
    eve.http.cookies.set("session", "chosen-by-eve", domain="127.0.0.1")
    assert not is_in(eve, name)


def test_cookies_are_out_of_reach_of_scripts(visitor: Come) -> None:
    answer = visitor().post("/me/join", name=new_name(), password=SECRET)
    cookies = answer.headers.get_list("set-cookie")
    assert {cookie.split("=")[0] for cookie in cookies} == {"session", "device"}
    assert all("HttpOnly" in cookie and "SameSite=lax" in cookie for cookie in cookies)


# Sessions, passwords, codes


def test_one_sees_and_ends_ones_own_sessions_only(visitor: Come) -> None:
    zoe, phone, eve = visitor(), visitor(), visitor()
    name = join(zoe)
    phone.http.headers["User-Agent"] = "Mozilla/5.0 (iPhone; like Mac OS X) Safari/604.1"
    sign_in(phone, name)
    join(eve)
    page = zoe.get("/me").text
    assert "Safari · iPhone" in page
    ids = re.findall(r'name="which" value="([0-9a-f]{64})"', page)
    assert len(ids) == 1  # this very one is not among them
    assert ids[0] not in eve.get("/me").text
    eve.post("/me/sessions", which=ids[0])
    assert is_in(phone, name)
    zoe.post("/me/sessions", which=ids[0])
    assert not is_in(phone, name)
    assert is_in(zoe, name)
    sign_in(phone, name)
    zoe.post("/me/sessions", which="others")
    assert not is_in(phone, name)
    assert is_in(zoe, name)


def test_a_changed_password_signs_the_thief_out(visitor: Come) -> None:
    zoe, thief = visitor(), visitor(address="198.51.100.11")
    name = join(zoe)
    sign_in(thief, name)
    assert is_in(thief, name)
    assert zoe.post("/me/password", password=OTHER).headers["location"] == "/me?said=password"
    assert not is_in(thief, name)
    assert is_in(zoe, name)
    assert sign_in(thief, name).status_code == 400


def test_an_open_session_alone_changes_nothing_that_counts(visitor: Come, served: Served) -> None:
    """Whoever finds a browser open can play, not take the account over."""
    zoe = visitor()
    name = join(zoe)
    fade_proof(served, name)
    for path, form in (
        ("/me/password", {"password": OTHER}),
        ("/me/codes", {}),
        ("/me/delete", {"sure": "on"}),
        ("/me/passkeys/remove", {"id": "x"}),
    ):
        answer = zoe.post(path, **form)
        assert answer.status_code == 400
        assert "Confirmez d" in answer.text
    assert zoe.http.post("/me/passkeys/options", json={}).status_code == 400
    assert zoe.post("/me/confirm", password=OTHER).status_code == 400
    assert zoe.post("/me/confirm", password=SECRET).status_code == 303
    assert new_codes(zoe)


def test_who_guesses_the_password_in_an_open_session_is_slowed_down(
    visitor: Come, served: Served
) -> None:
    zoe = visitor()
    fade_proof(served, join(zoe))
    answers = [zoe.post("/me/confirm", password=f"guess {k}").text for k in range(14)]
    assert "Trop d" in answers[-1]
    assert "Trop d" not in answers[0]


def test_a_recovery_code_opens_once_and_is_shown_once(visitor: Come) -> None:
    zoe, there = visitor(), visitor(address="198.51.100.12")
    name = join(zoe)
    codes = new_codes(zoe)
    assert codes_on(zoe.get("/me")) == []
    form = {"name": name, "code": codes[0], "password": OTHER}
    assert there.post("/signin/code", **form).status_code == 303
    assert is_in(there, name)
    assert not is_in(zoe, name)
    assert visitor().post("/signin/code", **form).status_code == 400


# What others can find out


def test_a_wrong_name_and_a_wrong_password_are_told_alike(visitor: Come) -> None:
    name = join(visitor())
    nobody = new_name()  # of the same length
    pages = [
        visitor(address=f"198.51.100.{20 + k}")
        .post("/signin", name=each, password=OTHER)
        .text.replace(each, "")
        for k, each in enumerate((name, nobody))
    ]
    assert pages[0] == pages[1]
    pages = [
        visitor()
        .post("/signin/code", name=each, code="AAAA-AAAA-AAAA-AAAA", password=OTHER)
        .text.replace(each, "")
        for each in (name, nobody)
    ]
    assert pages[0] == pages[1]


@pytest.mark.usefixtures("slow_passwords")
def test_and_take_as_long(visitor: Come) -> None:
    """The password of nobody is compared as well: what takes time is argon2, and it always runs."""
    name = join(visitor())
    times: dict[str, list[float]] = {name: [], new_name(): []}
    for k in range(6):
        for each, taken in times.items():
            stranger = visitor(address=f"203.0.113.{k}")
            start = time.perf_counter()
            assert sign_in(stranger, each, OTHER).status_code == 400
            taken.append(time.perf_counter() - start)
    known, unknown = (median(taken) for taken in times.values())
    assert 0.5 < known / unknown < 2


def test_the_throttle_does_not_lock_anybody_else_out(visitor: Come) -> None:
    zoe = visitor(address="198.51.100.40")
    name = join(zoe)
    eve = visitor(address="198.51.100.41")
    answers = [sign_in(eve, name, f"guess number {k}").text for k in range(8)]
    assert "Trop d" in answers[-1]
    assert "Trop d" in sign_in(eve, name, SECRET).text  # not even the right one
    zoe.post("/signout")
    assert sign_in(zoe, name).status_code == 303
    assert sign_in(visitor(address="198.51.100.42"), name).status_code == 303
    same_wire = visitor(address="198.51.100.41")  # Eve's own address, Zoé's own browser
    same_wire.http.cookies.set("device", zoe.http.cookies["device"], domain="127.0.0.1")
    assert sign_in(same_wire, name).status_code == 303


# Requests from elsewhere


@pytest.mark.parametrize(
    "path",
    [
        "/me/join", "/me/confirm", "/me/password", "/me/codes", "/me/passkeys",
        "/me/passkeys/options", "/me/passkeys/remove", "/me/sessions", "/me/company", "/me/delete",
        "/signin", "/signin/code", "/signin/passkey", "/signin/passkey/options", "/signout",
        "/host/people", "/host/reports",
    ],
)  # fmt: skip
def test_nothing_is_done_for_another_site(visitor: Come, path: str) -> None:
    zoe = visitor()
    name = join(zoe)
    for origin in ("https://evil.example", "null", ""):
        answer = zoe.http.post(path, data={"sure": "on"}, headers={"Origin": origin})
        assert answer.status_code == 403
    assert is_in(zoe, name)


def test_an_account_of_nobody_is_nowhere(visitor: Come) -> None:
    nobody = visitor()
    assert nobody.get("/me/export.json").status_code == 404
    for path in ("/me/sessions", "/me/delete", "/me/company", "/signout", "/me/confirm"):
        assert nobody.post(path).status_code == 404
    for path in ("/me/password", "/me/codes"):
        assert nobody.post(path, password=OTHER).status_code == 404


# Passkeys


def options(visitor: Visitor, path: str, **fields: str) -> dict[str, Any]:
    answer = visitor.http.post(path, json=fields)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def add_passkey(visitor: Visitor, name: str = "") -> Authenticator:
    device = Authenticator(visitor.url)
    credential = device.create(options(visitor, "/me/passkeys/options", name=name))
    answer = visitor.http.post("/me/passkeys", json={"name": name, "credential": credential})
    assert answer.status_code == 200, answer.text
    return device


def sign_by(visitor: Visitor, device: Authenticator) -> Response:
    credential = device.get(options(visitor, "/signin/passkey/options"))
    return visitor.http.post("/signin/passkey", json={"credential": credential})


def test_from_guest_to_member_by_a_passkey_alone(visitor: Come) -> None:
    zoe, there = visitor(name="Zoé"), visitor(address="198.51.100.50")
    table = zoe.open_table()
    name = new_name()
    device = add_passkey(zoe, name)
    assert is_in(zoe, name)
    assert sign_by(there, device).json() == {"location": "/"}
    assert is_in(there, name)
    assert f"/tables/{table}" in there.get(f"/tables/{table}").text
    only = re.search(r'name="id" value="([^"]+)"', zoe.get("/me").text)
    assert only
    assert zoe.post("/me/passkeys/remove", id=only[1]).status_code == 400  # the last way back
    zoe.post("/me/password", password=SECRET)
    assert zoe.post("/me/passkeys/remove", id=only[1]).status_code == 303
    assert sign_by(there, device).status_code == 400


def test_what_a_passkey_signed_is_no_good_a_second_time(visitor: Come) -> None:
    zoe = visitor()
    join(zoe)
    device = add_passkey(zoe)
    there = visitor()
    credential = device.get(options(there, "/signin/passkey/options"))
    assert there.http.post("/signin/passkey", json={"credential": credential}).status_code == 200
    eve = visitor()
    assert eve.http.post("/signin/passkey", json={"credential": credential}).status_code == 400
    assert session(eve) is None


def test_a_passkey_is_for_whoever_asked_to_make_it(visitor: Come) -> None:
    """Eve cannot slip a key of hers into Zoé's account, nor use Zoé's challenge."""
    zoe, eve = visitor(), visitor()
    join(zoe)
    join(eve)
    credential = Authenticator(zoe.url).create(options(zoe, "/me/passkeys/options"))
    assert eve.http.post("/me/passkeys", json={"credential": credential}).status_code == 400
    credential = Authenticator(zoe.url).create(options(zoe, "/me/passkeys/options"), challenge="AA")
    assert zoe.http.post("/me/passkeys", json={"credential": credential}).status_code == 400


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"credential": 3}', b"{}", b"[" * 9000])
def test_nonsense_is_no_passkey(visitor: Come, body: bytes) -> None:
    zoe = visitor()
    join(zoe)
    for path in ("/signin/passkey", "/me/passkeys"):
        assert zoe.http.post(path, content=body).status_code == 400


# Data


def test_the_export_is_ones_own(visitor: Come) -> None:
    zoe, eve = visitor(name="Zoé"), visitor(name="Eve")
    table = zoe.open_table()
    with zoe.sit(table):
        name = join(zoe)
    answer = zoe.get("/me/export.json")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert answer.headers["cache-control"] == "no-store"
    data = json.loads(answer.text)
    assert data["account"]["name"] == name
    assert [each["table"] for each in data["tables"]] == [table]
    assert SECRET not in answer.text
    assert "argon2" not in answer.text
    others = eve.get("/me/export.json").text
    assert name not in others
    assert table not in others


def test_a_deleted_account_is_gone_from_every_page(visitor: Come, served: Served) -> None:
    zoe, bob = visitor(name="Zoé"), visitor(name="Bob")
    name = join(zoe)
    table = zoe.open_table(public="on")
    with zoe.sit(table), bob.sit(table) as page:
        page.until(name)
        assert name in bob.get(f"/tables/{table}").text
        assert name in bob.get(f"/tables/{table}/record.json").text
        assert name in bob.get(f"/tables/{table}/replay").text
        zoe.post("/me/delete", sure="on")
    served.do(served.runner.idle())
    for path in ("", "/record.json", "/replay", "/frames.json?count=48", "/company"):
        text = bob.get(f"/tables/{table}{path}").text
        assert name not in text, path
    assert "un ancien joueur" in bob.get(f"/tables/{table}").text
    assert "un ancien joueur" in bob.get(f"/tables/{table}/replay").text
    assert "a former player" in visitor(language="en").get(f"/tables/{table}").text
    assert "un ancien joueur" in bob.get("/").text
    assert session(zoe) is None
    assert sign_in(visitor(), name).status_code == 400


def test_deleting_wants_a_clear_yes(visitor: Come) -> None:
    zoe = visitor()
    name = join(zoe)
    assert zoe.post("/me/delete").status_code == 400
    assert is_in(zoe, name)


def test_a_guest_can_leave_too(ann: Visitor) -> None:
    assert ann.post("/me/delete", sure="on").status_code == 303
    assert ann.get("/me/export.json").status_code == 404
