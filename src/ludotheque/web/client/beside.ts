// Several people at one screen: what each of the others is called, kept in this browser.
import { read, write } from "./stored";

const KEY = "ludotheque.beside";

/** Ask what the next one at this screen is called; null: nobody sits down. */
export function askName(place: number): Promise<string | null> {
  const dialog = document.getElementById("beside") as HTMLDialogElement;
  const field = dialog.querySelector("input")!;
  const names = read(KEY) as Record<number, string>;
  field.value = names[place] ?? "";
  dialog.querySelector("b")!.textContent = String(place + 1);
  dialog.returnValue = "";
  dialog.showModal();
  field.select();
  return new Promise((resolve) => {
    dialog.onclose = () => {
      if (!dialog.returnValue) return resolve(null);
      write(KEY, { ...names, [place]: field.value });
      resolve(field.value);
    };
  });
}
