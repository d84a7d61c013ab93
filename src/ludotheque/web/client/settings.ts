// What a visitor prefers, kept in her browser; a member's with her account.
import { account, prefer, read, write } from "./stored";

const DEFAULTS = { pace: "normal" as Pace, sound: false, buzz: true, forced: true, turned: false, mute: false, badge: true, notify: false, push: false };
const PACES = { calm: 1.6, normal: 1, fast: 0.5, instant: 0 };
export type Pace = keyof typeof PACES;
export type Setting = Exclude<keyof typeof DEFAULTS, "pace">;
type Control = HTMLInputElement | HTMLSelectElement | HTMLButtonElement;

const KEY = "ludotheque.settings";
const { notify = false, push = false, ...others } = read(KEY) as Partial<typeof DEFAULTS>;
const settings = { ...DEFAULTS, ...(account ?? others), notify, push };

/** Keep a setting; what the browser has to allow is its own, whoever sits before it. */
function keep(name: keyof typeof DEFAULTS): void {
  const change = { [name]: settings[name] };
  if (account && name !== "notify" && name !== "push") prefer(change);
  else write(KEY, { ...read(KEY), ...change });
}

/** Whether a setting is on. */
export function isOn(name: Setting): boolean {
  return settings[name];
}

/** The pace by its name. */
export function paceName(): Pace {
  return settings.pace in PACES ? settings.pace : "normal";
}

/** How long things take, as a multiple of their time. */
export function pace(): number {
  return PACES[paceName()];
}

/** What the system says of motion, asked for once: `.matches` where it wants less. */
export const reduced = matchMedia("(prefers-reduced-motion: reduce)");

/** Connect what carries data-setting: checkboxes, buttons, and the choice of a pace. */
export function connectSettings(changed?: () => void): void {
  const controls = [...document.querySelectorAll<Control>("[data-setting]")];
  for (const control of controls) {
    control.addEventListener(control instanceof HTMLButtonElement ? "click" : "change", () => {
      keep(take(control));
      controls.forEach(put);
      changed?.();
    });
  }
  controls.forEach(put);
}

/** Let a control show its setting. */
function put(control: Control): void {
  const value = settings[control.dataset.setting as keyof typeof DEFAULTS];
  if (control instanceof HTMLSelectElement) control.value = String(value);
  else if (control instanceof HTMLInputElement) control.checked = Boolean(value);
  else control.ariaPressed = String(value);
}

/** Let a setting be as its control says; the name. */
function take(control: Control): keyof typeof DEFAULTS {
  const name = control.dataset.setting as Setting;
  if (control instanceof HTMLSelectElement) settings.pace = control.value as Pace;
  else settings[name] = control instanceof HTMLInputElement ? control.checked : !settings[name];
  return name;
}

/** Decide a setting otherwise than by its own control. */
export function set(name: Setting, on: boolean): void {
  settings[name] = on;
  keep(name);
}
