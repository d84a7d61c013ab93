// A word at the foot of the page, or beside a seat, for a moment.

const STAYS = 4000; // milliseconds
const timers = new Map<Element, ReturnType<typeof setTimeout>>();

/** Show an element for so many milliseconds. */
export function flash(element: Element, time: number): void {
  clearTimeout(timers.get(element));
  element.classList.add("shown");
  if (time < Infinity) timers.set(element, setTimeout(() => element.classList.remove("shown"), time));
}

/** Say something; it goes by itself unless it stays. */
export function toast(text: string, stays = false): void {
  const box = document.getElementById("toast")!;
  box.textContent = text;
  flash(box, stays ? Infinity : STAYS);
}
