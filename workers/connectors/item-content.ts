import type { ExportedProduct, ExportMember } from "../../db/exports/exported-product.ts";
import { openProducts } from "../../db/exports/exported-products.ts";
import type { Reader } from "../../db/ports.ts";
import { type ContentPlan, columnName } from "../../src/connectors/engine/push/content-rules.ts";
import type { PushTexts } from "../../src/connectors/engine/push/push-item.ts";
import { valueText } from "../../src/exports/profiles/column-template.ts";
import { type Fact, type PageFacts, type ProfileRow, readFacts } from "../../src/exports/profiles/profile-row.ts";
import type { ExportValue } from "../../src/exports/tables/table.ts";

/** What every item needs, regardless of the rules. */
const MEMBERS: readonly ExportMember[] = [
  "id",
  "imageUrl",
  "extra",
  "createdAtMs",
  "categoryPath",
  "categoryId",
  "width",
  "height",
  "depth",
];
const FACTS: readonly Fact[] = ["variants", "offers"];

/** Products as the rules of a connector read them. */
export interface ReadContent {
  products: ReadonlyMap<string, ExportedProduct>;
  facts: PageFacts;
  /** The value of a field; `null`: none. */
  value(productId: string, name: string): ExportValue;
  text(productId: string, name: string): string;
  texts(productId: string, language: string): PushTexts;
}

/** Reads products by the rules of a connector: a fixed number of statements for all of them. */
export async function readContent(
  db: Reader,
  plan: ContentPlan,
  productIds: readonly string[],
  nowMs: number,
): Promise<ReadContent> {
  const columns = [...plan.columns.values()];
  const members = new Set<ExportMember>([...MEMBERS, ...columns.flatMap((column) => column.members)]);
  const languages = [...new Set(columns.flatMap((column) => column.languages))];
  const entityIds = [...new Set(columns.flatMap((column) => column.entityIds))];
  const filter = { ids: [...productIds] };
  const read = openProducts(db, { filter, language: null, languages }, members);
  const found = await read({ after: undefined, offset: 0, limit: productIds.length });
  const products = new Map(found.map((product) => [product.id, product]));
  const facts = await readFacts(db, productIds, {
    facts: new Set<Fact>([...FACTS, ...columns.flatMap((column) => column.facts)]),
    entityIds,
    nowMs,
  });
  const value: ReadContent["value"] = (productId, name) => {
    const product = products.get(productId);
    const row: ProfileRow | undefined = product && { product, variant: null, facts };
    return (row && plan.columns.get(name)?.read(row)) ?? null;
  };
  const text: ReadContent["text"] = (productId, name) =>
    valueText(value(productId, name), plan.columns.get(name)?.kind).trim();
  const texts: ReadContent["texts"] = (productId, language) => {
    const said = (source: string) => text(productId, columnName(source, language));
    return {
      title: said("name"),
      description: said("description"),
      shortDescription: said("short_description"),
      seoTitle: said("seo_title"),
      seoDescription: said("seo_description"),
      slug: said("slug"),
    };
  };
  return { products, facts, value, text, texts };
}
