import { expect, test } from "bun:test";
import { given, shopify } from "./deliveries.ts";

const at = (hour: number) => `2026-11-25T${hour}:00:00Z`;
const orderOf = (id: number, lines: [sku: string, quantity: number][], more: object = {}) =>
  JSON.stringify({
    id,
    created_at: at(10),
    updated_at: at(9 + id),
    line_items: lines.map(([sku, quantity], index) => ({ id: 10 * id + index, sku, quantity })),
    ...more,
  });

/** A shop with four orders of the chair and of SKUs that no product has; the third is cancelled. */
async function reported() {
  const shop = await given();
  const { secret, ean } = shop;
  const sku = `R-${ean}`;
  await shopify(secret, orderOf(1, [[sku, 2]]), "orders/create");
  await shopify(
    secret,
    orderOf(2, [
      ["OLD-1", 3],
      [sku, 1],
    ]),
    "orders/create",
  );
  await shopify(secret, orderOf(3, [[sku, 1]]), "orders/create");
  await shopify(secret, orderOf(3, [[sku, 1]], { updated_at: at(20), cancelled_at: at(20) }), "orders/cancelled");
  await shopify(secret, orderOf(4, [["OLD-2", 1]]), "orders/create");
  return { ...shop, sku, path: `/connectors/${shop.connector.id}/orders` };
}
type Listed = { order_id: string; status: string; lines: { state: string }[] };
const idsOf = ({ body }: { body: { items: Listed[] } }) => body.items.map(({ order_id: id }) => id);

test("lists a shop's orders with what each line holds, those that changed last first, page by page", async () => {
  const shop = await reported();
  const { tenant, product, sku, path } = shop;
  const listed = await tenant.get(path);
  expect([listed.status, idsOf(listed), listed.body.meta.total]).toEqual([200, ["3", "4", "2", "1"], 4]);
  const [cancelled, unknown, mixed] = listed.body.items;
  expect(cancelled).toMatchObject({ waiting_lines: 0, lines: [{ state: "released", quantity: 1, held: 0, taken: 0 }] });
  expect(unknown).toMatchObject({ waiting_lines: 1, lines: [{ state: "waiting", code: "OLD-2", product_id: null }] });
  expect(mixed.lines).toMatchObject([
    { sku: "OLD-1", quantity: 3, held: 3, taken: 0, state: "waiting" },
    { sku, quantity: 1, held: 1, taken: 1, state: "taken", code: null, product_id: product.id },
  ]);

  // A shop that does not say when: it is shown as it was reported.
  const { secret } = shop;
  await shopify(secret, JSON.stringify({ id: 5, line_items: [{ id: 50, sku, quantity: 1 }] }), "orders/create");
  expect((await tenant.get(`${path}?order_id=5`)).body.items).toMatchObject([
    { changed_at: null, reported_at: expect.any(String), lines: [{ state: "taken" }] },
  ]);

  const pages: string[] = [];
  for (let cursor = ""; ; ) {
    const page = await tenant.get(`${path}?per_page=3${cursor}`);
    pages.push(...idsOf(page));
    if (page.body.meta.next_cursor === null) break;
    cursor = `&cursor=${page.body.meta.next_cursor}`;
  }
  expect(pages).toEqual(["3", "4", "2", "1", "5"]);
});

test("orders are found by their id, state, time, and by lines that wait", async () => {
  const { tenant, product, path } = await reported();
  const { body } = await tenant.get(path);
  const found = async (query: string) => idsOf(await tenant.get(`${path}?${query}`));
  expect(await found("waiting=true")).toEqual(["4", "2"]);
  expect(await found("order_id=2")).toEqual(["2"]);
  expect(await found(`changed_since=${at(13)}`)).toEqual(["3", "4"]);
  expect(await found(`status=${encodeURIComponent(body.items[0].status)}`)).toContain("3");
  expect(await found("status=unheard-of")).toEqual([]);

  await tenant.post(`${path.replace("/orders", "/unknown-skus")}/assign`, { code: "OLD-1", product_id: product.id });
  expect(await found("waiting=true")).toEqual(["4"]);
  await tenant.post(`${path.replace("/orders", "/unknown-skus")}/assign`, { code: "OLD-2", product_id: null });
  const { body: ignored } = await tenant.get(`${path}?order_id=4`);
  expect(ignored.items[0].lines).toMatchObject([{ state: "ignored", code: null }]);
});

test("another tenant's shop is not found, and what no filter takes is named", async () => {
  const { path } = await reported();
  const { tenant } = await given();
  expect((await tenant.get(path)).status).toBe(404);
  const { path: own, tenant: owner } = await reported();
  for (const query of ["waiting=perhaps", "changed_since=yesterday", "per_page=51", "cursor=x"]) {
    const { status, body } = await owner.get(`${own}?${query}`);
    expect([query, status, JSON.stringify(body).includes(query.split("=")[0] ?? "")]).toEqual([query, 400, true]);
  }
});
