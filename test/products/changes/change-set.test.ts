import { expect, test } from "bun:test";
import type { ProductRow } from "../../../db/products/product-row.ts";
import { newProductRow } from "../../../src/products/changes/new-product-row.ts";
import { ChangeSet, supplierKey } from "../../../src/products/changes/set/change-set.ts";
import { meantBy } from "../../../src/products/changes/set/match.ts";
import { openNames } from "../../../src/products/changes/set/names.ts";
import { newId } from "../../../src/runtime/new-id.ts";

const context = { now: () => 1_000, newId };

/** A set that has loaded these products. */
function given(...products: Partial<ProductRow>[]) {
  const set = new ChangeSet(openNames(context));
  const rows = products.map((values) => ({ ...newProductRow({ id: newId(), nowMs: 1 }), ...values }));
  set.load(rows);
  const changes = rows.map(({ id }) => set.changes.get(id) ?? set.add(newProductRow({ id, nowMs: 1 })));
  return { set, changes };
}

const by = (set: ChangeSet, gtin14: string | null, reference: string | null = null, supplierReference?: string) =>
  meantBy(set, { gtin14, reference, ...(supplierReference !== undefined && { supplierReference }) });

test("an EAN means one product, regardless of what else is said; then what a supplier calls it, then the reference", () => {
  const { set, changes } = given({ gtin14: "1" }, { reference: "R" }, { reference: "S" });
  const [a, b, c] = changes;
  set.loadSupplierReference(c?.row.id ?? "", "s1", "R");

  expect(by(set, "1", "R", supplierKey("s1", "R"))).toEqual(a ? [a] : []);
  expect(by(set, "2", "R", supplierKey("s1", "R"))).toEqual(c ? [c] : []);
  expect(by(set, "2", "R", supplierKey("s2", "R"))).toEqual(b ? [b] : []);
  expect(by(set, "2")).toEqual([]);
});

test("several products of one reference are all meant, but no deleted one beside a live one", () => {
  const { set, changes } = given({ reference: "R" }, { reference: "R" }, { reference: "R", deletedAtMs: 5 });
  expect(by(set, null, "R")).toEqual(changes.slice(0, 2));
});

test("a reference does not mean a product that has another valid EAN, unless that is of no worth", () => {
  const { set, changes } = given(
    { reference: "R", gtin14: "1", eanStatus: "valid" },
    { reference: "S", gtin14: "2", eanStatus: "checksum_invalid" },
  );
  expect(by(set, "3", "R")).toEqual([]);
  expect(by(set, "3", "S")).toEqual(changes.slice(1));
  // What an item has claimed for it is valid.
  const [, other] = changes;
  if (other) set.identify(other, { gtin14: "3", reference: "S" });
  expect(by(set, "4", "S")).toEqual([]);
  expect(by(set, "2")).toEqual([]);
});

test("a supplier has one reference for a product: the last one that was said, not the one that is stored", () => {
  const { set, changes } = given({ reference: "R" });
  const [product] = changes;
  if (!product) throw new Error("it was loaded");
  set.identify(product, { gtin14: null, reference: "R", supplierReference: supplierKey("s1", "A") });
  set.loadSupplierReference(product.row.id, "s1", "stored");
  set.loadSupplierReference(product.row.id, "s2", "B");
  set.identify(product, { gtin14: null, reference: "R", supplierReference: supplierKey("s1", "C") });

  const found = ["A", "stored", "C"].map((reference) => by(set, null, null, supplierKey("s1", reference)).length);
  expect(found).toEqual([0, 0, 1]);
  expect(by(set, null, null, supplierKey("s2", "B"))).toEqual([product]);

  const other = set.add(newProductRow({ id: newId(), nowMs: 1 }));
  set.prune((change) => change !== other);
  expect([...set.changes.values()]).toEqual([product]);
  const still = [
    by(set, null, "R"),
    by(set, null, null, supplierKey("s1", "C")),
    by(set, null, null, supplierKey("s2", "B")),
  ];
  expect(still).toEqual([[product], [product], [product]]);
  set.prune(() => false);
  expect(set.changes.size + by(set, null, "R", supplierKey("s2", "B")).length).toBe(0);
});
