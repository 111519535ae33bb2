import { expect, test } from "bun:test";
import { addProducts } from "../add-products.ts";
import { clock, newTenant, services } from "../harness.ts";
import { addObservation } from "../pricing-rows.ts";

const PRODUCTS = 90;
const DAY_MS = 86_400_000;
const BRANDS = ["Acme", "Bolt", undefined];
const CLASSES = ["books", "food", 'of "another" kind', "$", null];
const random = (max: number) => 1 + Math.floor(Math.random() * max);
const oneOf = <T>(values: readonly T[]): T => values[random(values.length) - 1] as T;

interface Known {
  own: number | null;
  brand: string | undefined;
  taxClass: string | null;
  taxRate: number | null;
  shops: Map<string, number>;
}
/** Percent by class; `null`: own prices are compared as they are stored. */
type Rates = ReadonlyMap<string, number> | null;

/** A tenant whose products, of some brands and tax classes, are sold by shops at random prices. */
async function given() {
  const tenant = await newTenant();
  const known = Array.from(
    { length: PRODUCTS },
    (): Known => ({
      own: random(10) === 1 ? null : random(5_000),
      brand: oneOf(BRANDS),
      taxClass: oneOf(CLASSES),
      taxRate: random(6) === 1 ? oneOf([0, 2.1, 8.25, 19.6]) : null,
      shops: new Map(["A", "B", "C"].slice(0, random(3)).map((shop) => [shop, random(6_000)])),
    }),
  );
  const ids = await services.write(
    addProducts,
    tenant.id,
    known.map(({ own, brand, taxClass, taxRate }) => ({
      ...{ priceCents: own, taxRate, extra: taxClass === null ? {} : { tax_class: taxClass } },
      ...(brand !== undefined && { brand }),
    })),
  );
  for (const [at, { shops }] of known.entries()) {
    for (const [competitor, priceCents] of shops) {
      const seen = { id: services.newId(), productId: ids[at] ?? "", competitor, priceCents, observedAtMs: 1 };
      await services.write(addObservation, tenant.id, seen);
    }
  }
  const products = new Map(ids.map((id, at) => [id, known[at] as Known]));
  return { tenant, products, sameAs: (rates: Rates) => expectPositions(tenant, products, rates) };
}

/** The price with the tax that the contract asks for, in whole cents, worked out apart from the service. */
function grossOf({ own, taxClass, taxRate }: Known, rates: Rates): number | null {
  const rate = rates === null ? 0 : (taxRate ?? rates.get(taxClass ?? "standard"));
  if (own === null || rate === undefined) return null;
  return Number((BigInt(own) * BigInt(1_000_000 + Math.round(rate * 10_000)) * 2n + 1_000_000n) / 2_000_000n);
}

/** Half away from zero. */
const rounded = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

function modelOf(products: ReadonlyMap<string, Known>, rates: Rates) {
  return [...products].map(([id, product]) => {
    const own = grossOf(product, rates);
    const prices = [...product.shops.values()];
    const [lowest, highest] = [Math.min(...prices), Math.max(...prices)];
    const gap = own === null ? null : rounded(((own - lowest) * 10_000) / lowest);
    const position = own === null ? null : own <= lowest ? "cheapest" : own >= highest ? "dearest" : "average";
    return { id, brand: product.brand ?? null, own, gap, position };
  });
}

/** What the service says, in each way of asking, must be what the model does. */
async function expectPositions(
  tenant: Awaited<ReturnType<typeof newTenant>>,
  products: ReadonlyMap<string, Known>,
  rates: Rates,
): Promise<void> {
  const model = modelOf(products, rates);
  const read = async (query: string) => (await tenant.get(`/prices/positions${query}`)).body;
  const ownOf = async (query: string) => {
    const { items, total } = await read(`?page_size=100&${query}`);
    expect([query, total]).toEqual([query, items.length]);
    return items.map((each: Record<string, unknown>) => [each["product_id"], each["own_price"]]).toSorted();
  };
  const expected = (wanted: typeof model) =>
    wanted.map(({ id, own }) => [id, own === null ? null : own / 100]).toSorted();
  expect(await ownOf("")).toEqual(expected(model));
  for (const position of ["cheapest", "average", "dearest"]) {
    expect(await ownOf(`position=${position}`)).toEqual(expected(model.filter((each) => each.position === position)));
  }
  const within = model.filter(({ gap }) => gap !== null && gap >= -2_000 && gap <= 5_000);
  expect(await ownOf("min_gap=-20&max_gap=50")).toEqual(expected(within));

  const byGap = (await read("?page_size=100")).items.map((each: Record<string, unknown>) => each["product_id"]);
  const gaps = new Map(model.map(({ id, gap }) => [id, gap ?? Number.MIN_SAFE_INTEGER]));
  expect(byGap.map((id: string) => gaps.get(id))).toEqual([...gaps.values()].toSorted((one, other) => other - one));

  const { items } = await read("/summary?by=brand");
  const counts = [...Map.groupBy(model, ({ brand }) => brand)].map(([name, all]) => {
    const count = (position: string | null) => all.filter((each) => each.position === position).length;
    const priced = all.flatMap(({ gap }) => gap ?? []);
    const average = Math.round(priced.reduce((sum, gap) => sum + gap, 0) / priced.length) / 100;
    return [name, all.length, count("cheapest"), count("average"), count("dearest"), count(null), average];
  });
  const found = items.map((each: Record<string, unknown>) =>
    ["name", "products", "cheapest", "average", "dearest", "without_price", "average_gap_percent"].map(
      (field) => each[field],
    ),
  );
  expect(found.toSorted()).toEqual(counts.toSorted());
}

test("positions are those of an independent model, with tax and without, before and after what decides of it changes", async () => {
  const { tenant, products, sameAs } = await given();
  await sameAs(null);

  const rates = new Map([
    ["standard", 20],
    ["books", 5.5],
  ]);
  const tomorrow = new Date(clock.nowMs + DAY_MS).toISOString().slice(0, 10);
  const today = new Date(clock.nowMs).toISOString().slice(0, 10);
  const made = await tenant.admin.post("/settings/tax/rates", { tax_class: "standard", country: "FR", rate: 20 });
  const book = { tax_class: "books", country: "FR", rate: 5.5, valid_until: today };
  await tenant.admin.post("/settings/tax/rates", book);
  await tenant.admin.post("/settings/tax/rates", { ...book, rate: 7, valid_from: tomorrow, valid_until: null });
  await tenant.admin.post("/settings/tax/rates", { tax_class: "food", country: "DE", rate: 7 });
  await tenant.admin.put("/settings/tax", { country: "FR", prices_include_tax: true });
  await sameAs(null);
  await tenant.admin.put("/settings/tax", { prices_include_tax: false });
  await sameAs(rates);

  const [[id = "", product] = []] = [...products].filter(([, { own }]) => own !== null);
  if (!product) throw new Error("unreachable");
  Object.assign(product, { taxClass: "books", taxRate: null, own: 1_234 });
  await tenant.patch(`/products/${id}`, { price: 12.34, tax_class: "books", tax_rate: null });
  await sameAs(rates);

  await tenant.admin.patch(`/settings/tax/rates/${made.body.id}`, { rate: 19.6 });
  rates.set("standard", 19.6);
  await sameAs(rates);
  await tenant.admin.put("/settings/tax", { default_tax_class: "food" });
  await sameAs(new Map([["books", 5.5]]));
  await tenant.admin.put("/settings/tax", { default_tax_class: "standard" });

  clock.nowMs += DAY_MS;
  rates.set("books", 7);
  await sameAs(rates);
});
