// What there is to see and do once a game is over: its figures, a burst of paper, a picture to share.
import { element } from "./element";
import { root } from "./morph";
import { pace, reduced } from "./settings";
import { copy } from "./share";
import { sing } from "./sound";

const BITS = 35;
const SHOWN = 3500; // milliseconds until the paper is swept up

type Say = (text: string) => void;

/** Look after the end of the game: where it is over already, and whenever parts of the page change. */
export function connectEnding(say: Say): void {
  void showFigures();
  root.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-share]");
    if (link) void share(link, event, say);
  });
}

/** The game has ended before our eyes. */
export function celebrate(): void {
  root.classList.add("celebrating");
  void showFigures();
  document.getElementById("ending")?.scrollIntoView({ block: "nearest", behavior: reduced.matches ? "auto" : "smooth" });
  sing(document.querySelector("#ending:is(.lost, .stopped)") ? "farewell" : "end");
  if (!document.querySelector("#ending:is(.won, .watched)") || !pace() || reduced.matches) return;
  const paper = element("div", { className: "confetti" }, ...Array.from({ length: BITS }, () => element("i")));
  root.append(paper);
  setTimeout(() => paper.remove(), SHOWN);
}

/** Play goes on at another table, where everybody here has agreed to go. */
export function follow(): void {
  const link = document.querySelector<HTMLAnchorElement>("a[data-go]");
  if (link) location.assign(link.href);
}

async function showFigures(): Promise<void> {
  const place = document.getElementById("figures");
  if (!place?.dataset.figures || !document.querySelector("#status.over")) return;
  const address = place.dataset.figures;
  delete place.dataset.figures; // once is enough
  const answer = await fetch(address).catch(() => undefined);
  if (answer?.ok) place.innerHTML = await answer.text();
  else place.hidden = true;
}

/** By the device's own sheet where it takes pictures; else the picture is downloaded, the link copied. */
async function share(link: HTMLAnchorElement, event: Event, say: Say): Promise<void> {
  const url = new URL(link.dataset.share!, location.href).href;
  const trial = new File([""], link.download, { type: "image/png" });
  if (!navigator.canShare?.({ files: [trial] })) {
    if (await copy(url)) say(root.dataset.shared!);
    return;
  }
  event.preventDefault();
  const picture = await (await fetch(link.href)).blob();
  const files = [new File([picture], link.download, { type: "image/png" })];
  await navigator.share({ files, url, title: document.title }).catch(() => undefined); // she thought better of it
}
