import type { Variant } from "../../../db/variants/variants.ts";
import { CATALOGUE } from "../../products/fields/catalogue.ts";
import { nameKey } from "../../text/name-key.ts";
import type { ExportValue } from "../tables/table.ts";
import { NO_NEEDS, type ProfileRow, type Source } from "./profile-row.ts";

/** What a variant says in place of its product; `undefined`: it says nothing, and the product's own counts. */
type VariantValue = (variant: Variant) => ExportValue | undefined;

/** Codes are a variant's own or none: that of its product is another article's. */
const INSTEAD: Record<string, VariantValue> = {
  id: ({ id }) => id,
  ean: ({ ean }) => ean,
  upc: () => null,
  gtin: () => null,
  asin: () => null,
  reference: ({ sku }) => sku,
  cost_price: ({ costPriceCents }) => costPriceCents ?? undefined,
  stock: ({ stock }) => stock,
  weight: ({ weightKg }) => weightKg ?? undefined,
  image_url: ({ imageUrl }) => imageUrl ?? undefined,
  is_active: ({ isActive }) => isActive,
};

/** Fields that variants differ in by an option, which may be called in any language as files call the field. */
const BY_OPTION = ["color", "size", "material", "pattern", "style", "finish"] as const;
const OPTION_FIELDS: ReadonlyMap<string, string> = new Map(
  BY_OPTION.flatMap((field) => {
    const { headers = "" } = CATALOGUE[field] as { headers?: string };
    return [field, ...headers.split(",")].map((name) => [nameKey(name.trim()), field] as const);
  }),
);

const optionOf = ({ optionValues }: Variant, field: string): string | undefined =>
  Object.entries(optionValues).find(([name]) => OPTION_FIELDS.get(nameKey(name)) === field)?.[1];

/** The value of a field on the row of a variant; `undefined`: as the product says. */
export function insteadOf(variant: Variant, field: string): ExportValue | undefined {
  const value = INSTEAD[field];
  return value ? value(variant) : optionOf(variant, field);
}

const OPTION = "options.";
type Member = { kind: Source["kind"]; read: (variant: Variant) => ExportValue };
const MEMBERS: ReadonlyMap<string, Member> = new Map<string, Member>(
  Object.entries({
    id: { kind: "plain", read: ({ id }) => id },
    sku: { kind: "plain", read: ({ sku }) => sku },
    ean: { kind: "plain", read: ({ ean }) => ean },
    price: { kind: "money", read: ({ priceCents }) => priceCents },
    compare_at_price: { kind: "money", read: ({ compareAtPriceCents }) => compareAtPriceCents },
    cost_price: { kind: "money", read: ({ costPriceCents }) => costPriceCents },
    stock: { kind: "plain", read: ({ stock }) => stock },
    weight: { kind: "plain", read: ({ weightKg }) => weightKg },
    image_url: { kind: "plain", read: ({ imageUrl }) => imageUrl },
    position: { kind: "plain", read: ({ position }) => position },
    options: { kind: "plain", read: ({ optionValues }) => Object.values(optionValues).join(", ") },
  } satisfies Record<string, Member>),
);

/** `variant.sku`, `variant.options.Size`: what only rows of variants have. */
export function variantSource(name: string): Source | undefined {
  const option = name.startsWith(OPTION) ? nameKey(name.slice(OPTION.length)) : undefined;
  const member: Member | undefined =
    option === undefined || option === ""
      ? MEMBERS.get(name)
      : {
          kind: "plain",
          read: ({ optionValues }) =>
            Object.entries(optionValues).find(([key]) => nameKey(key) === option)?.[1] ?? null,
        };
  if (!member) return undefined;
  return { ...NO_NEEDS, kind: member.kind, read: ({ variant }: ProfileRow) => (variant ? member.read(variant) : null) };
}
