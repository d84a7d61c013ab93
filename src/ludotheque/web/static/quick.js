// Waiting for a table: the open connection is the place in the queue; closing the page leaves it.
(() => {
  const root = document.getElementById("waiting");
  const count = root.querySelector(".count");
  const waited = root.querySelector("[data-waited]");
  const bots = document.getElementById("bots");
  const neighbour = document.getElementById("neighbour");
  const friendly = document.getElementById("friendly");
  const partner = document.getElementById("partner");
  const apart = document.getElementById("apart");
  const began = Date.now();
  let socket, offer, patience = 500, isDone = false;

  function connect() {
    const url = new URL(root.dataset.live, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    socket = new WebSocket(url);
    socket.onmessage = (event) => received(JSON.parse(event.data));
    socket.onclose = ({ code }) => {
      if (isDone) return;
      if (code === 1012) return setTimeout(connect, 300 * Math.random()); // another process goes on
      count.textContent = count.dataset.lost;
      setTimeout(connect, patience);
      patience = Math.min(2 * patience, 2000);
    };
  }

  function received(message) {
    patience = 500;
    if (message.table) return finish(count.dataset.found, () => location.replace(message.table));
    if (message.gone) return finish(count.dataset.gone);
    if (message.apart) return finish("", () => (apart.hidden = false));
    if (message.closed) return finish(message.closed);
    if (message.no_bots) return refuse(message.no_bots);
    const text = count.dataset.count.replace("{waiting}", message.waiting).replace("{seats}", root.dataset.seats);
    if (count.textContent !== text) count.textContent = text;
    root.querySelectorAll("[data-chair]").forEach((chair, at) => chair.classList.toggle("taken", at < message.waiting));
    if (neighbour) {
      neighbour.hidden = !message.neighbour;
      friendly.hidden = message.neighbour || !message.friendly;
    }
    if (partner) partner.hidden = message.partner;
    if (bots && message.bots_in !== null) {
      clearTimeout(offer);
      offer = setTimeout(() => (bots.hidden = false), 1000 * message.bots_in);
    }
  }

  function finish(text, then) {
    isDone = true;
    count.textContent = text;
    waited.textContent = "";
    for (const offer of root.querySelectorAll(".offer")) offer.hidden = true;
    if (then) then();
  }

  /** Bots do not play for chips with her now; people still may. */
  function refuse(why) {
    const told = bots.querySelector("[data-refused]");
    told.textContent = why;
    told.hidden = false;
    bots.querySelector("button").disabled = true;
  }

  if (partner) {
    const copy = partner.querySelector("button"), link = partner.querySelector(".link");
    copy.addEventListener("click", async () => {
      link.select();
      try {
        await navigator.clipboard.writeText(link.value);
      } catch {
        document.execCommand("copy"); // on a home network's plain HTTP
      }
      copy.textContent = copy.dataset.copied;
    });
    apart.querySelector("button").addEventListener("click", () => location.reload());
  }
  if (bots) bots.querySelector("button").addEventListener("click", () => socket.send('{"bots":true}'));
  setInterval(() => {
    const seconds = Math.round((Date.now() - began) / 1000);
    if (!isDone) waited.textContent = waited.dataset.text.replace("{seconds}", seconds);
  }, 1000);
  connect();
})();
