// What was opened once can be read again without a connection: its parts pass the service worker
// one after the other, which keeps them.
const PAUSE = 300; // milliseconds between two: whoever waits for the house goes first

/** Fetch what is not kept yet. */
export async function keep(addresses: string[]): Promise<void> {
  const worker = navigator.serviceWorker;
  if (!worker) return;
  await worker.ready;
  if (!worker.controller) await new Promise((resolve) => worker.addEventListener("controllerchange", resolve));
  for (const address of addresses) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (!(await caches.match(address, { ignoreVary: true }))) await fetch(address).catch(() => undefined);
  }
}
