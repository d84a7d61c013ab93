// The page without a connection: what can be read all the same, and back when there is one.
"use strict";
const AGAIN = 4000; // milliseconds between two looks whether the house answers

async function look() {
  const answer = await fetch("/healthz").catch(() => undefined);
  if (answer?.ok) location.reload();
}

async function list() {
  if (!("caches" in self)) return; // not a secure address: nothing is kept
  const kept = document.getElementById("kept");
  for (const name of (await caches.keys()).filter((each) => each.startsWith("kept-")).reverse()) {
    const cache = await caches.open(name);
    for (const request of await cache.keys()) {
      const answer = await cache.match(request, { ignoreVary: true });
      if (answer.headers.get("Content-Type")?.startsWith("text/html")) {
        kept.append(entry(request.url, new DOMParser().parseFromString(await answer.text(), "text/html")));
      }
    }
  }
  document.getElementById("readable").hidden = !kept.children.length;
}

/** A page that was kept: what it is called, and who played. */
function entry(url, page) {
  const item = document.createElement("li");
  const link = document.createElement("a");
  link.href = url;
  link.textContent = page.title.replace(/ · [^·]*$/, "");
  const names = document.createElement("span");
  names.className = "help";
  names.textContent = [...page.querySelectorAll(".standing .who")].map((who) => who.textContent).join(", ");
  item.append(link, names);
  return item;
}

addEventListener("online", look);
setInterval(look, AGAIN);
list();
