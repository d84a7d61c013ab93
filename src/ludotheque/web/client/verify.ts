// The dice computed anew from a record (docs/dice.md).
import { hmac, sha256 } from "./sha256";

interface Line {
  number: number;
  event: { event: string; outcome?: number };
  weights?: number[];
}
export interface DiceRecord {
  settings: { sealed_until?: number | null };
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
export function verify(record: DiceRecord): Report {
  const seed = bytes(record.seed ?? "");
  const wrong = hex(sha256(seed)) === record.commitment ? [] : [0];
  const values = bytes(record.values.join(""));
  let checked = 0;
  for (const { number, event, weights } of record.log) {
    if (event.event !== "fell" || !weights) continue;
    checked++;
    const counted = record.settings.sealed_until ? checked : number; // dice that many tables share
    if (outcome(seed, values, counted, weights) !== event.outcome) wrong.push(number);
  }
  return { checked, wrong };
}

function outcome(seed: Uint8Array, values: Uint8Array, number: number, weights: number[]): number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (!(total > 0 && total <= WORDS)) return -1; // no dice of ours: it would be drawn for ever
  const taken = WORDS - (WORDS % total);
  let drawn = WORDS;
  for (let counter = 0; drawn >= taken; counter++) drawn = word(seed, values, number, counter);
  let left = drawn % total;
  return weights.findIndex((weight) => (left -= weight) < 0);
}

function word(seed: Uint8Array, values: Uint8Array, number: number, counter: number): number {
  const message = new Uint8Array(values.length + 12);
  message.set(values);
  const view = new DataView(message.buffer);
  view.setBigUint64(values.length, BigInt(number));
  view.setUint32(values.length + 8, counter);
  return new DataView(hmac(seed, message).buffer).getUint32(0);
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function hex(data: Uint8Array): string {
  return Array.from(data, (value) => value.toString(16).padStart(2, "0")).join("");
}
