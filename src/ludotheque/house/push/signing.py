"""The house's own key, by which push services know who sends: RFC 8292 ("VAPID").

Made when a house first opens and kept in its database, so that backups have it too: browsers
accept no message that another key has signed.
"""

import json
from urllib.parse import urlsplit

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from sqlalchemy import Engine, insert, select
from sqlalchemy.exc import IntegrityError

from ludotheque.house.clock import SECOND, now
from ludotheque.house.push.sealing import from_text, point, to_text
from ludotheque.house.schema import house_keys

LIFE = 12 * 3600  # seconds that a signature is good for: RFC 8292 allows 24 hours
_NAME = "push"


class Signer:
    """Signs for one house."""

    def __init__(self, key: EllipticCurvePrivateKey):
        self._key = key
        self.public = to_text(point(key))  # what a browser is told when it subscribes

    def authorization(self, endpoint: str, contact: str) -> str:
        """The header that goes with a message; ``contact`` tells the service whom to ask."""
        parts = urlsplit(endpoint)
        claims = {
            "aud": f"{parts.scheme}://{parts.netloc}",
            "exp": now() // SECOND + LIFE,
            "sub": contact,
        }
        text = f"{_encoded({'typ': 'JWT', 'alg': 'ES256'})}.{_encoded(claims)}"
        numbers = decode_dss_signature(self._key.sign(text.encode(), ECDSA(SHA256())))
        signature = b"".join(number.to_bytes(32, "big") for number in numbers)
        return f"vapid t={text}.{to_text(signature)}, k={self.public}"


def _encoded(claims: dict[str, object]) -> str:
    return to_text(json.dumps(claims, separators=(",", ":")).encode())


def signer(engine: Engine) -> Signer:
    """The house's signer; its key is made where there is none yet."""
    secret = _kept(engine)
    if secret is None:
        _make(engine)
        secret = _kept(engine)
        assert secret is not None
    return Signer(derive_private_key(int.from_bytes(from_text(secret), "big"), SECP256R1()))


def _kept(engine: Engine) -> str | None:
    query = select(house_keys.c.secret).where(house_keys.c.name == _NAME)
    with engine.connect() as connection:
        return connection.execute(query).scalar()


def _make(engine: Engine) -> None:
    number = generate_private_key(SECP256R1()).private_numbers().private_value
    row = {"name": _NAME, "secret": to_text(number.to_bytes(32, "big")), "created": now()}
    try:
        with engine.execution_options(writes=True).begin() as connection:
            connection.execute(insert(house_keys).values(row))
    except IntegrityError:
        pass  # another process was quicker: its key it is
