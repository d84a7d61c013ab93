// The drawer "?": the game in a minute, and all its rules with a search; fetched when it is opened.
const drawer = document.getElementById("guide") as HTMLDialogElement;
const inside = drawer.querySelector<HTMLElement>(".inside")!;
const FOUND = "found"; // the highlight of what was searched for

/** Open it. */
export async function open(url: string): Promise<void> {
  if (!drawer.open) drawer.showModal();
  if (inside.childElementCount) return;
  try {
    const answer = await fetch(url);
    if (!answer.ok) throw answer;
    inside.innerHTML = await answer.text();
  } catch {
    inside.textContent = drawer.dataset.failed!;
  }
}

/** Show only what holds a text, and mark it there. */
function search(box: HTMLInputElement): void {
  const wanted = plain(box.value.trim());
  const marked: Range[] = [];
  for (const section of inside.querySelectorAll<HTMLDetailsElement>("details")) {
    let isFound = false;
    for (const item of section.querySelectorAll<HTMLElement>("h3, li, p, tr, pre")) {
      const here = wanted ? find(item, wanted) : [];
      item.hidden = Boolean(wanted) && !here.length && item.tagName !== "H3";
      isFound ||= here.length > 0;
      marked.push(...here);
    }
    section.hidden = Boolean(wanted) && !isFound;
    section.open = Boolean(wanted) && isFound;
  }
  inside.classList.toggle("searching", Boolean(wanted));
  CSS.highlights?.set(FOUND, new Highlight(...marked));
  inside.querySelector(".found")!.textContent = wanted && !marked.length ? box.dataset.none! : "";
}

/** Where a text stands in an element. */
function find(element: Element, wanted: string): Range[] {
  const found: Range[] = [];
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = plain(node.nodeValue!);
    for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
      const range = new Range();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      found.push(range);
    }
  }
  return found;
}

/** A text as people search for it: as long as it was, without capitals and accents. */
function plain(text: string): string {
  return text.normalize("NFC").toLowerCase().replace(/./gsu, (sign) => sign.normalize("NFD")[0]!);
}

drawer.addEventListener("click", ({ target }) => target === drawer && drawer.close()); // a click beside it
drawer.addEventListener("input", (event) => search(event.target as HTMLInputElement));
