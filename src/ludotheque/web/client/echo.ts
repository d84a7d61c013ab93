// The other way round: while a piece that makes a move is pointed at, its button beside the board lights up.
function echo(event: Event): void {
  const piece = (event.target as Element).closest?.<SVGElement>("svg [data-move]");
  const isOn = event.type === "pointerover" || event.type === "focusin";
  for (const button of document.querySelectorAll<HTMLElement>("#actions [data-move]")) {
    button.classList.toggle("pointed", isOn && button.dataset.move === piece?.dataset.move);
  }
}
for (const kind of ["pointerover", "pointerout", "focusin", "focusout"]) document.addEventListener(kind, echo);
