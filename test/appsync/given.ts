import type { Reader } from "../../db/ports.ts";
import { findGenericStock, findSupplierStock } from "../../db/stock/product-stock.ts";
import { Supplier } from "../../src/reference/suppliers/supplier.ts";
import type { Answer } from "../harness.ts";
import { newTenant } from "../harness.ts";
import { newEan } from "../products/given.ts";

/** A fresh tenant with these products, made by a sync. Each gets a reference and an EAN unless it states them. */
export async function givenSynced(...products: Record<string, unknown>[]) {
  const tenant = await newTenant();
  const items = products.map((product, index) => ({
    reference: `REF-${index}`,
    ean: newEan(),
    name: `Product ${index}`,
    ...product,
  }));
  const { body } = await tenant.post("/appsync/products/sync", items);
  const ids: string[] = body.data.map(({ id }: { id: string }) => id);
  return { tenant, items, ids, eans: items.map(({ ean }) => ean), id: ids[0] ?? "", ean: items[0]?.ean ?? "" };
}

/** What must hold of every error of this API. */
export function refusal({ status, body }: Answer): [number, string] {
  const { success, code, data, count, message, error_code } = body;
  const whole = success === false && code === status && data === null && count === 0 && typeof message === "string";
  return [status, whole ? error_code : JSON.stringify(body)];
}

/** The fields that an answer finds fault with. */
export const faults = ({ body }: Answer): string[] => body.details.map(({ field }: { field: string }) => field);

/** The generic stock of a product and that of a supplier, `undefined` where there is no record. */
export async function stockOf(db: Reader, productId: string, supplierKey: string) {
  const [supplier] = await Supplier.table.findBy(db, "code_key", [supplierKey]);
  const generic = (await findGenericStock(db, [productId])).get(productId)?.quantity ?? undefined;
  const [record] = supplier ? await findSupplierStock(db, [{ productId, supplierId: supplier.id }]) : [];
  return { generic, supplied: record?.quantity };
}
