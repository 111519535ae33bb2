import { type Static, Type } from "@sinclair/typebox";
import { nameOf, orNull, Time, Uuid, WebAddress } from "../http/fields.ts";
import { metaPageOf } from "../http/page.ts";

const Name = nameOf(255, "Name of the supplier.");
const Code = Type.String({
  minLength: 1,
  maxLength: 50,
  pattern: "\\S",
  description: "Unique, whatever its case and accents; made from the name when absent.",
  examples: ["ACME"],
});
const Country = Type.String({ pattern: "^[A-Za-z]{2}$", description: "ISO 3166-1 alpha-2.", examples: ["FR"] });
const Email = Type.String({ minLength: 3, maxLength: 254, format: "email", examples: ["orders@example.com"] });
const line = (maxLength: number, description: string) => Type.String({ maxLength, description });
const Currency = Type.String({ pattern: "^[A-Z]{3}$", description: "ISO 4217. Default EUR.", examples: ["EUR"] });
const Days = Type.Integer({ minimum: 0, maximum: 100_000, description: "Days until it delivers." });
const Amount = Type.Number({ minimum: 0, maximum: 1_000_000_000, description: "Smallest order, in its currency." });

export const SupplierBody = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ["Acme Tools"] }),
    code: Type.String({ examples: ["ACME"] }),
    is_active: Type.Boolean(),
    country: orNull(Type.String()),
    email: orNull(Type.String()),
    phone: orNull(Type.String()),
    website: orNull(Type.String()),
    contact_name: orNull(Type.String()),
    currency: Type.String(),
    lead_time_days: orNull(Type.Integer()),
    min_order_amount: orNull(Type.Number()),
    notes: orNull(Type.String()),
    product_count: Type.Integer({ minimum: 0, description: "Products that it sells and that are not deleted." }),
    created_at: Time,
    updated_at: Time,
  },
  { description: "A supplier." },
);
export const SupplierPage = metaPageOf(SupplierBody);

const FIELDS = {
  code: Type.Optional(Code),
  is_active: Type.Optional(Type.Boolean()),
  country: Type.Optional(orNull(Country)),
  email: Type.Optional(orNull(Email)),
  phone: Type.Optional(orNull(line(50, "Telephone number."))),
  website: Type.Optional(orNull(WebAddress)),
  contact_name: Type.Optional(orNull(line(255, "Whom to ask for."))),
  currency: Type.Optional(Currency),
  lead_time_days: Type.Optional(orNull(Days)),
  min_order_amount: Type.Optional(orNull(Amount)),
  notes: Type.Optional(orNull(line(10_000, "Anything else."))),
};
export const SupplierCreate = Type.Object({ name: Name, ...FIELDS });
export const SupplierUpdate = Type.Object({ name: Type.Optional(Name), ...FIELDS });
export type SupplierFields = Static<typeof SupplierUpdate>;

export const SupplierParams = Type.Object({
  supplier_id: Type.String({ format: "uuid", description: "Id of the supplier." }),
});

export const SupplierDeletion = Type.Object({
  force: Type.Optional(Type.Boolean({ description: "Take it off its products. Default false." })),
});
