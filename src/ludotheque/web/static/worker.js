// The house's service worker. It knows no rules and no page: files never change under their names,
// pages come from the network first, and an answer is kept for later only where the house says so.
// HOUSE, which the house writes above this line, has the version, its files and the offline page.
"use strict";
const FILES = `files-${HOUSE.version}`;
const KEPT = `kept-${HOUSE.version} `; // and what is kept: a cache for each
const KEEP = "Keep-Offline"; // on an answer that may be kept: the name of what it belongs to
const MOST = 24; // such things (replays) kept at once
const OLD = 2; // earlier versions whose replays, with the files they need, are kept
const ANY = { ignoreVary: true };
// After these, somebody else may sit at this browser.
const PARTINGS = ["/signout", "/me/delete", "/signin", "/signin/code", "/signin/passkey"];

addEventListener("install", (event) => event.waitUntil(install()));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (origin !== location.origin) return;
  if (request.method !== "GET") {
    if (PARTINGS.includes(pathname)) event.respondWith(part(request));
  } else if (pathname.startsWith("/static/")) event.respondWith(file(request));
  else if (request.mode === "navigate") event.respondWith(page(event));
  else if (request.destination === "") event.respondWith(fresh(event, () => fetch(request), Response.error));
});
addEventListener("push", (event) => event.waitUntil(call(event.data?.json() ?? {})));
addEventListener("notificationclick", (event) => event.waitUntil(open(event.notification)));
addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

async function install() {
  const cache = await caches.open(FILES);
  await cache.addAll(HOUSE.files);
  // Without cookies: the page says nothing of who is here.
  const headers = { "Accept-Language": HOUSE.language };
  await cache.put(HOUSE.offline, await fetch(HOUSE.offline, { credentials: "omit", headers }));
  await skipWaiting(); // no page is harmed: each names its files by what is in them
}

async function activate() {
  await registration.navigationPreload?.enable();
  const names = await caches.keys(); // the oldest first
  const read = names.filter((name) => name.startsWith("kept-")).map(versionOf);
  const needed = [...new Set(read)].filter((version) => version !== HOUSE.version).slice(-OLD);
  const isStale = (version) => version && version !== HOUSE.version && !needed.includes(version);
  for (const name of names) if (isStale(versionOf(name))) await caches.delete(name);
  await clients.claim();
}

/** Which version of the house made a cache of ours. */
function versionOf(name) {
  return /^(?:files|kept)-(\S+)/.exec(name)?.[1];
}

/** A file that never changes: from whichever cache has it. */
async function file(request) {
  return (await caches.match(request, ANY)) ?? fetch(request);
}

function page(event) {
  const load = async () => (await event.preloadResponse) ?? fetch(event.request);
  return fresh(event, load, () => caches.match(HOUSE.offline, { ...ANY, cacheName: FILES }));
}

/** From the network; without one, what was kept of it, or else something instead. */
async function fresh(event, load, instead) {
  try {
    const answer = await load();
    if (answer.ok && answer.headers.has(KEEP)) event.waitUntil(keep(event.request, answer.clone()));
    return answer;
  } catch {
    return (await caches.match(event.request, ANY)) ?? instead();
  }
}

/** Keep an answer; nothing stays that an earlier version made of the same thing. */
async function keep(request, answer) {
  const name = KEPT + answer.headers.get(KEEP);
  const own = name.slice(name.indexOf(" "));
  if (!(await caches.has(name))) await clear((each) => each.endsWith(own));
  await (await caches.open(name)).put(request, answer);
  const all = (await caches.keys()).filter((each) => each.startsWith("kept-")); // the oldest first
  await clear((each) => all.slice(0, -MOST).includes(each));
}

async function clear(isMeant) {
  for (const name of await caches.keys()) if (name.startsWith("kept-") && isMeant(name)) await caches.delete(name);
}

/** Whoever comes next finds nothing of whoever was here. */
async function part(request) {
  const answer = await fetch(request);
  if (answer.ok || answer.type === "opaqueredirect") {
    await clear(() => true);
    await (await registration.pushManager?.getSubscription())?.unsubscribe();
  }
  return answer;
}

/** "À vous !": the house calls somebody to a table. */
async function call({ title, table }) {
  const open = await clients.matchAll({ type: "window" });
  if (!table || open.some((each) => each.focused && new URL(each.url).pathname === table)) return;
  await registration.showNotification(title, { tag: table, icon: HOUSE.icon, data: table, lang: HOUSE.language });
}

async function open(notification) {
  notification.close();
  const all = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = all.find((each) => new URL(each.url).pathname === notification.data);
  await (there ? there.focus() : clients.openWindow(notification.data));
}

/** The browser has changed where it is reached: tell the house. */
async function renew({ oldSubscription }) {
  if (!oldSubscription) return;
  const found = await registration.pushManager.subscribe(oldSubscription.options);
  const headers = { "Content-Type": "application/json" };
  await fetch("/me/push", { method: "POST", body: JSON.stringify(found), headers });
}
