"""Attacks over HTTP: requests from elsewhere, forged sessions, injected text, odd addresses."""

import http.client
import json
import re
import socket
from urllib.parse import urlsplit

import pytest
from markupsafe import escape
from visiting import SHORT, Visitor, table_of

SCRIPT = "<script>alert(1)</script>"[:24]  # names have 24 letters at most
SHAPED = "<img src=x onerror=a()>"
TEXTS = [SCRIPT, SHAPED, "\"'><svg onload=a()>", "{{7*7}}{%raw%}", "</title><b>&amp;", "'-a()-'"]

HEADERS = {
    "content-security-policy": r"default-src 'none'(?!.*unsafe)(?!.*\*)",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera",
}


def check_headers(headers):
    for name, pattern in HEADERS.items():
        assert re.search(pattern, headers.get(name, "")), f"{name}: {headers.get(name)}"


def raw(served, request: bytes) -> tuple[int, dict[str, str], bytes]:
    """Send bytes that no well-behaved client would send; the answer."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(request)
        answer = http.client.HTTPResponse(connection)
        answer.begin()
        headers = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, headers, answer.read()


# Headers on every answer


@pytest.mark.parametrize(
    ("method", "path", "code"),
    [
        ("GET", "/", 200), ("HEAD", "/", 200), ("GET", "/nothing", 404), ("GET", "/static/x", 404),
        ("GET", "/manifest.webmanifest", 200), ("POST", "/", 405), ("GET", "/tables/none", 404),
        ("GET", "/games/ludo/board.svg", 200), ("POST", "/games/ludo/tables?x", 303),
        ("DELETE", "/", 405), ("OPTIONS", "/", 405),
    ],
)  # fmt: skip
def test_every_answer_carries_the_headers(ann, method, path, code):
    answer = ann.http.request(method, path)
    assert answer.status_code == code
    check_headers(answer.headers)


def test_a_refusal_carries_them_too(ann):
    answer = ann.http.post("/name", headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403
    check_headers(answer.headers)


def test_what_is_too_large_carries_them_too(ann):
    answer = ann.http.post("/replay", files={"record": b" " * 5_000_000})
    assert answer.status_code == 413
    check_headers(answer.headers)


def test_even_a_fault_of_ours_carries_them(ann, served, monkeypatch):
    monkeypatch.setattr(served.house.lobby, "page", lambda first: 1 / 0)
    answer = ann.get("/")
    assert answer.status_code == 500
    served.faults.wait()  # the visitor may hear of it before it is written down
    assert "ZeroDivision" in served.faults.seen.pop()  # told to the house, not to the visitor
    check_headers(answer.headers)
    assert "ZeroDivision" not in answer.text
    assert 'href="/"' in answer.text


# Requests from elsewhere


@pytest.mark.parametrize("path", ["/name", "/language", "/games/ludo/play", "/games/ludo/tables"])
@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://127.0.0.1", "http://127.0.0.1:1", "//", "http://[",
     "http://127.0.0.1:{port}.evil.example", "http://evil.example#127.0.0.1:{port}", None],
)  # fmt: skip
def test_a_post_from_another_site_is_refused(ann, served, path, origin):
    headers = {} if origin is None else {"Origin": origin.format(port=served.port)}
    ann.http.headers.pop("Origin")
    answer = ann.http.post(path, data={"name": "Owned", **SHORT}, headers=headers)
    assert answer.status_code == 403
    assert "set-cookie" not in answer.headers
    assert "Owned" not in ann.get("/").text


def test_pages_cannot_be_framed_or_posted_elsewhere(ann):
    policy = ann.get("/").headers["content-security-policy"]
    for line in ("frame-ancestors 'none'", "form-action 'self'", "base-uri 'none'"):
        assert line in policy


# Sessions


def cookie_of(answer) -> str:
    return answer.headers["set-cookie"].lower()


def test_the_session_cookie_is_out_of_reach(visitor):
    answer = visitor().post("/games/ludo/play")
    cookie = cookie_of(answer)
    assert cookie.startswith("session=")
    for attribute in ("httponly", "samesite=lax", "path=/", "max-age="):
        assert attribute in cookie
    assert "domain=" not in cookie


def test_a_session_begun_over_https_stays_there(visitor):
    answer = visitor().http.post("/games/ludo/play", headers={"X-Forwarded-Proto": "https"})
    assert "; secure" in cookie_of(answer)


def test_looking_around_leaves_no_session(visitor):
    guest = visitor()
    for page in ("/", "/dice", "/games/ludo", "/games/ludo/new", "/tables/none/replay"):
        assert "set-cookie" not in guest.get(page).headers


def test_a_session_id_cannot_be_guessed_or_read_from_the_page(ann):
    token = ann.http.cookies["session"]
    assert len(token) >= 40
    for page in ("/", "/dice"):
        assert token not in ann.get(page).text


def test_a_forged_session_is_nobody_and_is_not_taken_over(visitor):
    """Session fixation: a cookie planted by somebody else never becomes a session."""
    guest = visitor()
    guest.http.cookies.set("session", "planted-by-an-attacker")
    assert "Votre nom" not in guest.get("/").text
    answer = guest.post("/games/ludo/play")
    assert cookie_of(answer).startswith("session=")
    assert "planted" not in cookie_of(answer)


@pytest.mark.parametrize("cookie", ["", "x" * 8000, "a=b", '"', "é", "session", "\x7f", "%00"])
def test_odd_cookies_do_no_harm(served, cookie):
    request = f"GET / HTTP/1.1\r\nHost: x\r\nCookie: session={cookie}\r\nConnection: close\r\n\r\n"
    assert raw(served, request.encode("latin-1"))[0] in (200, 400)


def test_a_persons_id_is_no_session(ann, eve, served):
    """Who learns a person's id, or the hash in the database, cannot take her place."""
    from sqlalchemy import text

    with served.runner.store.engine.connect() as connection:
        ids = list(connection.execute(text("SELECT id FROM sessions")).scalars())
        ids += connection.execute(text("SELECT id FROM persons")).scalars()
    assert ids
    assert ann.http.cookies["session"] not in ids
    for id in ids[-6:]:
        eve.http.cookies.set("session", id)
        assert "Votre nom" not in eve.get("/").text


