import process from "node:process";
import { freePort } from "../../servers/process.ts";
import { programOf } from "../partners/daemon.ts";

const CODES: Record<string, string> = { fr: "fra", es: "spa", it: "ita", en: "eng" };
const READY_MS = 60_000;
/** Pairs that the installed packages know; others go through Spanish. */
const DIRECT = new Set(["fra|spa", "spa|fra", "eng|spa", "spa|eng", "spa|ita", "ita|spa"]);

/** How often another port is tried: it listens on all addresses, and another program may take one meanwhile. */
const PORTS = 3;

/** Apertium, a real engine, on this machine. It dies with this process. */
async function startApertium(portsLeft = PORTS): Promise<{
  translate: (q: string, source: string, target: string) => Promise<string>;
  stop: () => void;
}> {
  const port = await freePort();
  const command = [programOf("apertium-apy"), "-p", String(port), "-j", "1", "-t", "30", "/usr/share/apertium"];
  const child = Bun.spawn(["setpriv", "--pdeathsig", "KILL", ...command], {
    // It ends at once where the locale is not one of UTF-8.
    env: { ...process.env, LC_ALL: "C.UTF-8" },
    stdout: "ignore",
    stderr: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  const givesUpAtMs = performance.now() + READY_MS;
  while (!(await fetch(`${url}/listPairs`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null && portsLeft > 1) return startApertium(portsLeft - 1);
    if (child.exitCode !== null || performance.now() > givesUpAtMs) throw new Error("Apertium did not start");
    await Bun.sleep(50);
  }
  const translate = async (q: string, source: string, target: string): Promise<string> => {
    const [from, to] = [CODES[source], CODES[target]];
    const isDirect = DIRECT.has(`${from}|${to}`);
    const pair = isDirect ? { langpair: `${from}|${to}` } : { langpairs: `${from}|spa|${to}` };
    const body = new URLSearchParams({ q, markUnknown: "no", format: "html", ...pair } as Record<string, string>);
    const path = isDirect ? "/translate" : "/translateChain";
    const answer = await fetch(url + path, { method: "POST", body });
    if (!answer.ok) throw new Error(`Apertium answered ${answer.status}: ${await answer.text()}`);
    const { responseData } = (await answer.json()) as { responseData: { translatedText: string } };
    return responseData.translatedText;
  };
  return { translate, stop: () => child.kill() };
}

/** Apertium behind the protocols of DeepL and LibreTranslate. The next answers are `faults`, statuses, where there are any. */
export async function startTranslator(key: string) {
  const apertium = await startApertium();
  const state = { faults: [] as number[], characters: 0, calls: 0 };
  const all = async (texts: string[], source: string, target: string) => {
    const made: string[] = [];
    for (const text of texts) made.push(await apertium.translate(text, source, target));
    state.characters += texts.join("").length;
    return made;
  };
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    async fetch(request) {
      state.calls++;
      const fault = state.faults.shift();
      if (fault !== undefined) return new Response("{}", { status: fault, headers: { "retry-after": "0" } });
      const { pathname } = new URL(request.url);
      // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
      const body = (await request.json()) as any;
      if (pathname === "/v2/translate") {
        if (request.headers.get("authorization") !== `DeepL-Auth-Key ${key}`) return new Response("", { status: 403 });
        const { text, source_lang: source, target_lang: target } = body;
        const made = await all(text, source.toLowerCase(), target.slice(0, 2).toLowerCase());
        return Response.json({ translations: made.map((each) => ({ text: each })) });
      }
      if (pathname !== "/translate") return new Response("", { status: 404 });
      if (body.api_key !== key) return Response.json({ error: "Invalid API key" }, { status: 403 });
      return Response.json({ translatedText: await all(body.q, body.source, body.target) });
    },
  });
  return {
    url: `http://127.0.0.1:${server.port}`,
    state,
    stop: () => {
      server.stop(true);
      apertium.stop();
    },
  };
}
