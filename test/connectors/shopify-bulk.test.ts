import { expect, test } from "bun:test";
import { listOf, member } from "../../src/connectors/engine/platform-values.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { WorkStore } from "../../src/connectors/engine/requests/works.ts";
import { lamp, picture } from "../doubles/platforms/lamp.ts";
import { type Fault, openPlatform } from "../doubles/platforms/open.ts";
import { BAD, type Call, WHY } from "../doubles/platforms/platform.ts";
import { SHOPS } from "../doubles/platforms/shops.ts";

const platform = SHOPS.find(({ id }) => id === "shopify") ?? expect.unreachable();
const COUNT = 1_001;
const many = (count = COUNT, known: Partial<PushItem> = {}) =>
  Array.from({ length: count }, (_, place) => lamp(`SKU-${place}`, known));

/** What queries are called, in their order. */
const namesOf = (asked: readonly { text: string; path: string }[]) =>
  asked.map(({ text, path }) => /^(?:query|mutation) (\w+)/.exec(String(text && queryIn(text)))?.[1] ?? path);
const queryIn = (text: string) => (text.startsWith("{") ? JSON.parse(text).query : "");
const isRun = ({ text }: Call) => text.includes("bulkOperationRunMutation(");
const store = (): WorkStore => {
  const works = new Map<string, string>();
  return {
    find: async (key) => works.get(key),
    keep: async (key, externalId) => void works.set(key, externalId),
    forget: async (key) => void works.delete(key),
  };
};
const ids = (outcomes: readonly unknown[]) => outcomes.map((each) => member(each, "externalId"));

test("more than a thousand products are made by one operation, and each has what became of its own line", async () => {
  const { push, shelf, shop } = await openPlatform(platform);
  const all = many();
  all[7] = lamp(BAD);
  const outcomes = await push(all);
  expect(outcomes).toHaveLength(COUNT);
  expect(outcomes.filter((each) => "error" in each)).toEqual([{ productId: `product-${BAD}`, error: WHY }]);
  expect(shelf.made).toHaveLength(COUNT - 1);
  expect(outcomes[500]).toMatchObject({ productId: "product-SKU-500", externalId: shelf.idOf("SKU-500") });
  const asked = namesOf(shop.asked);
  expect(asked.filter((name) => name === "find")).toHaveLength(11);
  expect(asked.slice(12)).toEqual([
    ...["operations", "stage", "/upload", "run", "operation", "operation", "/results/1", "channels"],
    // What was made is published by an operation of its own.
    ...["operations", "stage", "/upload", "run", "operation", "operation", "/results/2"],
  ]);
  const [, published = ""] = shop.asked.flatMap(({ path, text }) => (path === "/upload" ? [text] : []));
  expect(published.match(/"publicationId"/g)).toHaveLength(COUNT - 1);
});

test("of products that are there the variants follow by a second operation", async () => {
  const { push, shelf, shop } = await openPlatform(platform);
  const known = many().map((item) => {
    const externalId = shelf.make(item.sku);
    return { ...item, externalId, externalItemId: `v${externalId} i${externalId}` };
  });
  const outcomes = await push(known);
  expect(outcomes.filter((each) => "error" in each)).toEqual([]);
  expect(ids(outcomes)).toEqual(known.map(({ externalId }) => externalId));
  const [products = "", variants = ""] = shop.asked.flatMap(({ path, text }) => (path === "/upload" ? [text] : []));
  expect(products).not.toContain('"variants"');
  expect(variants.match(/"productId"/g)).toHaveLength(COUNT);
  expect(variants).toContain('"sku":"SKU-1000"');
});

test("a thousand go as before, and so do more with a picture that is to be uploaded", async () => {
  const { push, shop, adapter } = await openPlatform(platform);
  await push(many(1_000));
  expect(shop.asked.some(isRun as never)).toBe(false);
  const upload = { ...picture("x"), url: null };
  const takes = (item: PushItem) => adapter.bulk?.takes?.(item);
  expect([takes(lamp("a", { images: [upload] })), takes(lamp("a", { images: [picture("https://a.test/1")] }))]).toEqual(
    [false, true],
  );
});

/** An operation of a shop that another run has begun, or that takes a while. */
const answered = (data: object, name: string, times?: number): Fault => ({
  when: ({ text }) => text.includes(`query ${name}`),
  reply: () => ({ json: { data } }),
  ...(times !== undefined && { times }),
});

test("an operation that takes longer is followed by later turns, without a look-up and without another one", async () => {
  const works = store();
  const running = answered({ bulkOperation: { status: "RUNNING" } }, "operation(", 40);
  const { push, shop, shelf } = await openPlatform(platform, running, { works });
  const all = many();
  await expect(push(all)).rejects.toMatchObject({ reason: "unreachable", waitMs: 30_000 });
  const before = shop.asked.length;
  const doubtful = new Set(all.map(({ productId }) => productId));
  let outcomes: Awaited<ReturnType<typeof push>> | undefined;
  while (!outcomes) outcomes = await push(all, "products", doubtful).catch(() => undefined);
  expect(outcomes.filter((each) => "error" in each)).toEqual([]);
  const later = namesOf(shop.asked.slice(before));
  // The second one publishes what the first one has made.
  const published = ["channels", "operations", "stage", "/upload", "run", "/results/2"];
  expect(new Set(later)).toEqual(new Set(["operation", "/results/1", ...published]));
  expect(shop.asked.filter(({ text }) => text.includes("bulkOperationRunMutation("))).toHaveLength(2);
  expect(shelf.made).toHaveLength(COUNT);
});

