import type { Reader } from "../../db/ports.ts";
import { findProductView, type ProductView } from "../../db/products/view.ts";
import { required } from "../http/errors.ts";
import { withETag } from "../http/etag.ts";
import { acceptedLanguages } from "./accepted-languages.ts";
import { productBody } from "./product-body.ts";

interface ProductRequest {
  entity_id?: string | undefined;
  configuration_id?: string | undefined;
  include_deleted?: boolean | undefined;
}

interface Answering {
  headers: Record<string, string | undefined>;
  set: { headers: Record<string, string | number> };
}

/** A product that a request may see. Throws PRODUCT_NOT_FOUND. */
export async function findVisible(
  db: Reader,
  id: string,
  { withContent = false, includeDeleted = false } = {},
): Promise<ProductView> {
  const product = await findProductView(db, id.toLowerCase(), { withContent });
  return required(product && (includeDeleted || product.deletedAtMs === null) ? product : undefined, "product", id);
}

/**
 * Answers a product in the languages of the request, with its ETag. Throws PRODUCT_NOT_FOUND, and NOT_FOUND for an
 * entity or configuration, of which there are none.
 */
export async function answerProduct(context: Answering, db: Reader, id: string, query: ProductRequest = {}) {
  const { headers, set } = context;
  const languages = acceptedLanguages(headers["accept-language"]);
  const product = await findVisible(db, id, {
    withContent: languages.length > 0,
    includeDeleted: query.include_deleted ?? false,
  });
  if (query.entity_id !== undefined) required(undefined, "entity", query.entity_id);
  if (query.configuration_id !== undefined) required(undefined, "configuration", query.configuration_id);
  const body = productBody(product, languages);
  set.headers["content-language"] = body.resolved.language;
  set.headers["vary"] = "Accept-Language";
  return withETag(context, product.updatedAtUs, body, languages.join("-"));
}

/** Answers the product that a write left, in the pivot language. */
export async function answerWritten({ set }: Pick<Answering, "set">, db: Reader, id: string) {
  return answerProduct({ headers: {}, set }, db, id);
}
