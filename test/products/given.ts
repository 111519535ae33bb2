import type { Reader } from "../../db/ports.ts";
import { text } from "../../db/rows.ts";
import { addProducts, type StatedProduct } from "../add-products.ts";
import { newTenant, services } from "../harness.ts";

/** A fresh tenant with these products. */
export async function given(...products: StatedProduct[]) {
  const tenant = await newTenant();
  const ids = products.length > 0 ? await services.write(addProducts, tenant.id, products) : [];
  return { tenant, ids, id: ids[0] ?? "", db: tenant.db };
}

/** The fields that an answer finds fault with. */
export const faults = ({ body }: { body: { error: { details: { field: string }[] } } }): string[] =>
  body.error.details.map(({ field }) => field);

/** A GTIN-13 that no other call returns, with a right check digit. */
let last = 0;
export function newEan(): string {
  const digits = `20${String(++last).padStart(10, "0")}`;
  const sum = [...digits].reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3), 0);
  return digits + ((10 - (sum % 10)) % 10);
}

/** Ids of a brand, a supplier and the deepest category of a tenant. */
export async function references(db: Reader) {
  const id = (select: string) => db.one(select, {}, (row) => text(row, "id"));
  return {
    brand_id: await id("select id from brand where tenant_id = :tenant limit 1"),
    category_id: await id("select id from category where tenant_id = :tenant order by level desc limit 1"),
    supplier_id: await id("select id from supplier where tenant_id = :tenant limit 1"),
  };
}