test("what an interrupted run has begun is found by its name; another one of ours is waited for", async () => {
  const names: string[] = [];
  const fault: Fault = {
    when: (call) => isRun(call),
    reply: (call, real) => {
      names.push(String(member(call.body, "variables", "mutation")));
      real();
      return null;
    },
    times: 1,
  };
  const { push, shop, shelf } = await openPlatform(platform, fault);
  const all = many();
  const outcomes = await push(all);
  expect(outcomes.filter((each) => "error" in each)).toEqual([]);
  expect(shelf.made).toHaveLength(COUNT);
  expect(names[0]).toMatch(/^mutation catalogd_\w{43}\(/);

  const other = { nodes: [{ id: "1", status: "RUNNING", query: "mutation catalogd_other(" }] };
  const busy = await openPlatform(platform, answered({ bulkOperations: other }, "operations"));
  await expect(busy.push(all)).rejects.toMatchObject({ waitMs: 30_000 });
  expect(busy.shelf.made).toEqual([]);
  expect(shop.asked.length).toBeGreaterThan(0);
});

test("of an operation that Shopify gave up what it did counts, the rest is refused by name of its end", async () => {
  const { push } = await openPlatform(platform, {
    when: ({ text, route }) => text.includes("query operation(") || route.startsWith("GET /results"),
    reply: ({ route }, real) => {
      if (!route.startsWith("GET ")) {
        // Asked twice it has ended there, too.
        for (const _ of [1, 2]) real();
        const partialDataUrl = "https://storage.test/results/1";
        const operation = { status: "FAILED", errorCode: "TIMEOUT", createdAt: "2026-11-30T08:00:00Z", partialDataUrl };
        return { json: { data: { bulkOperation: operation } } };
      }
      const said = real();
      const lines = String(said?.text).split("\n");
      return { text: `${lines.slice(0, 600).join("\n")}\n{"broken` };
    },
  });
  const outcomes = await push(many());
  const refused = outcomes.filter((each) => "error" in each);
  expect(refused).toHaveLength(401);
  expect(member(refused[0], "error")).toBe("Shopify's bulk operation ended as FAILED (TIMEOUT)");
});

test("a refused operation refuses its products; a shop that has none free asks for patience", async () => {
  const runs = (code: string): Fault => ({
    when: isRun,
    reply: () => ({
      json: { data: { bulkOperationRunMutation: { bulkOperation: null, userErrors: [{ message: "No", code }] } } },
    }),
  });
  const refused = await openPlatform(platform, runs("INVALID_MUTATION"));
  await expect(refused.push(many())).rejects.toMatchObject({ reason: "refused", message: "No" });
  const full = await openPlatform(platform, runs("LIMIT_REACHED"));
  await expect(full.push(many())).rejects.toMatchObject({ reason: "unreachable", waitMs: 30_000 });
  expect(listOf(full.shelf.made)).toEqual([]);
});

test("S31.8 texts in further languages follow as an operation of their own, and a refusal is said of its product", async () => {
  const english = { title: "Lamp", description: "", shortDescription: "", seoTitle: "", seoDescription: "", slug: "" };
  const shopLocales = [
    { locale: "fr", primary: true },
    { locale: "en", primary: false },
  ];
  const data = (call: Call): object => {
    if (call.text.includes("shopLocales")) return { shopLocales };
    const ids = member(call.body, "variables", "ids") as string[];
    const translatableContent = [{ key: "title", digest: "d1" }];
    return { translatableResourcesByIds: { nodes: ids.map((resourceId) => ({ resourceId, translatableContent })) } };
  };
  const { push, shop } = await openPlatform(platform, {
    when: ({ text, route }) => /shopLocales|query texts|^$/.test(text) && (text !== "" || route === "GET /results/3"),
    reply: (call, real) => {
      if (!call.route.startsWith("GET ")) return { json: { data: data(call) } };
      const said = String(real()?.text).replace(
        '{"data":{"productVariantsBulkUpdate":{"userErrors":[]}},"__lineNumber":7}',
        '{"data":{"translationsRegister":{"userErrors":[{"message":"No"}]}},"__lineNumber":7}',
      );
      return { text: said };
    },
  });
  const outcomes = await push(many(COUNT, { translations: { en: english } }));
  expect(outcomes.filter((each) => "error" in each)).toEqual([]);
  const files = shop.asked.flatMap(({ path, text }) => (path === "/upload" ? [text] : []));
  expect(files).toHaveLength(3);
  const said = { locale: "en", key: "title", value: "Lamp", translatableContentDigest: "d1" };
  expect(files[2]?.split(JSON.stringify({ translations: [said] }).slice(1, -1))).toHaveLength(COUNT + 1);
  const remarked = outcomes.filter((each) => member(each, "remarks") !== undefined);
  expect(remarked).toMatchObject([
    { productId: "product-SKU-7", remarks: ["Its texts in other languages were not taken: No"] },
  ]);
});
