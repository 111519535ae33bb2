import { type Static, Type } from "@sinclair/typebox";
import type { MachineProduct } from "../../../db/products/machine-products.ts";
import { STATUSES } from "../../../db/products/product-row.ts";
import { orNull, Uuid } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { view } from "../../kit/view.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";
import { Ean } from "../machine-fields.ts";

export const UpdatedAt = Type.String({
  format: "date-time",
  description: "Time of the last change, to the microsecond; unique and increasing within the tenant.",
  examples: ["2026-11-21T10:00:00.123456Z"],
});

/** What every answer says of its list or product. */
export const Meta = Type.Object({
  total: Type.Integer({ minimum: 0, description: "Number of items in the whole list." }),
  page: Type.Integer({ minimum: 1 }),
  page_size: Type.Integer({ minimum: 0 }),
  updated_at: orNull(UpdatedAt, "Of the product, or of the last product of the page: the next `since`."),
});

/** The one shape of every answer. */
export const envelope = <Data, M extends Static<typeof Meta>>(data: Data, meta: M) => ({
  success: true as const,
  data,
  meta,
  errors: [] as string[],
});

/** The answer about one product. */
export const single = <Data>(data: Data, updatedAtUs: number) =>
  envelope(data, { total: 1, page: 1, page_size: 1, updated_at: isoOfUs(updatedAtUs) });

/** A product in a list. */
export const ListedProducts = view<MachineProduct>()(
  {
    id: [Uuid, "id"],
    ean: [Ean, "ean"],
    title: [Type.String(), "title"],
    brand_name: [orNull(Type.String()), "brandName"],
    is_active: [Type.Boolean(), ({ status }) => status === "active"],
    status: [oneOf(STATUSES), "status"],
    weight: [orNull(Type.Number(), "Kilograms."), "weight"],
    updated_at: [UpdatedAt, ({ updatedAtUs }) => isoOfUs(updatedAtUs)],
  },
  { title: "ExtProductListItem" },
);

export const extProduct = (product: MachineProduct) => ({
  ...ListedProducts.of(product),
  created_at: isoOfMs(product.createdAtMs),
});
