// Everybody's chances, for who watches a table that lets her: asked for, and shown as a bar.

export type Odds = [shares: number[], words: string];

const figure = document.getElementById("odds"); // there where the table lets it be seen
const button = document.getElementById("chances");

/** Whether she would see it; where nothing can be switched, it is always shown. */
export function wantsOdds(): boolean {
  return button ? button.ariaPressed === "true" : figure != null;
}

/** Show how it stands. */
export function showOdds([shares, words]: Odds): void {
  if (!figure || !wantsOdds()) return;
  figure.querySelectorAll<HTMLElement>("i").forEach((part, seat) => {
    part.style.flexGrow = String(shares[seat] ?? 0);
  });
  figure.querySelector("figcaption")!.textContent = words;
  figure.hidden = false;
}

/** Let it be switched on and off; ``tell`` says so to the house. */
export function connectOdds(tell: () => void): void {
  button?.addEventListener("click", () => {
    button.ariaPressed = String(!wantsOdds());
    figure!.hidden = true;
    tell();
  });
}
