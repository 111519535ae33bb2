import type { Reader } from "../ports.ts";
import { STATE } from "../products/product-state.ts";
import { number, type Row, text } from "../rows.ts";
import { FILLED } from "./completeness.ts";

/** Whose products, and in which language their texts are wanted. */
export interface ChannelPlace {
  /** `null`: the whole catalog. */
  entityId: string | null;
  language: string;
  /** The language of the product rows themselves. */
  pivot: string;
  /** The least completeness score of a product that is ready. */
  minScore: number;
}

/** How many products of a channel there are, are ready, and lack each of what is looked at. */
export interface ChannelCount {
  products: number;
  ready: number;
  /** The sum of their scores. */
  score: number;
  missing: Record<string, number>;
}

/** What rows show by themselves; whether a title and a description are there depends on the language. */
const FACTS = Object.entries(FILLED).filter(([field]) => field !== "title");
const FIELDS = [...FACTS.map(([field]) => field), "title", "description"];

const OWN = "left join content_variant own on own.tenant_id = :tenant and own.product_id = product.id";
const textOf = (alias: string, field: string) => `nullif(${alias}.content ->> '$.${field}', '')`;

/** Texts of one language: those of the entity before those for all, and of the pivot language the product's own last. */
function textsSql({ entityId, language, pivot }: ChannelPlace) {
  const joins = [
    `${OWN} and own.language = :language and own.entity_id is null and own.configuration_id is null`,
    ...(entityId === null
      ? []
      : [
          `${OWN.replaceAll("own", "channel")} and channel.language = :language
      and channel.entity_id = :entityId and channel.configuration_id is null`,
        ]),
  ];
  const said = (field: "title" | "description") => {
    const places = [
      ...(entityId === null
        ? []
        : [...(field === "description" ? ["member.description_override"] : []), textOf("channel", field)]),
      textOf("own", field),
      ...(language === pivot ? [`nullif(product.${field}, '')`] : []),
    ];
    return places.length === 1 ? `${places[0]} is not null` : `coalesce(${places.join(", ")}) is not null`;
  };
  return { joins: joins.join(" "), title: said("title"), description: said("description") };
}

/** Counts the live products of a channel in one language: reads each of them once. */
export function countChannel(db: Reader, place: ChannelPlace): Promise<ChannelCount> {
  const { entityId, language, minScore } = place;
  const { joins, title, description } = textsSql(place);
  const from =
    entityId === null
      ? `product ${STATE} ${joins} where product.tenant_id = :tenant and product.deleted_at_ms is null`
      : `product_entity member
          cross join product on product.tenant_id = :tenant and product.id = member.product_id
            and product.deleted_at_ms is null ${STATE} ${joins}
          where member.tenant_id = :tenant and member.entity_id = :entityId and member.status = 'active'`;
  const columns = [
    ...FACTS.map(([field, sql]) => `${sql} as has_${field}`),
    `${title} as has_title`,
    `${description} as has_description`,
  ];
  return db.one(
    `select count(*) as products, total(score) as score,
        total(score >= :minScore and has_title and has_description) as ready,
        ${FIELDS.map((field) => `total(not has_${field}) as "${field}"`).join(", ")}
      from (select product.completeness_score as score, ${columns.join(", ")} from ${from})`,
    { minScore, ...(entityId !== null && { entityId }), language },
    (row: Row) => ({
      products: number(row, "products"),
      ready: number(row, "ready"),
      score: number(row, "score"),
      missing: Object.fromEntries(FIELDS.map((field) => [field, number(row, field)])),
    }),
  );
}

/** The languages, besides those of product rows, in which there are texts for all channels. */
export const listTextLanguages = (db: Reader): Promise<string[]> =>
  db.all(
    `select distinct content_variant.language from content_variant
      where content_variant.tenant_id = :tenant and content_variant.entity_id is null order by 1`,
    {},
    (row) => text(row, "language"),
  );
