"""Sealing a message so that only one browser can read it: RFC 8291, in the coding of RFC 8188."""

import base64
import secrets
from dataclasses import dataclass

from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDH,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    generate_private_key,
)
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

RECORD = 4096  # bytes; a message is one record
PADDED = 512  # bytes of every message before it is sealed: its length tells nothing
_LAST = b"\x02"  # after the text: no other record follows


class BadKeys(ValueError):
    """A browser's keys that are none."""


@dataclass(frozen=True)
class Receiver:
    """What a browser gives away of its keys."""

    public: bytes  # a point on P-256, uncompressed
    auth: bytes  # a secret that it shares with the house

    @classmethod
    def read(cls, p256dh: str, auth: str) -> "Receiver":
        """The keys as a browser writes them; BadKeys where they cannot be used."""
        try:
            found = cls(from_text(p256dh), from_text(auth))
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), found.public)
        except ValueError:
            raise BadKeys("p256dh is not a point on P-256 in base64url") from None
        if len(found.public) != 65 or len(found.auth) != 16:
            raise BadKeys("p256dh has 65 bytes, auth 16")
        return found


def seal(message: bytes, receiver: Receiver) -> bytes:
    """The message as it is sent, padded; with keys used this once."""
    padded = message + _LAST + bytes(PADDED - len(message) - 1)
    return sealed(padded, receiver, generate_private_key(SECP256R1()), secrets.token_bytes(16))


def sealed(padded: bytes, receiver: Receiver, key: EllipticCurvePrivateKey, salt: bytes) -> bytes:
    """The same for given keys, of a text that ends as RFC 8188 wants it."""
    own = point(key)
    theirs = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), receiver.public)
    shared = key.exchange(ECDH(), theirs)
    info = b"WebPush: info\0" + receiver.public + own
    secret = _derived(shared, receiver.auth, info, 32)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", 12)
    content = AESGCM(_derived(secret, salt, b"Content-Encoding: aes128gcm\0", 16))
    head = salt + RECORD.to_bytes(4, "big") + bytes([len(own)]) + own
    return head + content.encrypt(nonce, padded, None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(secret)


def point(key: EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as it goes over the wire."""
    return key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


def to_text(data: bytes) -> str:
    """Bytes in base64url, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_text(text: str) -> bytes:
    """The bytes that such a text stands for; ValueError where it is none."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
