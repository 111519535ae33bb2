import type { Client } from "./client.ts";
import type { Line } from "./table.ts";

const WEBHOOKS = 6;
const PER_CALL = 100;
const CALLS = 50;
const DELIVERIES = WEBHOOKS * PER_CALL * CALLS;

/**
 * How fast events that wait are delivered to receivers on this machine, signed and noted in the log: several webhooks of
 * one tenant are paused, many products change, and then they are resumed.
 */
export async function measureDeliveries({ call }: Client): Promise<Line[]> {
  const arrived = Promise.withResolvers<void>();
  let count = 0;
  const receiver = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: () => {
      if (++count === DELIVERIES) arrived.resolve();
      return new Response(null, { status: 204 });
    },
  });
  const hook = { name: "Bench", events: ["product.updated"], secret: "bench", is_active: false };
  const ids: string[] = [];
  for (let index = 0; index < WEBHOOKS; index++) {
    ids.push((await call("POST", "/webhooks", { ...hook, url: `${receiver.url.href}${index}` })).id);
  }
  for (let page = 1; page <= CALLS; page++) {
    const { items } = await call("GET", `/products?per_page=${PER_CALL}&page=${page}`);
    const updates = items.map(({ id }: { id: string }) => ({ id, fields: { short_description: `Bench ${page}` } }));
    await call("PATCH", "/products/bulk", { updates });
  }
  const startedAtMs = performance.now();
  await Promise.all(ids.map((id) => call("POST", `/webhooks/${id}/toggle`, { is_active: true })));
  await arrived.promise;
  const perSecond = (DELIVERIES * 1_000) / (performance.now() - startedAtMs);
  await receiver.stop(true);
  return [{ work: "webhook deliveries on loopback", value: perSecond, unit: "/s", target: "≥ 1,000" }];
}
