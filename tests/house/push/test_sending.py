"""One request over TLS: what it says, and that no answer can hold the house up."""

import ssl
import time
from collections.abc import Callable, Iterator

import pytest
from receiving import Service

from ludotheque.house.push.endpoints import Target
from ludotheque.house.push.sending import Answer, post


@pytest.fixture
def service(tmp_path) -> Iterator[Service]:
    made = Service(tmp_path)
    yield made
    made.close()


def send(service: Service, **details: float) -> Answer:
    target = service.find(service.endpoint)
    return post(target, {"TTL": "60"}, b"sealed", service.trust, **details)


def test_a_message_arrives_whole(service: Service) -> None:
    assert send(service).is_sent
    headers, body = service.wait()
    assert headers[""] == "POST /wake/me?please=1 HTTP/1.1"
    assert (headers["host"], headers["ttl"], body) == ("push.test", "60", b"sealed")


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        (b"HTTP/1.1 410 Gone\r\n\r\n", Answer(410)),
        (b"HTTP/1.1 429 Slow\r\nretry-AFTER: 120\r\n\r\n", Answer(429, 120.0)),
        (b"HTTP/1.1 503 Busy\r\nRetry-After: Wed, 21 Oct 2026 07:28:00 GMT\r\n\r\n", Answer(503)),
        (b"HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1/\r\n\r\n", Answer(302)),
        (b"HTTP/1.1 201", Answer(201)),
        (b"SSH-2.0-OpenSSH_9.6\r\n", Answer(0)),
        (b"HTTP/1.1 \xff\xff\xff\r\n\r\n", Answer(0)),
        (b"\x00" * 100_000, Answer(0)),
        (b"", Answer(0)),
    ],
)
def test_every_answer_is_an_answer(service: Service, answer: bytes, found: Answer) -> None:
    service.answer = answer
    assert send(service) == found
    assert len(service.requests) == 1  # a redirect is followed nowhere


def drip(wire: ssl.SSLSocket) -> None:
    wire.sendall(b"HTTP/1.1 ")
    for _ in range(50):
        wire.sendall(b"2")
        time.sleep(0.1)


@pytest.mark.parametrize("answer", [drip, lambda _: time.sleep(2)], ids=["drip", "silence"])
def test_who_answers_drop_by_drop_is_left(service: Service, answer: Callable) -> None:
    service.answer = answer
    began = time.monotonic()
    assert send(service, patience=0.5) == Answer(0)
    assert time.monotonic() - began < 1.5


def test_a_certificate_has_to_be_right(service: Service) -> None:
    target = service.find(service.endpoint)
    assert post(target, {}, b"") == Answer(0)  # nobody known has signed it
    other = Target("other.test", *target[1:])
    assert post(other, {}, b"", service.trust) == Answer(0)  # it is another's
    assert post(Target("push.test", "127.0.0.1", 9, "/"), {}, b"", service.trust) == Answer(0)
    assert not service.requests
