// A hint: what to play, shown on the board as pointing at it does, why, and on demand what moves are worth.
import { element } from "./element";
import { mover } from "./list";
import { keepLit, moveOf } from "./offers";
import { dismiss, reveal } from "./sheet";

export interface Hint {
  move: string; // in notation, as all moves are offered
  reasons: string[];
  chances: [move: string, words: string][];
}

const panel = document.getElementById("hint"); // not there where nobody is advised,
const asker = document.getElementById("ask-hint"); // and this neither
let shown: Hint | undefined;

/** Let a hint be asked for while there is a choice, and take one away that no longer is one. */
export function allowHint(choices: number): void {
  if (asker) asker.hidden = choices < 2;
  if (shown && !moveOf(shown.move)) hideHint();
  else if (shown) keepLit([shown.move]);
}

/** It was asked for, and is found out; or it will not come. */
export function awaitHint(isAwaited: boolean): void {
  if (asker) asker.ariaBusy = String(isAwaited);
}

/** Show a hint, where its move is still among those that can be made. */
export function showHint(hint: Hint): void {
  awaitHint(false);
  const move = moveOf(hint.move);
  if (!panel || !move) return;
  shown = hint;
  panel.querySelector(".better")!.replaceChildren(mover(move));
  panel.querySelector(".reasons")!.replaceChildren(...hint.reasons.map((each) => item(each)));
  panel.querySelector(".chances")!.replaceChildren(...hint.chances.map(([each, words]) => item(moveOf(each)?.[1] ?? each, words)));
  unfold(false);
  dismiss();
  panel.hidden = false;
  keepLit([hint.move]);
  reveal(hint.move);
}

/** Take it away: something happened, or she has read it. */
export function hideHint(): void {
  awaitHint(false);
  if (!shown) return;
  shown = undefined;
  keepLit([]);
  if (panel) panel.hidden = true;
}

function item(text: string, words = ""): Element {
  return element("li", {}, element("span", {}, text), ...(words ? [element("b", {}, words)] : []));
}

function unfold(isOpen: boolean): void {
  const more = panel!.querySelector<HTMLElement>(".more")!;
  more.ariaExpanded = String(isOpen);
  more.hidden = isOpen;
  panel!.querySelector<HTMLElement>(".chances")!.hidden = !isOpen;
}

asker?.addEventListener("click", () => awaitHint(true));
panel?.querySelector(".more")!.addEventListener("click", () => unfold(true));
panel?.querySelector(".close")!.addEventListener("click", () => {
  hideHint();
  asker!.focus();
});
