import { findContentRecord } from "../../../../db/content-variants/content-records.ts";
import { masterReviews } from "../../../../db/content-variants/master-reviews.ts";
import type { Reader } from "../../../../db/ports.ts";
import type { ProductRow } from "../../../../db/products/product-row.ts";
import { masterHash } from "../../../content/variants/content-body.ts";
import { findLiveProduct } from "../../../products/changes/live-product.ts";
import { masterContent, type Texts } from "../../../products/views/resolve-content.ts";
import { Entity, type EntityRow } from "../../../reference/entities/entity.ts";
import { Supplier } from "../../../reference/suppliers/supplier.ts";
import { findLanguages } from "../../../settings/languages.ts";
import type { Variables } from "../../prompts/render-template.ts";
import { type Voice, voiceOf } from "../../prompts/voice.ts";
import { catalogFacts, describingFacts, type Fact, factsText, machineFields } from "./catalog-facts.ts";

/** What texts are made for: the reference sheet, or an entity's own texts. */
export interface Target {
  product: ProductRow;
  /** `null`: the group. */
  entity: EntityRow | null;
  /** Of the texts that are made. */
  language: string;
  pivot: string;
  enabled: string[];
  /** The texts that are there for the target. */
  texts: Texts;
  /** Whether somebody has looked at them. */
  isReviewed: boolean;
}

/** Finds the target of a run. Throws PRODUCT_NOT_FOUND and NOT_FOUND. */
export async function findTarget(db: Reader, productId: string, entityId: string | null): Promise<Target> {
  const product = await findLiveProduct(db, productId);
  const { pivot, enabled } = await findLanguages(db);
  if (entityId === null) {
    const review = await masterReviews.find(db, { productId: product.id });
    const isReviewed = review?.reviewedHash !== null && review?.reviewedHash === masterHash(product);
    return { product, entity: null, language: pivot, pivot, enabled, texts: masterContent(product), isReviewed };
  }
  const entity = await Entity.require(db, entityId);
  const language = entity.default_language ?? pivot;
  const key = { productId: product.id, language, entityId: entity.id, configurationId: null };
  const record = await findContentRecord(db, key);
  return {
    product,
    entity,
    language,
    pivot,
    enabled,
    texts: record?.content ?? {},
    isReviewed: record?.reviewed ?? false,
  };
}

const shown = (value: unknown): string => {
  if (value === null || value === undefined) return "";
  return typeof value === "object" ? JSON.stringify(value) : String(value);
};

/** What is known of a product that no machine wrote. Plain data. */
export interface ProductFacts {
  facts: Fact[];
  /** Its texts that persons or files brought, by field; "": there is none. */
  written: { description: string; short_description: string };
  /** The variables of prompts. */
  variables: Variables;
  /** How its texts sound. */
  voice: Voice;
}

/** What the catalog knows of a product, as facts, texts and variables. Source: decision S32.9. */
export async function findFacts(db: Reader, { product, entity, language, pivot }: Target): Promise<ProductFacts> {
  const isMachine = await machineFields(db, product, pivot);
  const facts = await catalogFacts(db, product, { language, isMachine });
  const said = new Map(facts.map(({ name, value }) => [name, value]));
  const fact = (name: string) => said.get(name) ?? "";
  const own = (field: string, value: string | null) => (isMachine(field, value) ? "" : shown(value));
  const supplier = product.supplierId === null ? undefined : await Supplier.table.find(db, product.supplierId);
  const written = {
    description: own("description", product.description),
    short_description: own("short_description", product.shortDescription),
  };
  const members = facts.flatMap(({ name, label, value }) => (name.startsWith("attributes.") ? [[label, value]] : []));
  const attributes = members.length === 0 ? "" : JSON.stringify(Object.fromEntries(members));
  const properties = Object.fromEntries(
    describingFacts(facts).flatMap(({ name, value }) => (name.includes(".") ? [] : [[name, value]])),
  );
  return {
    facts,
    written,
    voice: await voiceOf(db, { categoryId: product.categoryId, entityId: entity?.id ?? null }),
    variables: {
      ...NO_PROPERTIES,
      ...properties,
      dimensions: ["width", "depth", "height"]
        .map(fact)
        .filter((size) => size !== "")
        .join(" × "),
      ean: fact("ean"),
      sku: fact("sku"),
      title: product.title,
      name: product.title,
      product_name: product.title,
      brand: fact("brand"),
      category: fact("category"),
      supplier: supplier?.name ?? "",
      ...written,
      facts: factsText(facts),
      attributes,
      price: product.priceCents === null ? "" : (product.priceCents / 100).toFixed(2),
      language,
      pivot_language: pivot,
      target_language: language,
      source_text: "",
      entity_name: entity?.name ?? "",
      documents: "",
      web_results: "",
    },
  };
}

/** Properties that templates may name although a product has none of them. */
const NO_PROPERTIES = Object.fromEntries(
  "weight width height depth color material size finish style country_of_origin variants bullet_points key_features"
    .split(" ")
    .map((name) => [name, ""]),
);

/** The variables of prompts for a product. */
export const variablesOf = async (db: Reader, target: Target): Promise<Variables> =>
  (await findFacts(db, target)).variables;
