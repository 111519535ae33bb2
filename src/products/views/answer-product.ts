import type { Reader } from "../../../db/ports.ts";
import { findProductView, type ProductView, type ViewScope } from "../../../db/products/view.ts";
import type { AnswerCache } from "../../cache/answer-cache.ts";
import { ApiError, required } from "../../http/output/errors.ts";
import { digestOf, type ETagContext, withETag } from "../../http/output/etag.ts";
import { jsonText } from "../../http/output/json-text.ts";
import { type ContentTarget, findShownTarget, type TargetQuery } from "../../reference/entities/content-target.ts";
import type { ProductAnswer } from "../schema.ts";
import { productText } from "./product-body.ts";

interface ProductRequest extends TargetQuery {
  include_deleted?: boolean | undefined;
}

/** A product that a request may see. Throws PRODUCT_NOT_FOUND. */
export async function findVisible(
  db: Reader,
  id: string,
  { includeDeleted = false, ...scope }: ViewScope & { includeDeleted?: boolean },
): Promise<ProductView> {
  const product = await findProductView(db, id, scope);
  return required(product && (includeDeleted || product.deletedAtMs === null) ? product : undefined, "product", id);
}

/** Distinguishes the representations of one version of a product. */
const variantOf = (languages: readonly string[], target: ContentTarget | null): string =>
  [
    languages.join("-"),
    ...(target ? [`${target.entity.id}.${target.entity.version}`] : []),
    ...(target?.configuration ? [`${target.configuration.id}.${target.configuration.version}`] : []),
  ].join("_");

/** A product as it was answered. */
interface AnsweredProduct {
  text: string;
  /** Distinguishes bodies of one version: a rename beside the product shows before the product has another version. */
  digest: string;
  language: string;
  updatedAtUs: number;
}

interface Shown {
  languages: readonly string[];
  target: ContentTarget | null;
}

function answerOf(product: ProductView, { languages, target }: Shown): AnsweredProduct {
  const { updatedAtUs } = product;
  const shown = productText(product, languages, target);
  return { ...shown, digest: digestOf(shown.text), updatedAtUs };
}

/** Reads a product as it is answered. Throws PRODUCT_NOT_FOUND. */
async function readAnswer(
  db: Reader,
  id: string,
  { includeDeleted, ...shown }: Shown & { includeDeleted: boolean },
): Promise<AnsweredProduct> {
  const { languages, target } = shown;
  const product = await findVisible(db, id, {
    withContent: languages.length > 0,
    entityId: target?.entity.id ?? null,
    configurationId: target?.configuration?.id ?? null,
    includeDeleted,
  });
  return answerOf(product, shown);
}

function sendAnswer(
  context: ETagContext,
  { text, digest, language, updatedAtUs }: AnsweredProduct,
  { languages, target }: Shown,
) {
  const { set } = context;
  set.headers["content-language"] = language;
  set.headers["vary"] = "Accept-Language";
  return withETag(
    context,
    updatedAtUs,
    jsonText<ProductAnswer>(text),
    [digest, variantOf(languages, target)].join("_"),
  );
}

const LANGUAGES_MAX = 20;

/** One member of the header: `fr-CA;q=0.8` is French at 0.8. */
function readMember(member: string): { language: string; quality: number } {
  const [range = "", ...parameters] = member.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.find((each) => each.startsWith("q="));
  return { language: range.split("-")[0] ?? "", quality: weight === undefined ? 1 : Number(weight.slice(2)) };
}

/**
 * The languages that texts are wanted in, best first, before the pivot: those that Accept-Language names, without
 * regions. Empty when it is absent or takes any language.
 * Source: https://www.rfc-editor.org/rfc/rfc9110#section-12.5.4
 */
function acceptedLanguages(header: string | undefined): string[] {
  if (header === undefined) return [];
  const members = header.slice(0, 500).split(",").map(readMember);
  const wanted = members
    .filter(({ language, quality }) => /^[a-z]{2}$/.test(language) && quality > 0 && quality <= 1)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ language }) => language);
  return [...new Set(wanted)].slice(0, LANGUAGES_MAX);
}

/**
 * Answers a product in the languages of the request and for the entity or configuration that it names, with its ETag.
 * Throws PRODUCT_NOT_FOUND, NOT_FOUND for an unknown entity or configuration, and INVALID_PARAMETER when the
 * configuration is another entity's.
 */
export async function answerProduct(
  context: ETagContext,
  { db, cache }: { db: Reader; cache?: AnswerCache },
  id: string,
  query: ProductRequest = {},
) {
  const languages = acceptedLanguages(context.headers["accept-language"]);
  const namesTarget = query.entity_id !== undefined || query.configuration_id !== undefined;
  const target = namesTarget ? await findShownTarget(db, query) : null;
  const includeDeleted = query.include_deleted ?? false;
  const read = () => readAnswer(db, id, { languages, target, includeDeleted });
  // What an entity is called and says does not move the change sequence.
  const isCached = cache !== undefined && target === null;
  const key = ["product", id, languages, includeDeleted];
  const answer = await (isCached ? cache.answer(db, "catalog", key, read, { byKey: "at once" }) : read());
  return sendAnswer(context, answer, { languages, target });
}

/** Does a write; a PRECONDITION_FAILED of it names the ETag that the product has where the caller reads it. */
export async function namingETag<T>(
  { db, headers }: { db: Reader } & Pick<ETagContext, "headers">,
  id: string,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "PRECONDITION_FAILED") throw error;
    const set: ETagContext["set"] = { headers: {} };
    const { "accept-language": language } = headers;
    await answerProduct({ headers: { "accept-language": language }, set }, { db }, id, { include_deleted: true });
    throw new ApiError("PRECONDITION_FAILED", { details: { current_etag: String(set.headers["etag"]) } });
  }
}

/** Answers the product that a write left, in the pivot language. */
export const answerLeft = ({ set }: Pick<ETagContext, "set">, db: Reader, id: string) =>
  answerProduct({ headers: {}, set }, { db }, id);
