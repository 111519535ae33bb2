import type { Reader } from "../ports.ts";
import { called, type SelectedBy, selection } from "../selection.ts";
import { FLAG, jsonColumn, TEXT } from "../table.ts";

/** Which texts: empty ids mean all entities and configurations. */
export interface VariantScope {
  productIds: readonly string[];
  languages: readonly string[];
  entityId: string;
  configurationId: string;
}

const TEXTS = selection("variant", {
  productId: TEXT,
  language: TEXT,
  content: jsonColumn<Record<string, unknown>>(),
  isReviewed: called("reviewed", FLAG),
});
/** The texts of a product in a language, and whether somebody has looked at them. */
export type VariantTexts = SelectedBy<typeof TEXTS>;

const bound = ({ productIds, languages, ...scope }: VariantScope) => ({
  ...scope,
  productIds: JSON.stringify(productIds),
  languages: JSON.stringify(languages),
});

/** The texts of some products for one target, in no order. */
export const listVariantTexts = (db: Reader, scope: VariantScope): Promise<VariantTexts[]> =>
  db.all(
    `select ${TEXTS.selected} from json_each(:productIds) wanted
      cross join content_variant variant on variant.tenant_id = :tenant and variant.product_id = wanted.value
        and variant.language in (select value from json_each(:languages))
        and ifnull(variant.entity_id, '') = :entityId and ifnull(variant.configuration_id, '') = :configurationId`,
    bound(scope),
    TEXTS.read,
  );

const DIGEST = selection("known", { productId: TEXT, language: TEXT, field: TEXT, textHash: TEXT });
/** The digest of a text that a machine wrote. */
export type MachineDigest = SelectedBy<typeof DIGEST>;

/** What machines wrote last of some products for one target, in no order. */
export const listMachineDigests = (db: Reader, scope: VariantScope): Promise<MachineDigest[]> =>
  db.all(
    `select ${DIGEST.selected} from json_each(:productIds) wanted
      cross join machine_text known on known.tenant_id = :tenant and known.product_id = wanted.value
        and known.language in (select value from json_each(:languages)) and known.entity_id = :entityId
        and known.configuration_id = :configurationId`,
    bound(scope),
    DIGEST.read,
  );
