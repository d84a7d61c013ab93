// A paper sheet filled in by tapping: a pencil is chosen, a cell is touched. The lists of the form
// hold what is drawn, so that everything works without this; the count follows every change.
"use strict";
const form = document.getElementById("sheet");
const filling = document.getElementById("filling");
const pencils = [...document.querySelectorAll("[data-pencil]")];
const byCell = document.getElementById("by-cell");
const cells = new Map([...filling.querySelectorAll("[data-field]")].map((cell) => [cell.dataset.field, cell]));
const rows = [...byCell.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("select")]);
const SOON = 350; // milliseconds after the last change
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] };
let pencil = pencils[0].dataset.pencil;
let soon, asked;

function list(field) {
  return document.getElementById(`f-${field}`);
}

function show(field) {
  const cell = cells.get(field);
  const select = list(field);
  for (const drawn of cell.querySelectorAll("[data-value]")) {
    drawn.classList.toggle("on", drawn.dataset.value === select.value);
  }
  const what = select.value ? select.selectedOptions[0].textContent : filling.dataset.empty;
  cell.setAttribute("aria-label", `${select.getAttribute("aria-label")}, ${what}`);
  cell.classList.toggle("wrong", select.getAttribute("aria-invalid") === "true");
}

function draw(field, value) {
  const select = list(field);
  select.value = value;
  changed(select);
}

function changed(field) {
  field.removeAttribute("aria-invalid");
  if (cells.has(field.name)) show(field.name);
  const number = filling.querySelector(`[data-number="${field.name}"]`);
  if (number) number.textContent = field.value.slice(0, 3);
  clearTimeout(soon);
  soon = setTimeout(count, SOON);
}

function take(value) {
  pencil = value;
  for (const each of pencils) each.setAttribute("aria-pressed", String(each.dataset.pencil === value));
}

function address() {
  const filled = [...new FormData(form)].filter(([, value]) => value !== "");
  return `${form.action}?${new URLSearchParams(filled)}`;
}

async function count() {
  const url = address();
  history.replaceState(null, "", url); // nothing is lost by coming back
  asked?.abort();
  asked = new AbortController();
  try {
    const answer = await fetch(url, { signal: asked.signal });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    document.getElementById("result").replaceChildren(...page.getElementById("result").childNodes);
    for (const field of page.querySelectorAll("#sheet [name]")) {
      const own = form.elements[field.name];
      if (own instanceof Element) own.toggleAttribute("aria-invalid", false);
      if (field.getAttribute("aria-invalid")) own.setAttribute("aria-invalid", "true");
    }
    cells.forEach((_, field) => show(field));
  } catch {
    // the network failed: the button counts as it would without this
  }
}

function place(field) {
  for (const [row, lists] of rows.entries()) {
    const column = lists.findIndex((each) => each.name === field);
    if (column >= 0) return [row, column];
  }
}

function move(field, [down, right]) {
  const [row, column] = place(field);
  const next = rows[row + down]?.[column + right];
  if (!next) return;
  cells.get(field).tabIndex = -1;
  cells.get(next.name).tabIndex = 0;
  cells.get(next.name).focus();
}

function typed(event) {
  const field = event.target.dataset?.field;
  if (!field || event.ctrlKey || event.metaKey || event.altKey) return;
  const letter = event.key.toUpperCase();
  const named = pencils.find((each) => each.dataset.pencil && (each.dataset.pencil === letter || (letter.length === 1 && each.textContent.trim().toUpperCase().startsWith(letter))));
  if (STEPS[event.key]) move(field, STEPS[event.key]);
  else if (event.key === "Enter" || event.key === " ") touch(field);
  else if (["Delete", "Backspace", "."].includes(event.key)) draw(field, "");
  else if (named) draw(field, named.dataset.pencil);
  else return;
  event.preventDefault();
}

function touch(field) {
  draw(field, list(field).value === pencil ? "" : pencil);
}

document.body.classList.add("is-live");
document.getElementById("pencils").hidden = false;
byCell.open = Boolean(byCell.querySelector("[aria-invalid]"));
cells.forEach((cell, field) => {
  cell.setAttribute("role", "button");
  cell.tabIndex = field === rows[0][0].name ? 0 : -1;
  show(field);
});
for (const each of pencils) each.addEventListener("click", () => take(each.dataset.pencil));
filling.addEventListener("click", (event) => {
  const cell = event.target.closest("[data-field]");
  if (cell) touch(cell.dataset.field);
});
filling.addEventListener("keydown", typed);
form.addEventListener("change", (event) => {
  if (event.target.type === "radio") location.assign(address()); // another sheet is another picture
  else changed(event.target);
});
form.addEventListener("input", (event) => {
  if (event.target.type !== "radio") changed(event.target);
});
