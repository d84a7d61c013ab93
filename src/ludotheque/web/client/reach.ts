// How the house may reach you: the browser's notification while a page is open, Web Push while
// none is. Both are asked for by a checkbox, never before; what cannot be had says why.
import { isOn, set } from "./settings";

const ADDRESS = "/me/push";
type Way = "notify" | "push";

function boxes(way: Way): NodeListOf<HTMLInputElement> {
  return document.querySelectorAll<HTMLInputElement>(`input[data-reach=${way}]`);
}

/** Connect what carries data-reach; a browser that cannot do it says so in its place. */
export function connectReach(): void {
  if (!isSecureContext || !("Notification" in window) || !navigator.serviceWorker) return;
  for (const way of ["notify", "push"] as const) {
    if (way === "push" && !("PushManager" in window)) continue;
    for (const box of boxes(way)) {
      box.disabled = false;
      box.addEventListener("change", () => void change(way, box));
    }
  }
  const isGranted = Notification.permission === "granted";
  for (const box of boxes("notify")) box.checked = isGranted && isOn("notify");
  const panel = boxes("push")[0]?.closest("details");
  if (!panel || panel.open) void look();
  else panel.addEventListener("toggle", () => void look(), { once: true });
  document.querySelector("[data-unreachable]")?.remove();
}

/** Whether the house knows this browser: it may have forgotten it, or somebody signed out. */
async function look(): Promise<void> {
  const all = boxes("push");
  if (!all.length || !("PushManager" in window)) return;
  const worker = await navigator.serviceWorker.ready;
  const own = await worker.pushManager.getSubscription();
  if (!own) return;
  const { endpoint } = await (await fetch(ADDRESS)).json();
  let is = endpoint === own.endpoint;
  if (!is && isOn("push")) is = (await send("POST", own)).ok; // a new session of the same browser
  for (const box of all) box.checked = is;
}

async function change(way: Way, box: HTMLInputElement): Promise<void> {
  const wanted = box.checked;
  let is = false;
  try {
    is = wanted && (await Notification.requestPermission()) === "granted";
    if (way === "push") await (is ? subscribe() : unsubscribe());
  } catch {
    is = false; // the browser's service does not answer, or the house refuses
  }
  set(way, is);
  for (const each of boxes(way)) each.checked = is;
  const refusal = document.querySelector<HTMLElement>("[data-refused]");
  if (refusal) refusal.hidden = is || !wanted;
}

async function subscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  const { key } = await (await fetch(ADDRESS)).json();
  await (await worker.pushManager.getSubscription())?.unsubscribe(); // perhaps made for another key
  const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const answer = await send("POST", found);
  if (!answer.ok) throw new Error(String(answer.status));
}

async function unsubscribe(): Promise<void> {
  const worker = await navigator.serviceWorker.ready;
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  await send("DELETE", {});
}

function send(method: string, body: unknown): Promise<Response> {
  return fetch(ADDRESS, { method, body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
}
