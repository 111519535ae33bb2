import { expect, test } from "bun:test";
import { withProduct } from "./given.ts";
import { seen } from "./scraper.ts";

type Observed = Awaited<ReturnType<typeof withProduct>>;

/** Sends one observation of each name, and says which code each competitor got. */
async function codesOf({ tenant, ean }: Observed, names: readonly string[]) {
  const items = names.map((competitor_name, place) => seen(ean, 19 + place / 100, { competitor_name }));
  expect((await tenant.observe(...items)).body).toMatchObject({ accepted: names.length, rejected: 0 });
  const { items: known } = (await tenant.get("/prices/competitors?per_page=100")).body;
  return new Map<string, string>(known.map((each: { name: string; code: string }) => [each.name, each.code]));
}

test("S39.3 competitors whose names have no Latin letters are each their own", async () => {
  const given = await withProduct();
  const names = ["Розетка", "日本屋", "中国店", "متجر", "🛒", "Магазин UA", "Интернет UA", "Shop", "Shop™️ 日本"];

  const codes = await codesOf(given, names);

  expect([...codes.keys()].toSorted()).toEqual(names.toSorted());
  expect(new Set(codes.values()).size).toBe(names.length);
  for (const code of codes.values()) expect(code).toMatch(/^[a-z0-9][a-z0-9-]{0,99}$/);
  expect(codes.get("Shop")).toBe("shop");
  const prices = (await given.tenant.get(`/products/${given.id}/competitors`)).body.items;
  expect(prices).toHaveLength(names.length);
  expect(await codesOf(given, names.toReversed())).toEqual(codes);
  expect(await codesOf(await withProduct(), names.toReversed())).toEqual(codes);
});

test("S39.3 names that differ by more than case and accents are two competitors", async () => {
  const given = await withProduct();

  const codes = await codesOf(given, ["A & B", "A-B", "Café Noir", "CAFE  noir"]);

  expect([...codes.keys()].toSorted()).toEqual(["A & B", "A-B", "Café Noir"]);
  expect(codes.get("A & B")).toBe("a-b");
  expect(codes.get("A-B")).toMatch(/^a-b-[0-9a-f]{8}$/);
  expect(codes.get("Café Noir")).toBe("cafe-noir");
  expect(await codesOf(given, ["a-b", "A-B", "A & B"])).toEqual(codes);
});

test("S39.3 a competitor that was renamed is still known by its code", async () => {
  const given = await withProduct();
  await codesOf(given, ["Big Shop", "Розетка"]);
  for (const { id, name } of (await given.tenant.get("/prices/competitors")).body.items)
    await given.tenant.patch(`/prices/competitors/${id}`, { name: `${name} Ltd` });

  const codes = await codesOf(given, ["Big Shop", "Розетка"]);

  expect([...codes.keys()].toSorted()).toEqual(["Big Shop Ltd", "Розетка Ltd"].toSorted());
});
