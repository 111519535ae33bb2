import { type Static, Type } from "@sinclair/typebox";
import { nameOf, orNull, Slug, Time, Uuid, WebAddress } from "../http/fields.ts";
import { metaPageOf } from "../http/page.ts";

const Name = nameOf(255, "Unique, whatever its case and accents.");
const Description = Type.String({ maxLength: 100_000, description: "HTML allowed." });
const ExternalId = Type.String({ maxLength: 255, description: "The caller's own id." });

export const BrandBody = Type.Object(
  {
    id: Uuid,
    name: Type.String({ examples: ["Opinel"] }),
    slug: Type.String({ examples: ["opinel"] }),
    description: orNull(Type.String()),
    logo_url: orNull(Type.String()),
    website: orNull(Type.String()),
    is_active: Type.Boolean(),
    external_id: orNull(Type.String()),
    product_count: Type.Integer({ minimum: 0, description: "Products that are not deleted." }),
    created_at: Time,
    updated_at: Time,
  },
  { description: "A brand." },
);
export const BrandPage = metaPageOf(BrandBody);

const FIELDS = {
  slug: Type.Optional(Slug),
  description: Type.Optional(orNull(Description)),
  logo_url: Type.Optional(orNull(WebAddress)),
  website: Type.Optional(orNull(WebAddress)),
  is_active: Type.Optional(Type.Boolean()),
  external_id: Type.Optional(orNull(ExternalId)),
};
export const BrandCreate = Type.Object({ name: Name, ...FIELDS });
export const BrandUpdate = Type.Object({ name: Type.Optional(Name), ...FIELDS });
export type BrandFields = Static<typeof BrandUpdate>;

export const BrandParams = Type.Object({ brand_id: Type.String({ format: "uuid", description: "Id of the brand." }) });

export const BrandDeletion = Type.Object({
  reassign_to: Type.Optional(Type.String({ format: "uuid", description: "The brand that its products get." })),
  force: Type.Optional(Type.Boolean({ description: "Leave its products without a brand. Default false." })),
});

export const BrandMerge = Type.Object({
  source_ids: Type.Array(Uuid, {
    minItems: 1,
    maxItems: 100,
    uniqueItems: true,
    description: "The brands that end: their products get this one.",
  }),
});
export const BrandMerged = Type.Object({
  brand: BrandBody,
  moved: Type.Integer({ description: "Products that got the brand." }),
  merged: Type.Integer({ description: "Brands that ended." }),
});