# Where a form leads back to


@pytest.mark.parametrize("path", ["/name", "/language"])
@pytest.mark.parametrize(
    "back",
    ["//evil.example", "https://evil.example", "/\\evil.example", "\\\\evil.example", "",
     "/\t/evil.example", "/\n/evil.example", "/ /evil.example", "evil.example", "javascript:a",
     "http:evil.example", "/dice\r\nSet-Cookie: session=planted",
     "/dice\r\n\r\n<script>", "/é☃"],
)  # fmt: skip
def test_a_form_leads_back_into_the_house_alone(ann, path, back):
    answer = ann.post(path, name="Ann", language="fr", back=back)
    assert answer.status_code == 303
    location = answer.headers["location"]
    assert re.fullmatch(r"/(?![/\\])[\x21-\x7e]*", location), location
    assert "planted" not in answer.headers.get("set-cookie", "")
    parts = urlsplit(location)
    assert (parts.scheme, parts.netloc) == ("", "")


def test_it_does_lead_back(ann):
    assert ann.post("/name", back="/games/ludo/new").headers["location"] == "/games/ludo/new"


# Odd addresses


@pytest.mark.parametrize(
    "path",
    ["/static/../app.py", "/static/..%2fapp.py", "/static/%2e%2e/app.py", "/static/....//app.py",
     "/static//etc/passwd", "/static/%2fetc%2fpasswd", "/static/house.css%00.js", "/../etc/passwd",
     "/static/..\\app.py", "/static/", "/games/..%2f..", "/games/%2e%2e/board.svg",
     "/tables/..%2f..%2fetc%2fpasswd", "/tables/../../etc/passwd", "/tables/%00", "/games/__init__",
     "/tables/none/film.mp4", "/tables/none/film.%2e%2e", "/games/ludo/../../templates/base.html"],
)  # fmt: skip
def test_no_address_leads_out_of_the_house(served, path):
    request = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
    code, headers, body = raw(served, request.encode())
    assert code in (404, 400)
    assert b"import" not in body
    assert b"root:" not in body
    if code == 404:
        check_headers(headers)


@pytest.mark.parametrize("host", ["[", "evil.example", "a b", '"><script>', "x/../y", "x:y:z", ""])
@pytest.mark.parametrize("path", ["/", "/nothing", "/dice"])
def test_an_odd_host_does_no_harm(served, host, path):
    request = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    code, _, body = raw(served, request.encode())
    assert code in (200, 404, 400)
    assert b'"><script>' not in body


