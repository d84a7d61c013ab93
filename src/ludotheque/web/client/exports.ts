// Pictures and films to keep: the button says that one is being made, and it is saved once it is there.

/** Have what a link leads to made, and save it. */
export async function save(event: Event): Promise<void> {
  const link = event.currentTarget as HTMLAnchorElement;
  event.preventDefault();
  if (link.ariaBusy === "true") return;
  link.ariaBusy = "true";
  const answer = await fetch(link.href).catch(() => undefined);
  link.ariaBusy = null;
  if (!answer?.ok) return location.assign(link.href); // the house says why not
  const saved = document.createElement("a");
  saved.href = URL.createObjectURL(await answer.blob());
  saved.download = new URL(link.href).pathname.split("/").at(-1)!;
  saved.click();
  URL.revokeObjectURL(saved.href);
}
