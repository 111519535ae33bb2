import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { findContentOf, upsertContent } from "../../db/content-variants/content-variants.ts";
import { txOf } from "../../db/handle.ts";
import { openConnection } from "../../db/local/connection.ts";
import { migrate } from "../../db/migrate.ts";
import { listProducts } from "../../db/products/lists/list.ts";
import { findRowsByGtins, findRowsByIds, findRowsByReferences } from "../../db/products/match.ts";
import type { ProductRow, StoredRow } from "../../db/products/product-row.ts";
import { nextNumbers } from "../../db/products/sequence.ts";
import { findProductView } from "../../db/products/view.ts";
import { insertProducts, updateProducts } from "../../db/products/write.ts";
import { setSupplierTerms } from "../../db/sourcing/product-suppliers.ts";
import { findGenericStock, refreshStock, setGenericStock } from "../../db/stock/product-stock.ts";
import { newProductRow } from "../../src/products/changes/new-product-row.ts";
import { openNames } from "../../src/products/changes/set/names.ts";
import { applyFields } from "../../src/products/fields/apply-fields.ts";
import { completenessScore, SUPPLIER_WEIGHT } from "../../src/products/fields/completeness.ts";
import { listItem, productText } from "../../src/products/views/product-body.ts";
import { newId } from "../../src/runtime/new-id.ts";
import { nameKey } from "../../src/text/name-key.ts";
import { makeBrands, makeCategories, makeSuppliers } from "../make-named.ts";

const connection = openConnection(":memory:", "writer");
beforeAll(() => migrate(connection));
const tenant = () => txOf(connection, newId(), () => undefined);
const context = { now: () => 1_000, newId };

const row = (values: Record<string, unknown> = {}): ProductRow =>
  applyFields(newProductRow({ id: newId(), nowMs: 1 }), { name: "A", ...values }).row;

async function stored(...values: Record<string, unknown>[]) {
  const tx = tenant();
  const rows = inOrder(await insertProducts(tx, values.map(row), 1));
  return { tx, rows, ids: rows.map(({ id }) => id) };
}
/** Without the place of each, in the order of the changes. */
const inOrder = (found: StoredRow[]): ProductRow[] =>
  found.map(({ rowId: _, ...each }) => each).toSorted((a, b) => a.updatedAtUs - b.updatedAtUs);
const one = async (tx: ReturnType<typeof tenant>, id = "") => (await findRowsByIds(tx, [id]))[0];

test("D0.2 change numbers are strictly increasing, however the clock goes and however many are taken", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ count: fc.integer({ min: 1, max: 600 }), nowMs: fc.integer({ min: 1, max: 2e12 }) })),
      async (takes) => {
        const tx = tenant();
        let last = 0;
        for (const { count, nowMs } of takes) {
          const first = await nextNumbers(tx, count, nowMs);
          expect(first).toBeGreaterThan(last);
          expect(first).toBeGreaterThanOrEqual(nowMs * 1000);
          last = first + count - 1;
        }
      },
    ),
    { numRuns: 30 },
  );
});

describe("products", () => {
  test("come back as they were stored, found by id, code and reference", async () => {
    const { tx, rows } = await stored(
      { barcode: "4006381333931", reference: "R1", price: 5, weight: 0.5, attributes: { a: [1, "é"] } },
      { reference: "R1" },
    );
    const ids = rows.map(({ id }) => id);
    expect(inOrder(await findRowsByIds(tx, ids))).toEqual(rows);
    expect(inOrder(await findRowsByGtins(tx, ["04006381333931", "1"]))).toEqual(rows.slice(0, 1));
    expect(inOrder(await findRowsByReferences(tx, ["R1", "r1"]))).toEqual(rows);
    expect(await findRowsByIds(tenant(), ids)).toEqual([]);
  });

  test.each([true, false])("are stored whole, with the rows before known: %p", async (isKnown) => {
    const { tx, rows } = await stored({ price: 5 }, { barcode: "4006381333931", color: "red" });
    const before = new Map(rows.map((each) => [each.id, each]));
    const wanted = rows.map(
      (each, index) =>
        applyFields(each, { name: `B${index}`, price: index ? 7 : null, brand_id: newId(), color: "blue" }).row,
    );
    const changed = await updateProducts(tx, wanted, { nowMs: 1, ...(isKnown && { before }) });
    const found = await findRowsByIds(tx, [...before.keys()]);
    expect(inOrder(found)).toEqual(changed);
    expect(changed.map(({ title, extra }) => [title, extra])).toEqual(wanted.map(({ title, extra }) => [title, extra]));
  });

  test("D2-011 two tenants share a code, one does not", async () => {
    await stored({ barcode: "4006381333931" });
    const { tx } = await stored({ barcode: "4006381333931" });
    const again = insertProducts(tx, [row({ barcode: "04006381333931" })], 1).then(
      () => undefined,
      (error: unknown) => String(error),
    );
    expect(await again).toContain("UNIQUE");
  });
});

