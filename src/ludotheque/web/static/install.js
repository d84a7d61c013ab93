// The house as an app: its service worker, and a button to install it where the browser offers that.
"use strict";
(() => {
  let offer;

  function show(isOffered) {
    for (const button of document.querySelectorAll("[data-install]")) button.hidden = !isOffered;
  }

  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // asked by the button, not by a banner
    offer = event;
    show(true);
  });
  addEventListener("appinstalled", () => show(false));
  addEventListener("click", (event) => {
    if (!offer || !event.target.closest("[data-install]")) return;
    offer.prompt();
    offer = undefined;
    show(false);
  });
  // Only on https and on this device itself; once all that the page needs is there.
  addEventListener("load", () => navigator.serviceWorker?.register("/worker.js").catch(() => undefined));
})();
