// The dice computed anew from a record, with the browser's own cryptography (docs/dice.md).

interface Line {
  number: number;
  event: { event: string; outcome?: number };
  weights?: number[];
}
export interface DiceRecord {
  commitment: string;
  seed: string | null;
  values: string[];
  log: Line[];
}
export interface Report {
  checked: number;
  wrong: number[]; // numbers of events that the seed does not give; 0: the seal itself
}

const WORDS = 2 ** 32;

/** Check the seal and every chance outcome of a finished game's record. */
export async function verify(record: DiceRecord): Promise<Report> {
  const seed = bytes(record.seed ?? "");
  const seal = hex(new Uint8Array(await crypto.subtle.digest("SHA-256", seed)));
  const wrong = seal === record.commitment ? [] : [0];
  const key = await crypto.subtle.importKey("raw", seed, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const values = bytes(record.values.join(""));
  let checked = 0;
  for (const { number, event, weights } of record.log) {
    if (event.event !== "fell" || !weights) continue;
    checked++;
    if ((await outcome(key, values, number, weights)) !== event.outcome) wrong.push(number);
  }
  return { checked, wrong };
}

async function outcome(key: CryptoKey, values: Uint8Array, number: number, weights: number[]): Promise<number> {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const taken = WORDS - (WORDS % total);
  let drawn = WORDS;
  for (let counter = 0; drawn >= taken; counter++) drawn = await word(key, values, number, counter);
  let left = drawn % total;
  return weights.findIndex((weight) => (left -= weight) < 0);
}

async function word(key: CryptoKey, values: Uint8Array, number: number, counter: number): Promise<number> {
  const message = new Uint8Array(values.length + 12);
  message.set(values);
  const view = new DataView(message.buffer);
  view.setBigUint64(values.length, BigInt(number));
  view.setUint32(values.length + 8, counter);
  return new DataView(await crypto.subtle.sign("HMAC", key, message)).getUint32(0);
}

function bytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(data: Uint8Array): string {
  return Array.from(data, (value) => value.toString(16).padStart(2, "0")).join("");
}