describe("stock and suppliers", () => {
  test("S21.1 the generic stock counts, else the sum over suppliers, else none", async () => {
    const { tx, ids } = await stored({}, {}, {});
    const [a = "", b = "", c = ""] = ids;
    const suppliers = await makeSuppliers(tx, ["S1", "S2"], context);
    const [first, second] = [...suppliers.values()].map(({ id }) => id);
    await setSupplierTerms(
      tx,
      [
        { productId: a, supplierId: first ?? "", stock: 2 },
        { productId: a, supplierId: second ?? "", stock: 3, supplierReference: "X" },
        { productId: b, supplierId: first ?? "", stock: 9 },
      ],
      1,
    );
    const rowId = (await findGenericStock(tx, [b])).get(b)?.rowId ?? 0;
    await setGenericStock(tx, [{ rowId, quantity: 4 }], 1);
    await refreshStock(tx, ids, { supplierWeight: SUPPLIER_WEIGHT });
    const state = async (id: string) => {
      const product = await one(tx, id);
      return [product?.stock, product?.supplierCount, product?.completenessScore];
    };
    expect([await state(a), await state(b), await state(c)]).toEqual([
      [5, 2, 20],
      [4, 1, 20],
      [0, 0, 15],
    ]);
    for (const id of ids) {
      const product = await one(tx, id);
      expect(product && completenessScore(product)).toBe(product?.completenessScore);
    }
    await setSupplierTerms(tx, [{ productId: a, supplierId: second ?? "", stock: 0 }], 2);
    await setGenericStock(tx, [{ rowId, quantity: 0 }], 2);
    await refreshStock(tx, ids, { supplierWeight: SUPPLIER_WEIGHT });
    expect([await state(a), await state(b)]).toEqual([
      [2, 2, 20],
      [0, 1, 20],
    ]);
    const sold = "select supplier_reference from product_supplier where tenant_id = :tenant and supplier_id = :second";
    expect(await tx.all(sold, { second: second ?? "" }, (row) => row["supplier_reference"])).toEqual(["X"]);
  });
});

