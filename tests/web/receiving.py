"""A push service and a browser of the test's own: TLS with a certificate made on the spot."""

import datetime
import json
import socket
import ssl
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from ludotheque.house.push.endpoints import Target
from ludotheque.house.push.sealing import Receiver, from_text, to_text

HOST = "push.test"
TAKEN = b"HTTP/1.1 201 Created\r\nContent-Length: 0\r\n\r\n"


class Browser:
    """Somebody's keys, and how she reads what was sealed for them."""

    def __init__(self, key: ec.EllipticCurvePrivateKey | None = None, auth: bytes = b"a" * 16):
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.receiver = Receiver(point, auth)

    def subscription(self, endpoint: str) -> dict[str, Any]:
        """As a browser writes it."""
        keys = {"p256dh": to_text(self.receiver.public), "auth": to_text(self.receiver.auth)}
        return {"endpoint": endpoint, "expirationTime": None, "keys": keys}

    def read(self, body: bytes) -> bytes:
        """RFC 8291 from the other side, written apart from the house's own."""
        salt, size, own = body[:16], int.from_bytes(body[16:20], "big"), body[21 : 21 + body[20]]
        assert len(body) - 21 - len(own) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), own)
        shared = self.key.exchange(ec.ECDH(), sender)
        info = b"WebPush: info\x00" + self.receiver.public + own
        secret = HKDF(SHA256(), 32, self.receiver.auth, info).derive(shared)
        key = HKDF(SHA256(), 16, salt, b"Content-Encoding: aes128gcm\x00").derive(secret)
        nonce = HKDF(SHA256(), 12, salt, b"Content-Encoding: nonce\x00").derive(secret)
        text = AESGCM(key).decrypt(nonce, body[21 + len(own) :], None).rstrip(b"\x00")
        assert text[-1:] == b"\x02"
        return text[:-1]


def claims_of(authorization: str, public: str) -> dict[str, Any]:
    """What an Authorization header claims, once its signature is seen to be right."""
    scheme, _, rest = authorization.partition(" ")
    fields = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert (scheme, fields["k"]) == ("vapid", public)
    head, claims, signature = fields["t"].split(".")
    assert json.loads(from_text(head)) == {"typ": "JWT", "alg": "ES256"}
    numbers = from_text(signature)
    der = encode_dss_signature(
        int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big")
    )
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), from_text(public))
    key.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    found: dict[str, Any] = json.loads(from_text(claims))
    return found


class Service:
    """A push service on this machine; it answers as it is told to, and keeps what it got."""

    def __init__(self, folder: Path, answer: bytes | Callable[[ssl.SSLSocket], None] = TAKEN):
        self.answer = answer
        self.requests: list[tuple[dict[str, str], bytes]] = []
        self.came = threading.Semaphore(0)
        certificate = _certify(folder)
        self.trust = ssl.create_default_context(cafile=str(certificate))
        self._secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._secure.load_cert_chain(certificate)
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._door.getsockname()[1]
        self.endpoint = f"https://{HOST}/wake/me?please=1"
        self._thread = threading.Thread(target=self._serve, name="push-service")
        self._thread.start()

    def find(self, endpoint: str) -> Target:
        """Where its endpoint leads: here, whatever the house would say."""
        assert endpoint.startswith(f"https://{HOST}/")
        return Target(HOST, "127.0.0.1", self.port, endpoint.removeprefix(f"https://{HOST}"))

    def wait(self) -> tuple[dict[str, str], bytes]:
        """The next message."""
        assert self.came.acquire(timeout=10), "no message came"
        return self.requests.pop(0)

    def close(self) -> None:
        self._door.shutdown(socket.SHUT_RDWR)
        self._door.close()
        self._thread.join(10)

    def _serve(self) -> None:
        while True:
            try:
                plain, _ = self._door.accept()
            except OSError:
                return
            with (
                suppress(OSError),
                plain,
                self._secure.wrap_socket(plain, server_side=True) as wire,
            ):
                wire.settimeout(10)
                self._take(wire)

    def _take(self, wire: ssl.SSLSocket) -> None:
        with wire.makefile("rb") as lines:
            headers = {"": lines.readline().decode().strip()}
            for line in iter(lines.readline, b"\r\n"):
                name, _, text = line.decode().partition(":")
                headers[name.lower()] = text.strip()
            body = lines.read(int(headers["content-length"]))
        self.requests.append((headers, body))
        self.came.release()
        if callable(self.answer):
            self.answer(wire)
        else:
            wire.sendall(self.answer)


def _certify(folder: Path) -> Path:
    """A certificate for the service, with its key, in one file."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, HOST)])
    day = datetime.timedelta(days=1)
    today = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(today - day)
        .not_valid_after(today + day)
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(HOST)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    file = folder / "push.pem"
    file.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
    return file
