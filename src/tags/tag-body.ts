import type { Static } from "@sinclair/typebox";
import type { CountedTag } from "../../db/tags/tags.ts";
import { isoOfMs } from "../text/instant.ts";
import type { TagBody } from "./schema.ts";

/** A tag as the API shows it. */
export const tagBody = (tag: CountedTag): Static<typeof TagBody> => ({
  id: tag.id,
  name: tag.name,
  slug: tag.slug,
  color: tag.color,
  product_count: tag.productCount,
  created_at: isoOfMs(tag.createdAtMs),
  updated_at: isoOfMs(tag.updatedAtMs),
});
