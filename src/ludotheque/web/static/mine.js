// One's own tables are looked up anew whenever the page is looked at again.
const PAUSE = 5000; // milliseconds between two looks at least
let looked = performance.now();

async function refresh() {
  if (document.hidden || performance.now() - looked < PAUSE) return;
  looked = performance.now();
  const answer = await fetch("/me/tables").catch(() => undefined);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("mine");
  const old = document.getElementById("mine");
  if (!fresh) return;
  const count = document.querySelector(".calls");
  count.hidden = fresh.dataset.calls === "0";
  count.lastElementChild.textContent = fresh.dataset.calls;
  if (old && !old.contains(document.activeElement)) old.replaceWith(document.adoptNode(fresh));
}

document.addEventListener("visibilitychange", refresh);
addEventListener("focus", refresh);
