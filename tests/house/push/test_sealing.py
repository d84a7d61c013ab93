"""Messages that one browser alone can read."""

import pytest
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric import ec
from receiving import Browser

from ludotheque.house.push.sealing import (
    BadKeys,
    Receiver,
    from_text,
    point,
    seal,
    sealed,
    to_text,
)

# The example of RFC 8291, section 5 and appendix A.
WORDS = b"When I grow up, I want to be a watermelon"
SENDER = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
OWN = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
RECEIVER = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
THEIRS = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
AUTH = "BTBZMqHH6r4Tts7J_aSIgg"
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
SEALED = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27ml"
    "mlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPT"
    "pK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
)


def key(text: str) -> ec.EllipticCurvePrivateKey:
    return ec.derive_private_key(int.from_bytes(from_text(text), "big"), ec.SECP256R1())


def test_the_example_of_the_rfc_comes_out_to_the_letter() -> None:
    assert to_text(point(key(SENDER))) == OWN
    found = sealed(WORDS + b"\x02", Receiver.read(THEIRS, AUTH), key(SENDER), from_text(SALT))
    assert to_text(found) == SEALED


def test_the_browser_of_the_tests_reads_the_example() -> None:
    assert Browser(key(RECEIVER), from_text(AUTH)).read(from_text(SEALED)) == WORDS


def test_only_the_receiver_can_read_it_and_its_length_tells_nothing() -> None:
    ann, eve = Browser(), Browser()
    short, long = seal(b"a", ann.receiver), seal(b"a" * 200, ann.receiver)
    assert len(short) == len(long) <= 4096
    assert ann.read(short) == b"a"
    assert ann.read(long) == b"a" * 200
    assert seal(b"a", ann.receiver) != short  # new keys each time
    with pytest.raises(InvalidTag):
        eve.read(short)


@pytest.mark.parametrize(
    ("p256dh", "auth"),
    [
        ("", AUTH),
        ("%%%", AUTH),
        (to_text(b"\x04" + bytes(64)), AUTH),  # not on the curve
        (to_text(b"\x02" + from_text(THEIRS)[1:33]), AUTH),  # compressed
        (THEIRS, ""),
        (THEIRS, to_text(b"short")),
        (THEIRS, to_text(bytes(17))),
    ],
)
def test_what_is_no_key_is_refused(p256dh: str, auth: str) -> None:
    with pytest.raises(BadKeys):
        Receiver.read(p256dh, auth)