@pytest.mark.parametrize(
    "query",
    ["first=-1&count=-5", "first=x", "count=1e9", "first=99999999999999999999&count=3", "ply=x"],
)
def test_odd_questions_are_answered(ann, query):
    table = ann.open_table()
    for page in ("frames.json", "picture.png", "film.gif"):
        assert ann.get(f"/tables/{table}/{page}?{query}").status_code in (200, 400)


# Stored text


@pytest.mark.parametrize("text", TEXTS)
def test_names_are_text_wherever_they_are_shown(visitor, bob, text):
    """Home, table, log, drawing, live parts, replay, record."""
    eve = visitor(name=text)
    table = eve.open_table(public="on")
    with eve.sit(table) as page, bob.sit(table) as other:
        page.until("playing")
        other.until("playing")
        eve.post("/games/ludo/tables", public="on")
        seen = [
            bob.get("/").text,
            eve.get("/").text,
            bob.get(f"/tables/{table}").text,
            bob.get(f"/tables/{table}/replay").text,
            page.markup,
            other.markup,
        ]
    frames = bob.get(f"/tables/{table}/frames.json?first=0&count=9")
    assert frames.headers["content-type"] == "application/json"  # data: a page makes text of it
    for html in seen:
        assert str(escape(text)) == text or text not in html
        assert "onerror=a" not in html.replace("&lt;img src=x onerror=a", "")
    assert sum(escaped in html for html in seen for escaped in spellings(text)) >= 4
    record = bob.get(f"/tables/{table}/record.json")
    assert record.headers["content-type"] == "application/json"
    assert record.headers["content-disposition"].startswith("attachment")
    assert record.json()["seats"][0]["name"] == text.strip()


def spellings(text: str) -> set[str]:
    return {str(escape(text)), str(escape(text[:15]))}


def test_a_picture_with_such_a_name_is_a_picture(visitor, bob):
    eve = visitor(name=TEXTS[1])
    table = eve.open_table()
    with eve.sit(table), bob.sit(table) as page:
        page.until("playing")
        assert eve.get(f"/tables/{table}/picture.png").content.startswith(b"\x89PNG")


@pytest.mark.parametrize("place", ["table", "name", "game", "option"])
def test_a_record_with_a_script_in_it_is_harmless(ann, bob, place):
    table = ann.open_table()
    with ann.sit(table), bob.sit(table) as page:
        page.until("playing")
        record = ann.get(f"/tables/{table}/record.json").json()
    if place == "table":
        record["table"] = SCRIPT
    elif place == "name":
        record["seats"][0]["name"] = SCRIPT
    elif place == "game":
        record["game"] = SCRIPT
    else:
        record["options"]["seats"] = SCRIPT
    files = {"record": ("game.json", json.dumps(record))}
    answer = ann.http.post("/replay", files=files, follow_redirects=True)
    assert answer.status_code in (200, 400)
    assert SCRIPT not in answer.text


# Records from strangers


def upload(visitor: Visitor, data: bytes | str) -> object:
    return visitor.http.post("/replay", files={"record": ("game.json", data)})


@pytest.mark.parametrize(
    "data",
    [b"", b"{}", b"[]", b"null", b"\xff\xfe", b"[" * 100_000, b'{"a":' * 20_000, b"1" * 10_000,
     b'{"format":"ludotheque-record","version":1}', b'{"format":"ludotheque-record","version":9}',
     b'{"format":' + b"[" * 5_000 + b"]" * 5_000 + b"}"],
)  # fmt: skip
def test_a_file_that_is_no_record_is_refused_with_a_sentence(ann, data):
    answer = upload(ann, data)
    assert answer.status_code == 400
    assert len(re.search("<h1>(.+?)</h1>", answer.text, re.DOTALL)[1]) > 10


@pytest.mark.parametrize("form", [{}, {"record": "text"}, {"file": "x"}])
def test_a_form_without_a_file_is_refused(ann, form):
    assert ann.post("/replay", **form).status_code == 400


def test_a_broken_form_is_refused(ann):
    headers = {"Content-Type": "multipart/form-data; boundary=x"}
    for body in (b"--x\r\n", b"--y--", b"\r\n" * 50):
        for path in ("/replay", "/name", "/games/ludo/tables"):
            answer = ann.http.post(path, content=body, headers=headers)
            assert answer.status_code in (303, 400)


