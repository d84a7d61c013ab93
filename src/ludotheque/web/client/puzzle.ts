// A puzzle is a lesson whose first try counts: the house notes it and says how one stands.
import "./lesson";
import { share } from "./share";

interface Told {
  standing: string;
  line: string; // to share: it gives nothing away
}

const solved = document.getElementById("solved")!;
const button = document.getElementById("share") as HTMLButtonElement;
let line = "";
let isTried = false;

document.getElementById("table")!.addEventListener("verdict", (event) => {
  const { verdict, move } = (event as CustomEvent<{ verdict: string; move: string }>).detail;
  if (verdict === "well" || (verdict && !isTried)) void tell(move);
});

async function tell(move: string): Promise<void> {
  isTried = true;
  const answer = await fetch(solved.dataset.try!, { method: "POST", body: new URLSearchParams({ move }) }).catch(() => undefined);
  if (!answer?.ok) return;
  const told: Told = await answer.json();
  solved.textContent = told.standing;
  solved.hidden = button.hidden = false;
  line ||= told.line; // the first try is what is shared
}

button.addEventListener("click", () => void share(`${line}\n${location.origin}/puzzles`, solved.dataset.copied!));
