"""The house's own key: made once, kept, and good for signatures that services accept."""

import time

from receiving import claims_of
from sqlalchemy import Engine

from ludotheque.house.push.signing import LIFE, signer


def test_the_key_is_made_once_and_kept(engine: Engine) -> None:
    assert signer(engine).public == signer(engine).public


def test_a_signature_names_the_service_the_house_and_an_end(engine: Engine) -> None:
    signed = signer(engine)
    header = signed.authorization("https://push.test/wake/me?please=1", "https://house.test")
    claims = claims_of(header, signed.public)
    assert claims["aud"] == "https://push.test"
    assert claims["sub"] == "https://house.test"
    assert time.time() < claims["exp"] <= time.time() + LIFE + 1
