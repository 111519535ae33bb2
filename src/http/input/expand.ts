import { type TOptional, type TSchema, type TUnknown, Type } from "@sinclair/typebox";
import type { Reader } from "../../../db/ports.ts";
import type { AccessPolicy } from "../gate/policy.ts";
import { invalidParameter } from "../output/errors.ts";
import { maybe } from "./fields.ts";
import { type ListPlace, listPlaceOf, propertiesOf } from "./list-place.ts";
import { withParameters } from "./sparse.ts";
import type { RouteSchemas } from "./validation.ts";

/** What an id of an answer can stand for, and the model that the document has of it. */
const MODELS = {
  brand: "Brand",
  category: "Category",
  competitor: "Competitor",
  entity: "Entity",
  export_platform: "ExportPlatformListItem",
  export_profile: "ExportProfile",
  import_config: "ImportConfig",
  mapping_template: "MappingTemplate",
  price_list: "PriceList",
  product: "ProductListItem",
  supplier: "Supplier",
  variant: "Variant",
} as const;
export type ExpandedKind = keyof typeof MODELS;

/** What a family gives for the ids of its rows. */
export interface Expansion {
  /** What a read of them needs. */
  rights: AccessPolicy;
  /** Reads them as a read or a list of them shows them, by id. Unknown ids and those of other tenants are absent. */
  find(db: Reader, ids: readonly string[]): Promise<ReadonlyMap<string, Record<string, unknown>>>;
}
export type Expansions = { [K in ExpandedKind]?: Expansion };

/** The kinds of what an answer can show, by the name that `expand` takes: `brand` is what `brand_id` names. */
export type Expandable = Record<string, ExpandedKind>;

const KINDS = Symbol("kinds");

/**
 * The member of an answer that shows what its ids name, to spread into a schema: `expandable({ brand: "brand" })` for a
 * `brand_id`. Every GET whose answer or item has it takes `expand`.
 */
export function expandable(kinds: Expandable): { expanded: TOptional<TUnknown> } {
  const shown = Object.entries(kinds).map(([name, kind]) => [name, maybe(Type.Unknown({ "x-model": MODELS[kind] }))]);
  const names = Object.keys(kinds)
    .map((name) => `\`${name}\``)
    .join(", ");
  const description = `Only if \`expand\` asks for it: ${names}. Null where the id is null or names nothing any more.`;
  const schema = Type.Object(Object.fromEntries(shown), { description, additionalProperties: false, [KINDS]: kinds });
  // Handlers never make it.
  return { expanded: Type.Optional(Type.Unsafe<unknown>(schema)) as unknown as TOptional<TUnknown> };
}

/** What a route's answer can show besides. */
export interface Expanding {
  kinds: Expandable;
  /** Where the items are whose ids they are; `undefined`: those of the answer itself. */
  list: ListPlace | undefined;
}

const itemOf = (answer: unknown, list: ListPlace | undefined): unknown => {
  const [first]: unknown[] = Object(answer)["anyOf"] ?? [answer];
  if (!list) return first;
  return Object(list.property === undefined ? first : propertiesOf(first)[list.property])["items"];
};

/** What a route can expand; `undefined` for one that changes something, or whose answer names nothing. */
export function expandingOf(schemas: RouteSchemas, tier: AccessPolicy["tier"]): Expanding | undefined {
  const isReading = tier.startsWith("READ_") || tier === "PROGRESS_POLL";
  if (schemas.body !== undefined || !isReading) return undefined;
  const list = listPlaceOf(schemas);
  const { expanded } = propertiesOf(itemOf(Object(schemas.response)["200"], list));
  const kinds = (expanded as { [KINDS]?: Expandable } | undefined)?.[KINDS];
  return kinds && { kinds, list };
}

/** The query of a route with `expand` in it. */
export function withExpand(query: TSchema | undefined, { kinds, list }: Expanding): TSchema {
  const names = Object.keys(kinds);
  const [first = ""] = names;
  return withParameters(query, {
    expand: Type.Optional(
      Type.Array(Type.String({ maxLength: 100 }), {
        maxItems: 20,
        description:
          `Show what ids${list ? " of each item" : ""} name under \`expanded\`, comma-separated: ` +
          `${names.map((name) => `\`${name}\``).join(", ")}. Default: none.`,
        examples: [[first]],
      }),
    ),
  });
}

/** Takes `expand` out of a query. Throws INVALID_PARAMETER for a name that the answer cannot show. */
export function takeExpand(query: Record<string, unknown>, { kinds }: Expanding): string[] | undefined {
  const { expand } = query;
  if (!Array.isArray(expand)) return undefined;
  delete query["expand"];
  const wanted = [...new Set(expand.map(String))];
  const unknown = wanted.filter((name) => !Object.hasOwn(kinds, name));
  if (unknown.length === 0) return wanted.length > 0 ? wanted : undefined;
  const params = { value: unknown.join(", "), allowed: Object.keys(kinds).join(", ") };
  throw invalidParameter([{ field: "expand", type: "invalid_value", key: "validation.not_expandable", params }]);
}
