// The drawer "?" of the rules: what it is made of comes when it is opened first.
type Guide = typeof import("./guide");

/** Open it by its link, or by its key; where its script does not come the link leads to the rules. */
export function connectDrawer(): void {
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("[data-guide]");
    if (!link) return;
    event.preventDefault();
    (import(document.getElementById("guide")!.dataset.script!) as Promise<Guide>).then(
      ({ open }) => open(link.dataset.guide!),
      () => location.assign(link.href),
    );
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !(event.target as Element).matches("input, textarea, select")) {
      document.querySelector<HTMLElement>("[data-guide]")?.click();
    }
  });
}
