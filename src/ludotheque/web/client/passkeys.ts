// Passkeys: a form marked data-passkey makes one ("create") or signs in with one ("get").
// It asks the house for options, lets the browser sign, and brings the answer back.

type Json = Record<string, unknown>;

function bytes(text: string): ArrayBuffer {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0)).buffer;
}

function text(buffer: ArrayBuffer | null): string | null {
  if (!buffer) return null;
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replace(/\+/g, "-").replace(/\//g, "_").replace(/=+$/, "");
}

async function send(address: string, data: Json): Promise<any> {
  const answer = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(data),
  });
  const found = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(found.error ?? answer.statusText);
  return found;
}

const described = (keys: any[] = []) => keys.map((key) => ({ ...key, id: bytes(key.id) }));

async function create(options: any): Promise<Json> {
  const made = (await navigator.credentials.create({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: described(options.excludeCredentials),
    },
  })) as PublicKeyCredential;
  const response = made.response as AuthenticatorAttestationResponse;
  return credential(made, {
    attestationObject: text(response.attestationObject),
    transports: response.getTransports?.() ?? [],
  });
}

async function get(options: any): Promise<Json> {
  const given = (await navigator.credentials.get({
    publicKey: {
      ...options,
      challenge: bytes(options.challenge),
      allowCredentials: described(options.allowCredentials),
    },
  })) as PublicKeyCredential;
  const response = given.response as AuthenticatorAssertionResponse;
  return credential(given, {
    authenticatorData: text(response.authenticatorData),
    signature: text(response.signature),
    userHandle: text(response.userHandle),
  });
}

function credential(found: PublicKeyCredential, response: Json): Json {
  return {
    id: found.id,
    rawId: text(found.rawId),
    type: found.type,
    response: { clientDataJSON: text(found.response.clientDataJSON), ...response },
  };
}

async function use(form: HTMLFormElement): Promise<void> {
  const fields = Object.fromEntries(new FormData(form)) as Json;
  const options = await send(form.dataset.options!, fields);
  const signed = await (form.dataset.passkey === "create" ? create(options) : get(options));
  const answer = await send(form.action, { ...fields, credential: signed });
  location.assign(answer.location);
}

function connect(form: HTMLFormElement): void {
  const notice = form.querySelector<HTMLElement>("[role=alert]")!;
  form.hidden = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    notice.hidden = true;
    try {
      await use(form);
    } catch (error) {
      if ((error as Error).name === "NotAllowedError") return; // she thought better of it
      notice.textContent = (error as Error).message;
      notice.hidden = false;
    }
  });
}

// Browsers have passkeys on secure addresses alone, and never for a bare number as its name.
const isNumber = /^[\d.]+$|^\[/.test(location.hostname);
if (window.isSecureContext && "PublicKeyCredential" in window && !isNumber) {
  document.querySelectorAll<HTMLFormElement>("form[data-passkey]").forEach(connect);
  document.querySelectorAll<HTMLElement>("[data-no-passkeys]").forEach((note) => note.remove());
}
