// What a member prefers is kept with her account and comes with the page; here it is written back.
// Runs before all that looks at it. What the house has not taken yet goes from page to page.
"use strict";
(() => {
  const KEY = "ludotheque.unsent";
  const root = document.documentElement;
  const HERE = ["pace", "sound", "buzz", "forced", "turned", "mute", "badge"]; // as browsers keep them
  let isSending = false;
  let unsent = stored(() => sessionStorage, KEY);

  function stored(where, key) {
    try {
      return Object(JSON.parse(where().getItem(key) ?? "{}"));
    } catch {
      return {}; // storage may be forbidden
    }
  }

  /** What this browser knows: an account that has never said anything takes it over. */
  function found() {
    const settings = Object.entries(stored(() => localStorage, "ludotheque.settings"));
    const { off, seen = [] } = stored(() => localStorage, "ludotheque.coach");
    const before = Object.fromEntries(settings.filter(([name]) => HERE.includes(name)));
    if (off) before.coach = false;
    if (seen.length) before.tips = Object.fromEntries(seen.map((tip) => [tip, true]));
    const learned = Object.entries(stored(() => localStorage, "ludotheque.learned"));
    const lessons = learned.flatMap(([box, ids]) => (box.includes(".") ? [] : ids.map((id) => [`${box}/${id}`, true])));
    if (lessons.length) before.lessons = Object.fromEntries(lessons);
    try {
      if (localStorage.theme) before.theme = localStorage.theme;
    } catch {
      // as above
    }
    return before;
  }

  function joined(one, other) {
    const both = ["tips", "lessons"].filter((name) => one[name] || other[name]);
    const lists = both.map((name) => [name, { ...one[name], ...other[name] }]);
    return { ...one, ...other, ...Object.fromEntries(lists) };
  }

  function keep(change) {
    unsent = joined(unsent, change);
    note();
    void send();
  }

  function note() {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(unsent));
    } catch {
      // as above
    }
  }

  /** Tell the house, one thing after another; what it takes or refuses is not told again. */
  async function send() {
    const sent = unsent;
    if (isSending || !Object.keys(sent).length) return;
    isSending = true;
    const headers = { "Content-Type": "application/json" };
    const letter = { method: "POST", body: JSON.stringify(sent), headers, keepalive: true };
    const answer = await fetch("/me/preferences", letter).catch(() => undefined);
    isSending = false;
    if (!answer || answer.status >= 429) return; // later, with what comes meanwhile
    if (sent !== unsent) return send();
    unsent = {};
    note();
  }

  const told = JSON.parse(root.dataset.preferences);
  if (!told) unsent = joined(found(), unsent);
  root.dataset.preferences = JSON.stringify(joined(told ?? {}, unsent));
  addEventListener("preference", ({ detail }) => keep(detail));
  void send();
})();
