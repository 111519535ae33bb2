import { Type } from "@sinclair/typebox";
import type { MutationContext, Reader, Tx } from "../../../db/ports.ts";
import { findRowsByIds } from "../../../db/products/match.ts";
import { listLinks, type SupplierLink } from "../../../db/sourcing/product-suppliers.ts";
import { TEXT } from "../../../db/table.ts";
import { emitEvents } from "../../events/emit-events.ts";
import { currencyAmountOf } from "../../http/input/amount.ts";
import { WebAddress } from "../../http/input/fields.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { changesOf } from "../../kit/resource/changes.ts";
import { rowsById } from "../../kit/resource/expansion.ts";
import {
  flagField,
  lineField,
  nameField,
  optionalInteger,
  optionalText,
  textField,
} from "../../kit/resource/fields.ts";
import { record } from "../../kit/resource/record.ts";
import { problemsOfAmounts } from "../../prices/pricing/currency-decimals.ts";
import { optionalAmount } from "../../prices/pricing/lists/amount-field.ts";
import { commit } from "../../products/changes/commit/commit.ts";
import { touchOwned } from "../../products/changes/commit/touch-owned.ts";
import { inUse } from "../../products/changes/in-use.ts";
import { isCountry } from "../../products/fields/countries.ts";
import { VIEW } from "../../products/policies.ts";
import { nameKey, slugOf } from "../../text/name-key.ts";

const Code = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: "\\S",
  description: "Unique, ignoring case and accents. Generated from the name if absent.",
  examples: ["ACME"],
});
const Country = Type.String({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1 alpha-2.", examples: ["FR"] });
const Email = Type.String({ minLength: 3, maxLength: 254, format: "email", examples: ["orders@example.com"] });
const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217. Default EUR.", examples: ["EUR"] });
const Days = Type.Integer({ minimum: 0, maximum: 100_000, description: "Delivery time in days." });
const Amount = currencyAmountOf({
  minimum: 0,
  maximum: 1_000_000_000,
  description: "Minimum order amount, in the supplier's currency.",
});
const asSent = (value: string | null) => value;

/** Who sells products. */
export const Supplier = record({
  table: "supplier",
  noun: "supplier",
  fields: {
    name: nameField(255, "Name of the supplier.", { example: "Acme Tools" }),
    code: textField(Code, { example: "ACME", initial: "" }),
    is_active: flagField(true),
    country: optionalText(Country, { normalize: (code) => code?.toUpperCase() ?? null }),
    email: optionalText(Email, { normalize: asSent }),
    phone: lineField(50, "Phone number."),
    website: optionalText(WebAddress, { normalize: asSent }),
    contact_name: lineField(255, "Contact person."),
    currency: textField(Currency, { initial: "EUR" }),
    lead_time_days: optionalInteger(Days),
    min_order_amount: optionalAmount(Amount),
    notes: lineField(10_000, "Free-text notes."),
  },
  derived: { name_key: TEXT, code_key: TEXT },
  derive: ({ name, code }) => ({ name_key: nameKey(name), code_key: nameKey(code) }),
  counts: "Number of its products that are not deleted.",
});
export type SupplierRow = ReturnType<typeof Supplier.blank>;

// Leaves room for the end of an id.
const MADE_CODE_MAX = 40;

/** A supplier without a code gets one of its name that no other has. */
async function withCode(db: Reader, supplier: SupplierRow): Promise<SupplierRow> {
  if (supplier.code !== "") return supplier;
  const made = slugOf(supplier.name).toUpperCase().slice(0, MADE_CODE_MAX) || "SUPPLIER";
  const taken = await Supplier.table.findBy(db, "code_key", [nameKey(made)]);
  const code = taken.length === 0 ? made : `${made}-${supplier.id.slice(-8).toUpperCase()}`;
  return { ...supplier, code, code_key: nameKey(code) };
}

/** The event of a new supplier. */
export const supplierCreated = ({ id, code, name }: Pick<SupplierRow, "id" | "code" | "name">) => ({
  type: "supplier.created" as const,
  data: { id, code, name },
});

/** About 20 ms of the writer's time. */
const UNLINKED_MAX = 500;

/**
 * Unlinks products from suppliers, also as their main ones, which leaves those products without one. What the supplier
 * had in stock goes. The products get a new `updated_at`, stock and score; events are the caller's.
 */
async function unlinkSuppliers(tx: Tx, links: readonly SupplierLink[], context: MutationContext): Promise<void> {
  const byProduct = Map.groupBy(links, ({ productId }) => productId);
  const rows = byProduct.size > 0 ? await findRowsByIds(tx, [...byProduct.keys()]) : [];
  const changes = rows.map((before) => {
    const own = byProduct.get(before.id) ?? [];
    const isMain = own.some((link) => link.isMain);
    return {
      before,
      row: { ...before, supplierId: isMain ? null : before.supplierId },
      changed: isMain ? ["supplier_id"] : [],
      unlinked: new Set(own.map(({ supplierId }) => supplierId)),
      moves: own.map(({ supplierId, stock }) => ({ supplierId, before: stock ?? 0, after: 0 })),
      history: own.map(({ supplierId }) => ({ field: "suppliers", before: supplierId, after: null })),
    };
  });
  await commit(tx, changes, context, { movement: "adjust", isSilent: true });
}

/**
 * New and changed suppliers are sent to webhooks. The products of which a renamed one is the main supplier get a new
 * `updated_at`; a deleted one is taken off its products, 500 at a time, when `force` is set.
 */
export const supplierChanges = changesOf("suppliers", Supplier, {
  unique: { field: "code", column: "code_key" },
  complete: (tx, supplier) => {
    if (supplier.country !== null && !isCountry(supplier.country)) {
      throw invalidBody([{ field: "country", type: "invalid_value", key: "validation.country" }]);
    }
    const least = supplier.min_order_amount;
    const problems = problemsOfAmounts(supplier.currency, { min_order_amount: least });
    if (problems.length > 0) throw invalidBody(problems);
    return withCode(tx, supplier);
  },
  created: async (tx, supplier, context) => {
    await emitEvents(tx, [supplierCreated(supplier)], context);
  },
  changed: async (tx, { after: { id, code, name }, fields }, context) => {
    if (fields.includes("name") || fields.includes("code")) await touchOwned(tx, "supplier", [id], context);
    await emitEvents(tx, [{ type: "supplier.updated", data: { id, code, name, updated_fields: fields } }], context);
  },
  empty: async (tx, { id, product_count }, { force }: { force: boolean }, context) => {
    if (!force && product_count > 0) throw inUse("reference.force", { product_count });
    const links = await listLinks(tx, id, UNLINKED_MAX);
    await unlinkSuppliers(tx, links, context);
    return links.length < UNLINKED_MAX;
  },
  audit: {
    deleted: "supplier.deleted",
    details: ({ code, name, product_count: products }) => ({ code, name, products }),
  },
});

/** For answers that name suppliers. */
export const suppliersById = rowsById(Supplier, VIEW);
