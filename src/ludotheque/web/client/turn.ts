// Says that it is your turn where you look when you look elsewhere: in the tab, and, if you
// asked for it, as the browser's notification while the page is out of sight.
import { root } from "./morph";
import { isOn } from "./settings";

const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]")!;
const usual = { title: document.title, icon: icon.href };
let isMine: boolean | undefined;

/** Whether it is your turn from now on. */
export function announce(is: boolean): void {
  if (is === isMine) return;
  isMine = is;
  mark();
  if (!is) void withdraw();
  else if (document.hidden) void notify();
}

/** The tab's title and picture, and the number on the installed app. */
function mark(): void {
  const isShown = isMine && isOn("badge");
  document.title = isShown ? root.dataset.yours! : usual.title;
  icon.href = isShown ? icon.dataset.turn! : usual.icon;
  if (isShown) void navigator.setAppBadge?.().catch(() => undefined);
  else void navigator.clearAppBadge?.().catch(() => undefined);
}

async function notify(): Promise<void> {
  if (!isOn("notify") || !navigator.serviceWorker || Notification.permission !== "granted") return;
  const worker = await navigator.serviceWorker.ready;
  if (!isMine || !document.hidden) return;
  await worker.showNotification(root.dataset.yours!, {
    tag: location.pathname,
    icon: root.dataset.icon,
    lang: document.documentElement.lang,
    data: location.pathname,
  });
}

/** You came, or it is too late: nothing calls you any more. */
async function withdraw(): Promise<void> {
  const worker = await navigator.serviceWorker?.getRegistration();
  for (const each of (await worker?.getNotifications({ tag: location.pathname })) ?? []) each.close();
}

document.addEventListener("visibilitychange", () => !document.hidden && void withdraw());
document.addEventListener("change", mark);