def test_an_uploaded_game_takes_nobody_elses_place(ann, bob, eve):
    """Two files that claim to be the same table are two replays, and neither is the table's."""
    table = ann.open_table()
    with ann.sit(table), bob.sit(table) as page:
        page.until("playing")
        record = ann.get(f"/tables/{table}/record.json").json()
    first = upload(ann, json.dumps(record)).headers["location"]
    record["seats"][0]["name"] = "Mallory"
    second = upload(eve, json.dumps(record)).headers["location"]
    assert first != second
    assert table_of(first) != table
    assert "Mallory" not in ann.get(first).text
    assert "Mallory" in ann.get(second).text
    assert "Mallory" not in ann.get(f"/tables/{table}/replay").text


@pytest.mark.parametrize(
    "id", ['"; filename="evil.exe', "a\r\nSet-Cookie: x=y", "../../x", "☃", ""]
)
def test_a_records_own_id_is_not_trusted(ann, bob, id):
    table = ann.open_table()
    with ann.sit(table), bob.sit(table) as page:
        page.until("playing")
        record = ann.get(f"/tables/{table}/record.json").json()
    record["table"] = id
    answer = upload(ann, json.dumps(record))
    assert answer.status_code == 303
    where = answer.headers["location"]
    assert re.fullmatch(r"/tables/[\w-]+/replay", where)
    again = ann.get(where.replace("replay", "record.json"))
    assert again.status_code == 200
    assert "evil.exe" not in again.headers["content-disposition"]


def test_frames_are_not_kept_by_the_browser(ann):
    """A game goes on, and its visitor may choose another language."""
    answer = ann.get(f"/tables/{ann.open_table()}/frames.json")
    assert answer.headers["cache-control"] == "no-store"


# Too much at once


def test_a_body_without_a_length_is_limited_too(served):
    """Chunked: there is no Content-Length to go by."""
    head = (
        f"POST /replay HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
        f"Origin: {served.url}\r\nTransfer-Encoding: chunked\r\n"
        "Content-Type: multipart/form-data; boundary=x\r\n\r\n"
    ).encode()
    opening = b'--x\r\nContent-Disposition: form-data; name="record"; filename="a"\r\n\r\n'
    chunk = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as connection:
        connection.sendall(head + b"%x\r\n%b\r\n" % (len(opening), opening))
        try:
            for _ in range(400):  # 25 MB
                connection.sendall(chunk)
        except OSError:
            pass  # hung up on, which is an answer too
        try:
            answer = connection.recv(100)
        except ConnectionResetError:
            return
    assert answer[:12] in (b"HTTP/1.1 413", b"HTTP/1.1 400", b"")


# What no database takes


@pytest.mark.parametrize(
    "path",
    ["/people/%00", "/tables/%00", "/tables/a%00b/replay", "/games/%00", "/?first=%00", "/%00"],
)
def test_a_nul_in_an_address_leads_nowhere(ann, path):
    answer = ann.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "path", ["/name", "/signin", "/me/join", "/language", "/quick", "/host/people"]
)
def test_a_nul_in_a_form_is_refused(ann, path):
    assert ann.post(path, name="a\0b", password="x", person="\0").status_code in (400, 404)
    many = "name=" + "a" * 70_000 + "%00"  # in a part of its own
    kind = {"Content-Type": "application/x-www-form-urlencoded"}
    assert ann.http.post(path, content=many, headers=kind).status_code in (400, 404)


def test_a_nul_in_json_is_refused(ann):
    data = {"credential": {"id": "\0", "response": {"clientDataJSON": "e30"}}}
    assert ann.http.post("/signin/passkey", json=data).status_code == 400
    raw = {"Content-Type": "application/json"}
    assert ann.http.post("/signin/passkey", content=b'{"a":"\0"}', headers=raw).status_code == 400


# TLS


def test_who_came_by_tls_stays_there(ann):
    plain = ann.get("/")
    assert "strict-transport-security" not in plain.headers
    for path in ("/", "/none", "/people/%00"):
        safe = ann.get(path, headers={"X-Forwarded-Proto": "https"})  # as the proxy says
        assert safe.headers["strict-transport-security"] == "max-age=31536000"
