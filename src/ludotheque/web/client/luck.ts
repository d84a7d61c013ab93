// Luck told apart from play: a report that is asked for, a curve with a cursor, better moves on the board.
import { layer } from "./board";
import { clear, offer, type Offer } from "./offers";
import { share } from "./share";

interface Report {
  html: string;
  curves: number[][]; // of each seat, in thousandths
  better: [ply: number, text: string, offer: Offer][];
  line: string; // to share
}

const AGAIN = 500; // milliseconds between two looks at how far it is
let found: Report | undefined;
let at = 0;

/** Look after the panel, where the page has one; ``go`` shows a step. */
export function connectLuck(go: (ply: number) => void): void {
  const panel = document.getElementById("luck");
  panel?.addEventListener("click", (event) => {
    const target = event.target as Element;
    const button = target.closest<HTMLElement>("button[data-luck]");
    const curve = target.closest(".curve svg");
    if (button) void ask(panel, button.dataset.luck!);
    else if (target.closest("[data-pass]")) void pass(panel);
    else if (target.closest(".moments")) document.querySelector(".playground")!.scrollIntoView({ block: "nearest" });
    else if (curve && found) {
      const { left, width } = curve.getBoundingClientRect();
      go(Math.round((((event as MouseEvent).clientX - left) / width) * (found.curves[0]!.length - 1)));
    }
  });
  if (panel && new URLSearchParams(location.search).has("luck")) void ask(panel, "");
}

/** Pass on what the report comes to, with the way to it where there is one. */
function pass(panel: HTMLElement): Promise<void> {
  const link = "link" in panel.dataset ? `\n${location.origin}${location.pathname}?luck` : "";
  return share(found!.line + link, panel.dataset.copied!);
}

async function ask(panel: HTMLElement, how: string): Promise<void> {
  const button = panel.querySelector<HTMLButtonElement>(`button[data-luck="${how}"]`)!;
  const bar = document.createElement("progress");
  bar.setAttribute("aria-label", panel.dataset.wait!);
  button.replaceWith(bar);
  for (;;) {
    const answer = await fetch(`${panel.dataset.luck}${how && `?${how}`}`).catch(() => undefined);
    const told = answer?.ok ? await answer.json() : undefined;
    if (answer?.status === 202) {
      if (told.total) Object.assign(bar, { max: told.total, value: told.done });
      await new Promise((resolve) => setTimeout(resolve, AGAIN));
    } else if (told) {
      return show(panel, told);
    } else {
      const sorry = Object.assign(document.createElement("p"), { textContent: panel.dataset.sorry });
      sorry.setAttribute("role", "alert");
      bar.replaceWith(sorry, button);
      return;
    }
  }
}

function show(panel: HTMLElement, report: Report): void {
  found = report;
  const better = panel.querySelector(".better")!;
  const body = document.createElement("div");
  body.className = "report";
  body.innerHTML = report.html;
  panel.replaceChildren(panel.querySelector("h2")!, better, body);
  mark(at);
}

/** Another step is in sight: its chances, and the move that would have been better. */
export function mark(ply: number): void {
  at = ply;
  if (!found) return;
  const panel = document.getElementById("luck")!;
  panel.querySelector(".cursor")?.setAttribute("d", `M${ply} 0V100`);
  panel.querySelectorAll<HTMLElement>(".odds i").forEach((part, seat) => {
    part.style.flexGrow = String(found!.curves[seat]?.[ply] ?? 0);
  });
  const better = found.better.find(([each]) => each === ply);
  const line = panel.querySelector<HTMLElement>(".better")!;
  line.hidden = !better;
  line.textContent = better?.[1] ?? "";
  clear();
  if (!better) return;
  offer([better[2]]);
  for (const element of document.querySelectorAll("#pieces .movable, #choices > *")) element.classList.add("pointed");
  for (const element of layer("choices").children) element.removeAttribute("tabindex");
}
