// The dice on the board are a button too, while it is one's own to roll them.
import { layer, ring, unring } from "./board";

const ROLL = '{"command":"roll"}';

const armed: SVGGElement[] = [];

/** Let the dice take a click, or none any more. */
export function arm(isOn: boolean): void {
  armed.splice(0).forEach(disarm);
  if (!isOn) return;
  const fresh = layer("pieces").querySelectorAll<SVGGElement>(".die:not(.spent)");
  armed.push(...(fresh.length ? fresh : layer("pieces").querySelectorAll<SVGGElement>(".die")));
  for (const die of armed) {
    die.classList.add("rollable");
    die.dataset.command = ROLL;
    ring(die, "ready");
  }
}

function disarm(die: SVGGElement): void {
  die.classList.remove("rollable");
  delete die.dataset.command;
  unring(die);
}
