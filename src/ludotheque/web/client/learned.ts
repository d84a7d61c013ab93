// Which lessons of which box somebody has learned: kept in her browser, a member's with her account.
import { account, prefer, read, write } from "./stored";

const KEY = "ludotheque.learned";

/** The lessons of a box that were learned, by their ids. */
export function learned(box: string): string[] {
  if (account) return Object.keys(account.lessons ?? {}).flatMap((each) => (each.startsWith(`${box}/`) ? [each.slice(box.length + 1)] : []));
  const found = (read(KEY) as Record<string, unknown>)[box];
  return Array.isArray(found) ? found.map(String) : [];
}

/** One more was. */
export function learn(box: string, lesson: string): void {
  if (!account) return write(KEY, { ...read(KEY), [box]: [...new Set([...learned(box), lesson])] });
  const change = { [`${box}/${lesson}`]: true };
  account.lessons = { ...account.lessons, ...change };
  prefer({ lessons: change });
}
