// What is kept in the browser under a key; a browser that keeps nothing forgets it with the page.
// What a member prefers is kept with her account instead, and comes with the page.

type Account = { coach?: boolean; tips?: Record<string, boolean>; lessons?: Record<string, boolean> }; // and settings, by their names
const told = document.documentElement.dataset.preferences;

/** What a member prefers; of anybody else it is not known. */
export const account: Account | undefined = told && JSON.parse(told);

/** Keep something that she prefers now. */
export function prefer(change: object): void {
  dispatchEvent(new CustomEvent("preference", { detail: change }));
}

/** What was kept, or nothing. */
export function read(key: string): object {
  try {
    return Object(JSON.parse(localStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

/** Keep it, where that is allowed. */
export function write(key: string, value: object): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // storage is full, or forbidden
  }
}
