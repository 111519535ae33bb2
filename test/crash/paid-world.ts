import http from "node:http";
import type { AddressInfo } from "node:net";

const ANSWER_MS = 20;
const CODE = /K\d{5}/;
export const codeOf = (index: number) => `K${String(index).padStart(5, "0")}`;
const describe = (code: string | undefined) =>
  `<p>Une chaise en chêne massif, solide et confortable, pour la salle à manger. Article ${code}.</p>`;
const PRICE = '{"is_product": true, "price": 89.9, "currency": "EUR"}';

/** Listens on loopback, at one port for each name; ends with the process. */
async function listen(handler: http.RequestListener): Promise<string> {
  const server = http.createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  const { port } = server.address() as AddressInfo; // it listens on a port
  return `http://127.0.0.1:${port}`;
}

/** A model, a translator, a web search and shops on this machine that outlive the service, and count what is requested. */
export async function openWorld(shops: number, answersAfterMs = ANSWER_MS) {
  /** Calls by what they are for and the product's code. */
  const calls = new Map<string, number>();
  const answer = (action: string, body: string): unknown => {
    const code = CODE.exec(body)?.[0];
    const key = `${action} ${code}`;
    calls.set(key, (calls.get(key) ?? 0) + 1);
    if (action === "translate") return { translatedText: JSON.parse(body).q.map((text: string) => `${text} (es)`) };
    const content = action === "price_bot" ? PRICE : describe(code);
    const usage = { prompt_tokens: 1000, completion_tokens: 100 };
    return { choices: [{ message: { role: "assistant", content } }], usage };
  };
  const pages: string[] = [];
  for (let shop = 0; shop < shops; shop++) {
    const page = await listen((request, response) => {
      if (request.url !== "/p") return response.writeHead(404).end();
      const html = `<h1>Chaise Nordlys ${codeOf(shop)}</h1><p>Notre prix : 89,90 €</p>`;
      return response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
    });
    pages.push(`${page}/p`);
  }
  const url = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url: path = "" } = request;
      const body = Buffer.concat(chunks).toString("utf8");
      const reply = (value: unknown) =>
        response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(value));
      if (path.startsWith("/search")) {
        const index = Number(CODE.exec(path)?.[0].slice(1));
        return reply({ results: [{ url: pages[index], title: "Shop", content: "" }] });
      }
      const action = path === "/translate" ? "translate" : body.includes("is_product") ? "price_bot" : "descriptions";
      // What has come is paid for, whether or not its sender is there for the answer.
      const said = answer(action, body);
      return setTimeout(() => reply(said), answersAfterMs);
    });
  });
  return { url, calls, total: () => [...calls.values()].reduce((sum, count) => sum + count, 0) };
}

export type World = Awaited<ReturnType<typeof openWorld>>;

/** Of a call that was under way when its process ended: what the sweep makes of it, and what it is before, beside processes that live. */
const LOST = ["interrupted", "sent"];

/** What is wrong with a piece of work: how often it was requested, and the states of its calls in the ledger. */
function callFaults(key: string, requests: number, states: readonly string[]): string[] {
  const faults: string[] = [];
  const applied = states.filter((state) => state === "applied").length;
  const lost = states.filter((state) => LOST.includes(state)).length;
  if (applied !== 1 || applied + lost !== states.length) faults.push(`the ledger says of ${key}: ${states.join(", ")}`);
  // A call that was under way when the service was killed may be repeated, and the ledger says so.
  if (requests < 1 || requests > states.length) {
    faults.push(`${key} was asked for ${requests} times, of ${states.length} in the ledger`);
  }
  return faults;
}

/** What is read of a ledger. */
export const LEDGER = `select call.action, call.state, call.cost_micros, substr(product.title, -6) as code from ai_call call
  join product on product.tenant_id = call.tenant_id and product.id = call.product_id`;

/** Compares the requests with the ledger; `expected` says for how many products each action was. */
export function ledgerFaults(
  rows: readonly Readonly<Record<string, unknown>>[],
  { calls }: World,
  expected: ReadonlyMap<string, number>,
) {
  const byKey = Map.groupBy(rows, (row) => `${row["action"]} ${row["code"]}`);
  const faults: string[] = [];
  for (const [action, count] of expected) {
    for (let index = 0; index < count; index++) {
      const key = `${action} ${codeOf(index)}`;
      const states = (byKey.get(key) ?? []).map((row) => String(row["state"]));
      faults.push(...callFaults(key, calls.get(key) ?? 0, states));
    }
  }
  const paid = rows.filter((row) => Number(row["cost_micros"]) > 0).length;
  const applied = rows.filter((row) => row["state"] === "applied").length;
  if (paid !== applied) faults.push(`${paid} calls have a price, and ${applied} are applied`);
  return { faults, interrupted: rows.filter((row) => row["state"] === "interrupted").length };
}
