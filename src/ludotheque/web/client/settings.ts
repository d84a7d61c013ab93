// What a visitor prefers, kept in her browser.
const DEFAULTS = { motion: true, sound: false, auto: false, mute: false };
export type Setting = keyof typeof DEFAULTS;

const KEY = "ludotheque.settings";
const settings = { ...DEFAULTS, ...read() };

function read(): Partial<typeof DEFAULTS> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

/** Whether a setting is on; animations also bow to the system's wish for less motion. */
export function isOn(name: Setting): boolean {
  if (name === "motion" && matchMedia("(prefers-reduced-motion: reduce)").matches) return false;
  return settings[name];
}

/** Connect the checkboxes that carry data-setting. */
export function connectSettings(): void {
  for (const box of document.querySelectorAll<HTMLInputElement>("[data-setting]")) {
    const name = box.dataset.setting as Setting;
    box.checked = settings[name];
    box.addEventListener("change", () => {
      settings[name] = box.checked;
      document.documentElement.classList.toggle(`no-${name}`, !box.checked);
      localStorage.setItem(KEY, JSON.stringify(settings));
    });
    document.documentElement.classList.toggle(`no-${name}`, !box.checked);
  }
}
