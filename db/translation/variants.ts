import type { Reader } from "../ports.ts";
import { boolean, json, type Row, text } from "../rows.ts";

/** Which texts: empty ids stand for all entities and configurations. */
export interface VariantScope {
  productIds: readonly string[];
  languages: readonly string[];
  entityId: string;
  configurationId: string;
}

/** The texts of a product in a language, and whether somebody has looked at them. */
export interface VariantTexts {
  productId: string;
  language: string;
  content: Record<string, unknown>;
  isReviewed: boolean;
}

const read = (row: Row): VariantTexts => ({
  productId: text(row, "product_id"),
  language: text(row, "language"),
  // Written from such an object.
  content: json(row, "content") as Record<string, unknown>,
  isReviewed: boolean(row, "reviewed"),
});

const bound = ({ productIds, languages, ...scope }: VariantScope) => ({
  ...scope,
  productIds: JSON.stringify(productIds),
  languages: JSON.stringify(languages),
});

/** The texts of some products for one target, in no order. */
export const listVariantTexts = (db: Reader, scope: VariantScope): Promise<VariantTexts[]> =>
  db.all(
    `select variant.product_id, variant.language, variant.content, variant.reviewed from json_each(:productIds) wanted
      cross join content_variant variant on variant.tenant_id = :tenant and variant.product_id = wanted.value
        and variant.language in (select value from json_each(:languages))
        and ifnull(variant.entity_id, '') = :entityId and ifnull(variant.configuration_id, '') = :configurationId`,
    bound(scope),
    read,
  );

/** The digest of a text that a machine wrote. */
export interface MachineDigest {
  productId: string;
  language: string;
  field: string;
  textHash: string;
}

/** What machines wrote last of some products for one target, in no order. */
export const listMachineDigests = (db: Reader, scope: VariantScope): Promise<MachineDigest[]> =>
  db.all(
    `select known.product_id, known.language, known.field, known.text_hash from json_each(:productIds) wanted
      cross join machine_text known on known.tenant_id = :tenant and known.product_id = wanted.value
        and known.language in (select value from json_each(:languages)) and known.entity_id = :entityId
        and known.configuration_id = :configurationId`,
    bound(scope),
    (row) => ({
      productId: text(row, "product_id"),
      language: text(row, "language"),
      field: text(row, "field"),
      textHash: text(row, "text_hash"),
    }),
  );
