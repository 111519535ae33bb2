import type { Static } from "@sinclair/typebox";
import type { CountedSupplier, Supplier } from "../../db/suppliers/suppliers.ts";
import { priceOf } from "../products/cents.ts";
import { isoOfMs } from "../text/instant.ts";
import type { SupplierBody } from "./schema.ts";

/** What requests may set, by request name. */
export const supplierFields = (supplier: Supplier) => ({
  name: supplier.name,
  code: supplier.code,
  is_active: supplier.isActive,
  country: supplier.country,
  email: supplier.email,
  phone: supplier.phone,
  website: supplier.website,
  contact_name: supplier.contactName,
  currency: supplier.currency,
  lead_time_days: supplier.leadTimeDays,
  min_order_amount: priceOf(supplier.minOrderAmountCents),
  notes: supplier.notes,
});

/** A supplier as the API shows it. */
export const supplierBody = (supplier: CountedSupplier): Static<typeof SupplierBody> => ({
  id: supplier.id,
  ...supplierFields(supplier),
  product_count: supplier.productCount,
  created_at: isoOfMs(supplier.createdAtMs),
  updated_at: isoOfMs(supplier.updatedAtMs),
});
