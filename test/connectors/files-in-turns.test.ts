import { expect, test } from "bun:test";
import type { WorkStore } from "../../src/connectors/engine/requests/works.ts";
import { lamp } from "../doubles/platforms/lamp.ts";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Fault, openPlatform } from "../doubles/platforms/open.ts";
import { newEan } from "../products/given.ts";

const platformOf = (id: string) => MARKETPLACES.find((each) => each.id === id) ?? expect.unreachable();
const many = (count: number) => Array.from({ length: count }, (_, place) => lamp(`SKU-${place}`, { ean: newEan() }));

function openStore(): { works: WorkStore; left: Map<string, string> } {
  const left = new Map<string, string>();
  const works = {
    find: async (key: string) => left.get(key),
    keep: async (key: string, externalId: string) => void left.set(key, externalId),
    forget: async (key: string) => void left.delete(key),
  };
  return { works, left };
}

/** Pushes in turns until all is through. Returns how often each address was written to. */
async function writesInTurns(id: string, count: number, fault: Fault) {
  const { works, left } = openStore();
  const { push, shop } = await openPlatform(platformOf(id), fault, { works });
  const all = many(count);
  let turns = 0;
  for (;;) {
    turns++;
    const outcomes = await push(all).catch((error: unknown) => {
      expect(error).toMatchObject({ waitMs: 30_000 });
    });
    if (!outcomes) continue;
    expect(outcomes.filter((each) => "error" in each)).toEqual([]);
    break;
  }
  const written = shop.asked.filter(({ method }) => method === "POST").map(({ path }) => path.split("?")[0] ?? "");
  const counts = Object.fromEntries(
    Object.entries(Object.groupBy(written, (path) => path)).map(([path, each]) => [path, each?.length]),
  );
  return { turns, counts, left };
}

test("Mirakl's sheets are not sent again while the offers that follow them are waited for", async () => {
  const { turns, counts, left } = await writesInTurns("mirakl", 1_000, {
    when: ({ route }) => /^GET \/api\/offers\/imports\/\d+$/.test(route),
    reply: () => ({ json: { status: "RUNNING" } }),
    times: 25,
  });
  expect(turns).toBeGreaterThan(1);
  expect(counts).toMatchObject({ "/api/products/imports": 1, "/api/offers/imports": 1 });
  expect(left.size).toBe(0);
});

test("Octopia's packages that have ended are not sent again while a later one is waited for", async () => {
  let polls = 0;
  const { turns, counts, left } = await writesInTurns("cdiscount", 60, {
    // The first package ends at once.
    when: ({ route }) => route.endsWith("products-integration-reports") && ++polls > 1,
    reply: () => ({ json: { items: [] } }),
    times: 25,
  });
  expect(turns).toBeGreaterThan(1);
  expect(Object.entries(counts).find(([path]) => path.endsWith("products-integration"))?.[1]).toBe(3);
  expect(left.size).toBe(0);
});
