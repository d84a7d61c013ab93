"""A device that keeps passkeys, for tests: what a browser would bring back, signed or forged."""

import hashlib
import json
import secrets
import struct
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

PRESENT, VERIFIED, ATTESTED = 0x01, 0x04, 0x40


class Authenticator:
    """One device with one key for one house."""

    def __init__(self, origin: str):
        self.origin = origin
        self.host = origin.split("//")[1].split(":")[0]
        self.id = secrets.token_bytes(16)
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.user = b""
        self.uses = 0
        self.flags = PRESENT | VERIFIED

    def create(self, options: dict[str, Any], **forged: Any) -> dict[str, Any]:
        """Make the key that the options ask for."""
        self.user = base64url_to_bytes(options["user"]["id"])
        data = self._data(self.flags | ATTESTED) + self._attested()
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        client = self._client("webauthn.create", forged.get("challenge", options["challenge"]))
        return self._credential(client, attestationObject=bytes_to_base64url(attestation))

    def get(self, options: dict[str, Any], **forged: Any) -> dict[str, Any]:
        """Sign a challenge."""
        self.uses += 1
        data = self._data(self.flags)
        client = self._client("webauthn.get", forged.get("challenge", options["challenge"]))
        key = forged.get("key", self.key)
        signature = key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return self._credential(
            client,
            authenticatorData=bytes_to_base64url(data),
            signature=bytes_to_base64url(signature),
            userHandle=bytes_to_base64url(self.user),
        )

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, flags: int) -> bytes:
        return hashlib.sha256(self.host.encode()).digest() + struct.pack(">BI", flags, self.uses)

    def _attested(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        x, y = (number.to_bytes(32, "big") for number in (numbers.x, numbers.y))
        public = cbor2.dumps({1: 2, 3: -7, -1: 1, -2: x, -3: y})
        return bytes(16) + struct.pack(">H", len(self.id)) + self.id + public

    def _credential(self, client: bytes, **response: str) -> dict[str, Any]:
        id = bytes_to_base64url(self.id)
        response["clientDataJSON"] = bytes_to_base64url(client)
        return {"id": id, "rawId": id, "type": "public-key", "response": response}
