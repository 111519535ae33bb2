import { expect, test } from "bun:test";
import { NAME } from "../../src/connectors/adapters/magento/magento-bulk.ts";
import { member } from "../../src/connectors/engine/platform-values.ts";
import type { PushImage } from "../../src/connectors/engine/push/push-item.ts";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { openPlatform } from "../doubles/platforms/open.ts";
import { BAD, WHY } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";
import type { Received, Reply } from "../doubles/shops.ts";

const platform = SHOPS.find(({ id }) => id === "magento") ?? expect.unreachable();
const many = (count: number) => Array.from({ length: count }, (_, place) => lamp(`SKU-${place}`));
const routesOf = (asked: readonly Received[]) =>
  Object.entries(
    Object.groupBy(
      asked,
      ({ method, path }) => `${method} ${path.split("?")[0]?.replace(/bulk\/[\w-]{36}.*/, "bulk/N")}`,
    ),
  ).map(([route, all = []]) => `${all.length} ${route.replace("/rest/all", "")}`);

test("a thousand products are made and changed by one request each, which is followed to its end", async () => {
  const { push, shelf, shop } = await openPlatform(platform);
  const all = many(1_000);
  all[7] = lamp(BAD);
  const outcomes = await push(all);
  expect(outcomes.filter((each) => "error" in each)).toEqual([{ productId: `product-${BAD}`, error: WHY }]);
  expect(shelf.made).toHaveLength(999);
  const options = "/V1/products/attributes/manufacturer/options";
  const brands = [
    ...["1 GET /V1/products/attributes", "1 GET /V1/products/attribute-sets/4/attributes"],
    ...[`1 POST ${options}`, `1 GET ${options}`],
  ];
  expect(routesOf(shop.asked).toSorted()).toEqual(
    [...brands, "10 GET /V1/products", "3 GET /V1/bulk/N", "1 POST /async/bulk/V1/products"].toSorted(),
  );
  const before = shop.asked.length;
  const known = many(1_000)
    .filter((_, place) => place !== 7)
    .map((item) => ({ ...item, externalId: item.sku }));
  expect((await push(known)).filter((each) => "error" in each)).toEqual([]);
  expect(routesOf(shop.asked.slice(before))).toContain("1 POST /async/bulk/V1/products");
  const [, changed = ""] = shop.asked.flatMap(({ path, text }) => (path.includes("async") ? [text] : []));
  expect(member(JSON.parse(changed), 0, "product")).not.toHaveProperty("status");
});

test("a shop without such requests, or whose credentials may not follow them, gets one product a request", async () => {
  const [denied, unknown]: Reply[] = [
    { status: 401, json: { message: "The consumer isn't authorized to access %resources." } },
    { status: 404, json: { message: "Request does not match any route." } },
  ];
  for (const reply of [denied, unknown]) {
    const { push, shop, shelf } = await openPlatform(platform, {
      when: ({ route }) => route.includes("/V1/bulk/"),
      reply: () => reply ?? null,
    });
    expect((await push(many(101))).filter((each) => "error" in each)).toEqual([]);
    expect(shelf.made).toHaveLength(101);
    expect(routesOf(shop.asked).join()).not.toContain("async");
  }
});

const stored = (key: string, sizeBytes: number): PushImage => ({
  ...{ key, url: null, alt: "Front" },
  file: { key, name: `${key}.png`, contentType: "image/png", sizeBytes },
});

