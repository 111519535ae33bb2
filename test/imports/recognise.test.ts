import { describe, expect, test } from "bun:test";
import { newTenant } from "../harness.ts";
import {
  changeTimes,
  EANS,
  HEADER,
  importFile,
  lines,
  MAPPING,
  prepare,
  problemCounts,
  productRows,
  runImport,
} from "./import-client.ts";

describe("recognising products", () => {
  test("by EAN in any of its forms before SKU, and by SKU when the row has no EAN", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, "0012345678905,A1,Apple,1,1", `${EANS[1]},B1,Bean,1,1`), {
      mapping: MAPPING,
    });

    const record = await importFile(tenant, lines(HEADER, "012345678905,B1,Apple 2,1,1", ",B1,Bean 2,1,1"), {
      mapping: MAPPING,
    });

    expect(record).toMatchObject({ products_created: 0, products_updated: 1, failed_rows: 1, warning_count: 0 });
    expect(await problemCounts(tenant, record.id)).toEqual({ ambiguous_match: 1 });
  });

  test("a SKU does not give a product away that has another valid EAN", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1,1`), { mapping: MAPPING });
    const record = await importFile(tenant, lines(HEADER, `${EANS[1]},A1,Other apple,1,1`), { mapping: MAPPING });
    expect(record).toMatchObject({ products_created: 1, products_updated: 0 });
    expect(await productRows(tenant)).toMatchObject([{ ean: EANS[0] }, { ean: EANS[1] }]);
  });

  test("a product without EAN that is recognised by its SKU takes the row's", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines("sku,name", "A1,Apple"), { mapping: { sku: "sku", name: "name" } });
    const record = await importFile(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1,1`), { mapping: MAPPING });
    expect(record).toMatchObject({ products_created: 0, products_updated: 1 });
    expect(await productRows(tenant)).toMatchObject([{ ean: EANS[0], reference: "A1" }]);
  });

  test("a soft-deleted product comes back, and is counted as created", async () => {
    const tenant = await newTenant();
    await importFile(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1.50,1`), { mapping: MAPPING });
    const [{ id = "" } = {}] = (await tenant.get("/products")).body.items;
    expect((await tenant.delete(`/products/${id}`)).status).toBeLessThan(300);

    const record = await importFile(tenant, lines("ean,name", `${EANS[0]},Apple`), {
      mapping: { ean: "ean", name: "name" },
    });

    expect(record).toMatchObject({ products_created: 1, products_updated: 0 });
    expect(await productRows(tenant)).toMatchObject([{ deleted_at_ms: null, price_cents: 150 }]);
  });

  test("the supplier's reference is looked for before the SKU; stock and purchase price are the supplier's", async () => {
    const tenant = await newTenant();
    const plan = {
      fields: { supplier_code: "ACME" },
      mapping: { ref: "supplier_reference", ean: "ean", name: "name", cost: "cost_price", stock: "stock" },
    };
    const first = await importFile(tenant, lines("ref,ean,name,cost,stock", `R1,${EANS[0]},Apple,0.80,7`), plan);
    const second = await importFile(tenant, lines("ref,ean,name,cost,stock", "R1,,Apple,0.90,7"), plan);

    expect(first.supplier_id).toBeString();
    expect(second).toMatchObject({ products_created: 0, products_updated: 1, prices_updated: 1, stock_updated: 0 });
    expect(await productRows(tenant)).toMatchObject([{ cost_price_cents: null, stock: 7, supplier_count: 1 }]);
    const terms = await tenant.db.all(
      "select supplier_reference, cost_price_cents, stock from product_supplier where tenant_id = :tenant",
      {},
      (row) => row,
    );
    expect(terms).toEqual([{ supplier_reference: "R1", cost_price_cents: 90, stock: 7 }]);
  });

  test("rows may name suppliers of their own; a product may have several", async () => {
    const tenant = await newTenant();
    const plan = {
      mapping: { who: "supplier_code", ref: "supplier_reference", ean: "ean", name: "name", stock: "stock" },
    };
    const file = lines(
      "who,ref,ean,name,stock",
      `ACME,R1,${EANS[0]},Apple,2`,
      `Other,R1,${EANS[0]},Apple,3`,
      `Other,R2,${EANS[1]},Bean,4`,
    );
    await importFile(tenant, file, plan);
    const next = lines(
      "who,ref,ean,name,stock",
      "ACME,R1,,Apple,5",
      "other,R1,,Apple,3",
      "Other,R2,,Beans,4",
      "ACME,R2,,No,1",
    );
    const id = await prepare(tenant, next, plan);

    const dryRun = (await tenant.post(`/imports/${id}/dry-run`)).body;
    const record = await runImport(tenant, id);

    expect(record).toMatchObject({ products_created: 0, products_updated: 2, stock_updated: 1, failed_rows: 1 });
    expect(dryRun).toMatchObject({ products_to_create: 0, products_to_update: 2, rows_with_errors: 1 });
    expect(await productRows(tenant)).toMatchObject([
      { title: "Apple", stock: 8, supplier_count: 2 },
      { title: "Beans", stock: 4, supplier_count: 1 },
    ]);
  });

  test("of rows with one EAN the later wins, also at a distance, and a second import changes nothing", async () => {
    const tenant = await newTenant();
    const filler = Array.from({ length: 1_100 }, (_, index) => `,F${index},Filler,,`);
    const file = lines(HEADER, `${EANS[0]},A1,Apple,1,`, ...filler, `${EANS[0]},A1,Apricot,,9`, `${EANS[0]},A1,Plum,,`);

    const first = await importFile(tenant, file, { mapping: MAPPING });
    const times = await changeTimes(tenant);
    const second = await importFile(tenant, file, { mapping: MAPPING });

    expect(first).toMatchObject({ products_created: 1, products_updated: 2 });
    expect(await productRows(tenant)).toMatchObject([{ title: "Plum", price_cents: 100, stock: 9 }]);
    expect((await problemCounts(tenant, first.id))["duplicate_in_file"]).toBe(2);
    expect(second).toMatchObject({ products_created: 0, products_updated: 0 });
    expect(await changeTimes(tenant)).toEqual(times);
  });
});
