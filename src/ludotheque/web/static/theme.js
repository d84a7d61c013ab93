// By day or by night: runs before the first paint, so that a chosen theme never flashes.
// Modes: "auto" (as the system has it), "light", "dark"; a forced one is data-theme on <html>.
"use strict";
(() => {
  const MODES = ["auto", "light", "dark"];
  const root = document.documentElement;

  function stored() {
    try {
      const account = root.dataset.preferences; // a member's
      return account ? JSON.parse(account).theme : localStorage.getItem("theme");
    } catch {
      return null; // storage may be forbidden: the theme then lasts as long as the page
    }
  }

  function apply(mode) {
    root.dataset.mode = mode;
    if (mode === "auto") delete root.dataset.theme;
    else root.dataset.theme = mode;
    for (const meta of document.querySelectorAll("meta[name=theme-color]")) {
      const own = meta.dataset.scheme;
      meta.media = mode === "auto" ? `(prefers-color-scheme: ${own})` : mode === own ? "all" : "not all";
    }
    for (const button of document.querySelectorAll("[data-theme-switch]")) {
      button.title = button.dataset[mode] ?? "";
      if (button.title) button.setAttribute("aria-label", button.title);
    }
  }

  function keep(theme) {
    if (root.dataset.preferences) return dispatchEvent(new CustomEvent("preference", { detail: { theme } }));
    try {
      localStorage.setItem("theme", theme);
    } catch {
      // as above
    }
  }

  function next(mode) {
    return MODES[(MODES.indexOf(mode) + 1) % MODES.length];
  }

  function closeMenus(except) {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (menu !== except) menu.open = false;
    }
  }

  const first = stored();
  apply(MODES.includes(first) ? first : "auto");
  addEventListener("DOMContentLoaded", () => apply(root.dataset.mode));
  addEventListener("storage", (event) => {
    if (event.key === "theme" && !root.dataset.preferences && MODES.includes(event.newValue)) apply(event.newValue);
  });
  addEventListener("click", (event) => {
    closeMenus(event.target.closest("details.menu"));
    if (!event.target.closest("[data-theme-switch]")) return;
    const mode = next(root.dataset.mode);
    apply(mode);
    keep(mode);
  });
  addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!open) return;
    closeMenus();
    open.querySelector("summary").focus();
  });
})();
