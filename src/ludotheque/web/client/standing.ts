// How it stands, at the seats: whose turn it is, what each has, and the time that each has left.

export interface Standing {
  acting: number[];
  scores: number[];
  clocks?: Record<string, number>; // seconds, where a clock runs
}

/** Show how it stands now. */
export function stand({ acting, scores, clocks }: Standing): void {
  for (const seat of document.querySelectorAll<HTMLElement>("#seats > li")) {
    const place = Number(seat.id.slice(5));
    const points = seat.querySelector(".points");
    seat.classList.toggle("acting", acting.includes(place));
    if (points) write(points, String(scores[place]));
    seat.classList.toggle("one", scores[place] === 1);
    wind(seat, clocks?.[place]);
  }
  tick();
}

/** Change a text; what stays the same is not laid out anew. */
export function write(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Set the clock of a seat, or take it away. */
function wind(seat: HTMLElement, seconds: number | undefined): void {
  const clock = seat.querySelector<HTMLElement>(".clock") ?? document.createElement("time");
  if (seconds === undefined) return clock.remove();
  clock.className = "clock";
  clock.dataset.seconds = String(seconds);
  if (!clock.isConnected) seat.querySelector(".bubble")!.before(clock);
}

/** Clocks go on by themselves between two updates. */
export function tick(): void {
  for (const clock of document.querySelectorAll<HTMLElement>(".clock[data-seconds]")) {
    clock.dataset.until = String(performance.now() + 1000 * Number(clock.dataset.seconds));
    delete clock.dataset.seconds;
  }
  for (const clock of document.querySelectorAll<HTMLElement>(".clock[data-until]")) {
    const left = Math.max(0, (Number(clock.dataset.until) - performance.now()) / 1000);
    write(clock, left > 5400 ? `${Math.round(left / 3600)} h` : `${Math.ceil(left)} s`);
    clock.classList.toggle("urgent", left < 6);
  }
}

setInterval(tick, 500);