test("a thousand products with small pictures go in few requests, each of which PHP takes", async () => {
  const readFile = async (key: string) => Buffer.alloc(Number(key.split("-")[1]), key);
  const { push, shop, shelf } = await openPlatform(platform, undefined, { readFile });
  const all = Array.from({ length: 1_000 }, (_, place) =>
    lamp(`SKU-${place}`, { images: [stored(`${place}-20000`, 20_000)] }),
  );
  expect((await push(all)).filter((each) => "error" in each)).toEqual([]);
  expect(shelf.made).toHaveLength(1_000);
  const bulk = shop.asked.filter(({ path }) => path.includes("/async/bulk/"));
  expect(bulk.length).toBeGreaterThan(3);
  expect(bulk.length).toBeLessThan(10);
  for (const { text } of bulk) expect(text.length).toBeLessThan(6.5 * 1024 * 1024);
  expect(shop.asked.filter(({ method }) => method === "PUT")).toEqual([]);
  const bodies = bulk.flatMap(({ text }) => JSON.parse(text) as unknown[]);
  const first = member(bodies[0], "product", "media_gallery_entries", 0, "content", "base64_encoded_data");
  expect(Buffer.from(String(first), "base64")).toHaveLength(20_000);
});

test("what Magento cannot keep until its queue comes to it goes alone: large pictures, and those of unknown size", async () => {
  const readFile = async () => Buffer.alloc(80_000);
  const { push, shop } = await openPlatform(
    platform,
    {
      when: ({ host }) => host === "images.example",
      reply: () => ({ headers: { "content-type": "image/png" }, bytes: Buffer.from("PNG") }),
    },
    { readFile },
  );
  await push(many(100));
  expect(routesOf(shop.asked).join()).not.toContain("bulk");
  const alone = [
    lamp("LARGE", { images: [stored("large", 80_000)] }),
    lamp("ELSEWHERE", { images: [picture("https://images.example/1.png")] }),
    lamp("LONG", { description: "<p>é</p>".repeat(6_000) }),
  ];
  await push([...many(101), ...alone]);
  expect(routesOf(shop.asked)).toContain("1 POST /async/bulk/V1/products");
  const single = shop.asked.filter(({ method }) => method === "PUT").map(({ path }) => path.split("/").at(-1));
  expect(single.slice(-3)).toEqual(["LARGE", "ELSEWHERE", "LONG"]);
});

test("what the queue does not come through with goes again, each by itself; what it refuses says why", async () => {
  const states = [1, 2, 3, 5];
  const { push, shop } = await openPlatform(platform, {
    when: ({ route }) => /GET .*\/bulk\/7/.test(route),
    reply: () => ({
      json: {
        // Those of an older version go by numbers in their order, and some were rejected at once.
        operations_list: Array.from({ length: 104 }, (_, place) => ({
          ...{ id: 5_000 + place, status: states[place] ?? 1, result_message: "No such attribute set" },
        })),
      },
    }),
  });
  const outcomes = await push(many(104));
  expect(outcomes.filter((each) => "error" in each)).toEqual([
    { productId: "product-SKU-2", error: "No such attribute set" },
  ]);
  const alone = shop.asked.filter(({ method }) => method === "PUT").map(({ path }) => path.split("/").at(-1));
  expect(alone).toEqual(["SKU-1", "SKU-3"]);
});

test("one that the queue has not come to is followed by later turns, without a look-up and without another one", async () => {
  const works = new Map<string, string>();
  const store = {
    find: async (key: string) => works.get(key),
    keep: async (key: string, id: string) => void works.set(key, id),
    forget: async (key: string) => void works.delete(key),
  };
  const open = { when: ({ route }: { route: string }) => /GET .*\/bulk\/7/.test(route), times: 20 };
  const reply = () => ({ json: { operations_list: [{ id: 0, status: 4 }] } });
  const { push, shop, shelf } = await openPlatform(platform, { ...open, reply }, { works: store });
  const all = many(300);
  await expect(push(all)).rejects.toMatchObject({ waitMs: 30_000, message: `${NAME} has not ended yet` });
  const before = shop.asked.length;
  const doubtful = new Set(all.map(({ productId }) => productId));
  let outcomes: Awaited<ReturnType<typeof push>> | undefined;
  while (!outcomes) outcomes = await push(all, "products", doubtful).catch(() => undefined);
  expect(shelf.made).toHaveLength(300);
  expect(routesOf(shop.asked.slice(before)).every((route) => route.endsWith("GET /V1/bulk/N"))).toBe(true);
});
