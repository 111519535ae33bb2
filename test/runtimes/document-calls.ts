import { readFileSync } from "node:fs";

const SHEET = new URL("../documents/scans/screen.png", import.meta.url);
const POLL_MS = 50;
const DEADLINE_MS = 60_000;

/** Uploads a picture of a data sheet, and throws when it is not read. */
export async function sheetIsRead(url: string, token: string): Promise<void> {
  const call = async (path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${url}/api/v1/enrichment/documents${path}`, { ...init, headers });
    return (await answer.json()) as { id: string; status: string; items: { text: string }[] };
  };
  const form = new FormData();
  form.set("language", "fr");
  form.set("file", new File([readFileSync(SHEET)], "fiche.png", { type: "image/png" }));
  const { id } = await call("", { method: "POST", body: form });
  const givesUpAtMs = performance.now() + DEADLINE_MS;
  for (;;) {
    const document = await call(`/${id}`);
    if (document.status === "indexed") break;
    if (document.status === "failed" || performance.now() > givesUpAtMs) throw new Error(JSON.stringify(document));
    await Bun.sleep(POLL_MS);
  }
  const text = JSON.stringify((await call(`/${id}/passages`)).items);
  if (!/Charge maximale[ |]+130 kg/.test(text)) throw new Error(`It is read as ${text}`);
}
