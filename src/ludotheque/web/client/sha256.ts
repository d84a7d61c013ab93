// SHA-256 and HMAC over it (FIPS 180-4, RFC 2104). Browsers give their own only to secure
// origins, and a house on a home network is none.

type Eight = [number, number, number, number, number, number, number, number];

const BLOCK = 64; // bytes

/** The first 32 bits of the fractional parts of a root of the first primes. */
function roots(count: number, power: number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    if (!found.some((prime) => n % prime === 0)) found.push(n);
  }
  return Uint32Array.from(found, (prime) => (prime ** power % 1) * 2 ** 32);
}

const START = roots(8, 1 / 2);
const ROUNDS = roots(64, 1 / 3);

/** The SHA-256 digest of some bytes. */
export function sha256(data: Uint8Array): Uint8Array {
  const hash = START.slice();
  const padded = pad(data);
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.byteLength; at += BLOCK) {
    for (let t = 0; t < 64; t++) words[t] = t < 16 ? padded.getUint32(at + 4 * t) : extended(words, t);
    compress(hash, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  hash.forEach((word, k) => digest.setUint32(4 * k, word));
  return new Uint8Array(digest.buffer);
}

/** HMAC-SHA-256 of some bytes under a key. */
export function hmac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const block = new Uint8Array(BLOCK);
  block.set(key.length > BLOCK ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), data));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

function pad(data: Uint8Array): DataView {
  const size = Math.ceil((data.length + 9) / BLOCK) * BLOCK;
  const padded = new Uint8Array(size);
  padded.set(data);
  padded[data.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setBigUint64(size - 8, BigInt(data.length) * 8n);
  return view;
}

function extended(words: Uint32Array, t: number): number {
  const [a, b] = [words[t - 15]!, words[t - 2]!];
  const low = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3);
  const high = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
  return words[t - 16]! + low + words[t - 7]! + high;
}

function compress(hash: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = [...hash] as Eight;
  for (let t = 0; t < 64; t++) {
    const choice = (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g));
    const majority = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    const first = h + choice + ROUNDS[t]! + words[t]!;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + majority) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => (hash[k]! += word));
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

function joined(a: Uint8Array, b: Uint8Array): Uint8Array {
  const both = new Uint8Array(a.length + b.length);
  both.set(a);
  both.set(b, a.length);
  return both;
}
