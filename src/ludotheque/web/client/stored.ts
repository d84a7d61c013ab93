// What is kept in the browser under a key; a browser that keeps nothing forgets it with the page.

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
