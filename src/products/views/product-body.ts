import { listProductsById } from "../../../db/products/lists/list.ts";
import type { ListedProduct, ShownFacts } from "../../../db/products/lists/listed-product.ts";
import { gradeOf } from "../../../db/products/shown.ts";
import type { ProductView } from "../../../db/products/view.ts";
import type { Expansion } from "../../http/input/expand.ts";
import { jsonArrayOf, nullMembersOf } from "../../http/output/json-text.ts";
import type { ContentTarget } from "../../reference/entities/content-target.ts";
import { languagesOf } from "../../settings/languages.ts";
import { isoOfMs, isoOfUs } from "../../text/instant.ts";
import { EXTRA_FIELD_NAMES } from "../fields/catalogue.ts";
import { Images } from "../media/media-body.ts";
import { imagesOf } from "../media/named-images.ts";
import { VIEW } from "../policies.ts";
import type { ListItem } from "../schema.ts";
import {
  CONTENT_FIELDS,
  type LayeredTexts,
  languageChain,
  masterContent,
  resolveContent,
  withOverrides,
} from "./resolve-content.ts";

/** What is said of every product, in members of a JSON object. */
const shownText = ({
  shown,
  completenessScore,
  createdAtMs,
  updatedAtUs,
  deletedAtMs,
}: ShownFacts & { shown: string }) =>
  `${shown.slice(1, -1)},"completeness_grade":"${gradeOf(completenessScore)}","created_at":"${isoOfMs(createdAtMs)}",` +
  `"updated_at":"${isoOfUs(updatedAtUs)}","deleted_at":${deletedAtMs === null ? null : `"${isoOfMs(deletedAtMs)}"`}`;

/** What a list says of a product, as JSON text. */
export const listItemText = (product: ListedProduct): string => `{${shownText(product)}}`;

/** What a list says of a product. */
export const listItem = (product: ListedProduct): ListItem => JSON.parse(listItemText(product)) as ListItem; // as it was written

/** What a list says of these products, as JSON text. */
export const listText = (products: readonly ListedProduct[]): string => jsonArrayOf(products.map(listItemText));

/** The fields of `extra` whose value does not depend on the language. */
const EXTRA_FACTS: ReadonlySet<string> = new Set(EXTRA_FIELD_NAMES).difference(new Set<string>(CONTENT_FIELDS));
const nulls = nullMembersOf([...EXTRA_FACTS]);

/** Those of them that a product has: most have few. */
function extraFactsOf({ extra }: ProductView): Record<string, unknown> {
  const facts: Record<string, unknown> = {};
  for (const name of Object.keys(extra)) if (EXTRA_FACTS.has(name)) facts[name] = extra[name];
  return facts;
}

/** Every text of a product that may be shown to a target. */
function layersOf(product: ProductView, target: ContentTarget | null, pivot: string): LayeredTexts {
  const language = target?.entity.default_language ?? pivot;
  return {
    configuration: product.configurationContent,
    entity: withOverrides(product.entityContent, product.overrides, language),
    group: new Map([...product.content, [pivot, masterContent(product)]]),
  };
}

/**
 * A product whole, each text in the first of these languages that has it, and as near to the target as there is one; and
 * the language of its title. As text, because an object of a hundred fields is expensive to make and to write.
 */
export function productText(
  product: ProductView,
  languages: readonly string[],
  target: ContentTarget | null = null,
): { text: string; language: string } {
  const { pivot } = languagesOf(product.languages);
  const { entity, configuration } = target ?? {};
  const chain = languageChain([...languages, configuration?.language, entity?.default_language], pivot);
  const content = resolveContent(layersOf(product, target, pivot), chain, pivot);
  const facts = extraFactsOf(product);
  const fields = {
    ...facts,
    ...content.texts,
    tags: product.tags,
    media: imagesOf(product, product.media).map(Images.of),
    resolved: {
      language: content.language,
      pivot_language: pivot,
      entity_id: entity?.id ?? null,
      configuration_id: configuration?.id ?? null,
      sources: content.sources,
    },
  };
  const text = `{${shownText(product)},${nulls.besides(facts)}${JSON.stringify(fields).slice(1)}`;
  return { text, language: content.language };
}

/** Gives live products to answers that name them by id, as lists show them. */
export const productsById: Expansion = {
  rights: VIEW,
  find: async (db, ids) =>
    new Map((await listProductsById(db, ids)).map(listItem).map((product) => [product.id, product])),
};
