import type { Reader } from "../../db/ports.ts";
import { findSuppliersByKeys, type Supplier } from "../../db/suppliers/suppliers.ts";
import { invalidBody } from "../http/errors.ts";
import { duplicate, given, trimmed } from "../http/fields.ts";
import { centsOf } from "../products/cents.ts";
import { isCountry } from "../products/countries.ts";
import { nameKey } from "../text/name-key.ts";
import type { SupplierFields } from "./schema.ts";

const centsOrNull = (amount: number | null | undefined) => (typeof amount === "number" ? centsOf(amount) : amount);

/** The supplier with these fields. Throws VALIDATION_FAILED for a country that there is not. */
export function applySupplierFields(supplier: Supplier, fields: SupplierFields): Supplier {
  const { country } = fields;
  if (country && !isCountry(country)) {
    throw invalidBody([{ field: "country", type: "invalid_value", key: "validation.country" }]);
  }
  const name = given(fields.name?.trim(), supplier.name);
  const code = given(fields.code?.trim(), supplier.code);
  return {
    ...supplier,
    name,
    nameKey: nameKey(name),
    code,
    codeKey: nameKey(code),
    isActive: given(fields.is_active, supplier.isActive),
    country: given(country?.toUpperCase() ?? country, supplier.country),
    email: given(fields.email, supplier.email),
    phone: trimmed(given(fields.phone, supplier.phone)),
    website: given(fields.website, supplier.website),
    contactName: trimmed(given(fields.contact_name, supplier.contactName)),
    currency: given(fields.currency, supplier.currency),
    leadTimeDays: given(fields.lead_time_days, supplier.leadTimeDays),
    minOrderAmountCents: given(centsOrNull(fields.min_order_amount), supplier.minOrderAmountCents),
    notes: trimmed(given(fields.notes, supplier.notes)),
  };
}

/** Throws VALIDATION_FAILED for a code without a letter, and DUPLICATE_RESOURCE for one that another supplier has. */
export async function requireFreeCode(db: Reader, { id, codeKey }: Supplier): Promise<void> {
  if (codeKey === "") throw invalidBody([{ field: "code", type: "invalid_value" }]);
  const [other] = await findSuppliersByKeys(db, [codeKey]);
  if (other && other.id !== id) throw duplicate("code", other.id);
}
