// A click, a tap, or a key on what the board offers: all of them act, and hurry what still moves.
import { touched } from "./fingers";
import "./keys";
import { skip } from "./motion";

/** Let hands act on whatever they mean; a finger's move is confirmed first, and then taken. */
export function connectHands(act: (target: Element) => void, take: (move: string) => void): void {
  document.addEventListener("click", (event) => {
    skip();
    if (!touched(event, take)) act(event.target as Element);
  });
  document.addEventListener("keydown", (event) => {
    const target = event.target as Element;
    if ((event.key === "Enter" || event.key === " ") && target.closest("svg [data-move], svg [data-pick]")) {
      event.preventDefault();
      act(target);
    }
    if (event.key === "Escape") skip();
  });
}
