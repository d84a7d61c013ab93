// Some lines to pass on: by the device's own sheet where there is one, else they are copied.
import { element } from "./element";
import { toast } from "./toast";

/** Pass them on; ``copied`` is said where they were copied. */
export async function share(text: string, copied: string): Promise<void> {
  if (navigator.share) return void navigator.share({ text }).catch(() => undefined); // she thought better of it
  if (await copy(text)) toast(copied);
}

/** Over plain HTTP there is no clipboard: then it is copied as a selection is. */
export async function copy(text: string): Promise<boolean> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text).then(() => true, () => false);
  const area = element("textarea", { value: text, className: "visually-hidden" });
  document.body.append(area);
  area.select();
  const isCopied = document.execCommand("copy");
  area.remove();
  return isCopied;
}
