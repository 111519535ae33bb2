import { mutation } from "../../db/ports.ts";
import { packNew } from "../../db/products/view.ts";
import { insertProduct } from "../../db/products/write.ts";
import { setSupplierTerms } from "../../db/sourcing/product-suppliers.ts";
import { emitEvents } from "../events/emit-events.ts";
import { firstEntry } from "../history/record-changes.ts";
import type { Written } from "./answer-product.ts";
import { applyFields } from "./apply-fields.ts";
import { fieldChanges } from "./field-changes.ts";
import { newProductRow } from "./new-product-row.ts";
import { productCreated } from "./product-events.ts";
import { refuseDuplicateEan } from "./refuse-duplicate-ean.ts";
import { resolveReferences } from "./resolve-references.ts";

/**
 * Creates a product of values that `readFields` made. Returns its id and how it is shown. Throws VALIDATION_FAILED for a
 * brand, category or supplier that there is not, and DUPLICATE_EAN.
 */
export const createProduct = mutation(
  "products.create",
  async (tx, { values }: { values: Record<string, unknown> }, context): Promise<Written & { id: string }> => {
    const nowMs = context.now();
    const fields = await resolveReferences(tx, values);
    const { row, changed } = applyFields(newProductRow({ id: context.newId(), nowMs }), fields);
    await refuseDuplicateEan(tx, row);
    const { id, supplierId } = row;
    const supplierCount = supplierId === null ? 0 : 1;
    const entry = firstEntry(fieldChanges(undefined, row, changed), context);
    const stored = await insertProduct(tx, { ...row, supplierCount }, entry);
    if (supplierId !== null) await setSupplierTerms(tx, [{ productId: id, supplierId }], nowMs);
    await emitEvents(tx, [productCreated(row, "api")], context);
    return { id, passing: await packNew(tx, stored) };
  },
);