describe("matching by name", () => {
  test("S12.5 finds brands regardless of case and accents, and creates on request", async () => {
    const tx = tenant();
    const made = await makeBrands(tx, ["Café", "CAFE", "  ", "x".repeat(256), "Acme"], context);
    expect([...made.keys()].toSorted()).toEqual(["acme", "cafe"]);
    const { brands } = openNames(context, { createBrands: false });
    expect((await brands.findAll(tx, ["cafè", "Other"])).map(({ id }) => id)).toEqual([made.get("cafe") ?? ""]);
    expect(await openNames(context, { createBrands: false }).brands.findAll(tenant(), ["Acme"])).toEqual([]);
  });

  test("creates categories with all above them, once, and keeps names as first written", async () => {
    const tx = tenant();
    const paths = ["Home > Chairs", "HOME>Châirs>Oak", "Garden/Tools", "A/B > C", " > ", "x>".repeat(11)];
    const made = await makeCategories(tx, paths, context);
    const written = await tx.all(
      "select path from category where tenant_id = :tenant order by path",
      {},
      ({ path }) => path,
    );
    expect(written).toEqual([
      "A/B",
      "A/B > C",
      "Garden",
      "Garden > Tools",
      "Home",
      "Home > Chairs",
      "Home > Chairs > Oak",
    ]);
    expect([" > ", "x>".repeat(11)].map((path) => made.get(path))).toEqual([undefined, undefined]);
    const again = await makeCategories(tx, paths, context);
    expect(again).toEqual(made);
    const { categories } = openNames(context, { createCategories: false });
    await categories.findAll(tx, ["Home > Nothing", "home > CHAIRS > oak"]);
    expect(categories.idOf("Home > Nothing")).toBeUndefined();
    expect(categories.idOf("home > CHAIRS > oak")).toBe(made.get("HOME>Châirs>Oak"));
  });

  test("finds suppliers by code", async () => {
    const tx = tenant();
    const made = await makeSuppliers(tx, ["Sup-1", "SUP-1"], context);
    expect([...made]).toEqual([["sup-1", { id: expect.any(String), code: expect.stringMatching(/sup-1/i) }]]);
    expect(await makeSuppliers(tx, ["sup-1"], context)).toEqual(made);
    expect(nameKey("SUP-1")).toBe("sup-1");
  });
});

describe("texts", () => {
  test("S16.5 merge: absent stays, null and empty clear, objects are replaced whole", async () => {
    const { tx, ids } = await stored({});
    const productId = ids[0] ?? "";
    const stamp = { nowMs: 1, newId };
    const put = (language: string, content: Record<string, unknown>) => ({ productId, language, content });
    await upsertContent(
      tx,
      [put("en", { title: "A", seo_title: "S", attributes: { a: 1 } }), put("de", { title: "D" })],
      stamp,
    );
    await upsertContent(tx, [put("en", { title: undefined, seo_title: null, attributes: { b: 2 } })], stamp);
    await upsertContent(
      tx,
      [put("en", { description: "x" }), put("en", { description: "", promotional_text: "P" })],
      stamp,
    );
    const found = await findContentOf(tx, [productId], ["de", "en", "it"]);
    expect(found.toSorted((a, b) => a.language.localeCompare(b.language))).toEqual([
      put("de", { title: "D" }),
      put("en", { title: "A", attributes: { b: 2 }, promotional_text: "P" }),
    ]);
  });
});

test("lists and single products show every number and text exactly as it was stored", async () => {
  const odd = {
    weight: 0.1 + 0.2,
    width: 1e-7,
    height: 123456789.12345679,
    depth: 5,
    tax_rate: 5.5,
    price: 1999,
    reference: 'quote " back \\ slash',
    description: "line\nbreak\ttab \u0000 nul é 😀 </script>",
    attributes: { a: [1, "é", null] },
    shopping_category: "Home & Garden",
  };
  const { tx, rows, ids } = await stored(odd, { description: null });
  const oldestFirst = [{ sort: "created_at", order: "asc" }] as const;
  const page = { filter: {}, terms: oldestFirst, after: null, offset: 0, limit: 10 };
  const listed = await listProducts(tx, page);
  const expected = rows.map(({ id, weight, width, height, depth, taxRate, priceCents, reference, description }) => ({
    ...{ id, weight, width, height, depth, reference, tax_rate: taxRate, price: priceCents && priceCents / 100 },
    ...{ title: "A", description },
  }));
  expect(listed.map(listItem)).toMatchObject(expected);
  expect(listed.map(({ updatedAtUs }) => updatedAtUs)).toEqual(rows.map(({ updatedAtUs }) => updatedAtUs));
  expect(listed.map(listItem)[0]?.shopping_category).toBe("Home & Garden");
  for (const [index, id] of ids.entries()) {
    const view = await findProductView(tx, id, {});
    const alone = view && JSON.parse(productText(view, []).text);
    expect(JSON.parse(JSON.stringify(alone))).toMatchObject(expected[index] ?? {});
    expect(view?.extra).toEqual(rows[index]?.extra ?? {});
  }
});
