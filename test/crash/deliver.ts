import { createHash, createHmac } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { newApiKey, startService } from "../servers/service.ts";

export interface DeliveryReport {
  kills: number;
  /** Products that were created, each with one event. */
  events: number;
  /** Requests that the receiver answered with 2xx more than once for one event. */
  duplicates: number;
  /** What was lost, doubled under another id or badly signed; empty when nothing was. */
  faults: string[];
}

const SECRET = "a secret of the crash test";
const WRITERS = 8;
const PATIENCE_MS = 120_000;

/** What a webhook says of a product. */
export interface Arrival {
  /** Of the event. */
  id: string;
  data: { id: string; name: string };
}

/**
 * A receiver that refuses a share of what comes, and notes by product which events it took how often, what came when it was
 * sent first, refused or not, and how many requests were under way at once.
 */
export async function openReceiver(failingShare: number, random: () => number, answersAfterMs = 0) {
  const taken = new Map<string, Map<string, number>>();
  const first: Arrival[] = [];
  const digests = new Map<string, string>();
  const faults: string[] = [];
  const under = { way: 0, most: 0 };
  /** Looks at an event, and says of which product it is. */
  const read = (raw: Buffer, headers: http.IncomingHttpHeaders): Arrival => {
    const expected = `sha256=${createHmac("sha256", SECRET).update(raw).digest("hex")}`;
    if (headers["x-pm-signature"] !== expected) faults.push(`a bad signature on ${raw}`);
    const { id, data } = JSON.parse(raw.toString("utf8")) as Arrival;
    if (headers["webhook-id"] !== id) faults.push(`webhook-id is not ${id}`);
    const digest = createHash("sha256").update(raw).digest("base64");
    const known = digests.get(id);
    if (known === undefined) first.push({ id, data });
    else if (known !== digest) faults.push(`${id} came with another body: ${raw}`);
    digests.set(id, digest);
    return { id, data };
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    under.most = Math.max(under.most, ++under.way);
    response.on("close", () => void under.way--);
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", async () => {
      const { id, data } = read(Buffer.concat(chunks), request.headers);
      if (answersAfterMs > 0) await sleep(answersAfterMs);
      if (random() < failingShare) {
        response.writeHead(500).end();
        return;
      }
      const ids = taken.get(data.id) ?? new Map<string, number>();
      ids.set(id, (ids.get(id) ?? 0) + 1);
      taken.set(data.id, ids);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    taken,
    /** Each event once, as they came. */
    first,
    /** Requests under way at once, the most. */
    mostAtOnce: () => under.most,
    faults,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Creates products until there are enough; one whose answer was lost is requested again with the same key. */
export async function createProducts(url: () => string, key: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  let begun = 0;
  const createOne = async (name: string): Promise<string> => {
    for (;;) {
      const response = await fetch(`${url()}/api/v1/products`, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json", "idempotency-key": name },
        body: JSON.stringify({ name }),
      }).catch(() => undefined);
      if (response?.status === 201) {
        const { id } = (await response.json()) as { id: string };
        return id;
      }
      await Bun.sleep(20);
    }
  };
  const writer = async () => {
    while (begun < count) ids.push(await createOne(`Product ${begun++} ${crypto.randomUUID()}`));
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return ids;
}

/**
 * Creates products while their events are delivered and the service is killed again and again, then counts what arrived.
 * `random` gives numbers from 0 to 1.
 */
export async function surviveDeliveries(
  folder: string,
  { events, kills, failingShare }: { events: number; kills: number; failingShare: number },
  random: () => number,
): Promise<DeliveryReport> {
  const receiver = await openReceiver(failingShare, random);
  const env = { CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" };
  let service = await startService({ folder, env });
  const key = await newApiKey(service.url);
  const hook = { name: "Crash", url: receiver.url, events: ["product.created"], secret: SECRET, max_retries: 10 };
  const made = await fetch(`${service.url}/api/v1/webhooks`, {
    method: "POST",
    headers: { "x-api-key": key, "content-type": "application/json" },
    body: JSON.stringify(hook),
  });
  if (made.status !== 201) throw new Error(`The webhook was refused: ${await made.text()}`);

  const creating = createProducts(() => service.url, key, events);
  for (let done = 0; done < kills; done++) {
    const before = receiver.taken.size;
    // Each life delivers something before it ends, unless all is delivered.
    while (receiver.taken.size === before && before < events) await Bun.sleep(5);
    await Bun.sleep(random() * 150);
    await service.kill("SIGKILL");
    service = await startService({ folder, env });
  }
  const ids = await creating;
  const givesUpAtMs = performance.now() + PATIENCE_MS;
  const lost = () => ids.filter((id) => !receiver.taken.has(id));
  while (lost().length > 0 && performance.now() < givesUpAtMs) await Bun.sleep(50);

  const exitCode = await service.kill("SIGTERM");
  receiver.close();
  const counts = [...receiver.taken.values()].flatMap((each) => [...each.values()]);
  return {
    kills,
    events: ids.length,
    duplicates: counts.reduce((total, count) => total + count - 1, 0),
    faults: [
      ...receiver.faults,
      ...lost().map((id) => `the event of ${id} was lost`),
      ...[...receiver.taken].flatMap(([id, each]) =>
        each.size > 1 ? [`${id} was told of by ${each.size} events`] : [],
      ),
      ...(exitCode === 0 ? [] : [`the last stop exited with ${exitCode}`]),
    ],
  };
}
