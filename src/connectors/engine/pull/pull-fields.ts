import type { Connector } from "../../../../db/connectors/connectors.ts";

/** The fields of products in platforms, by the names of requests and of field maps, and their names in the catalog. */
const CATALOG_NAMES = {
  name: "name",
  title: "name",
  description: "description",
  brand: "brand_name",
  brand_name: "brand_name",
  price: "price",
  stock: "stock",
} as const;
type PullField = keyof typeof CATALOG_NAMES;
const isPullField = (name: unknown): name is PullField =>
  typeof name === "string" && Object.hasOwn(CATALOG_NAMES, name);

export const PULL_FIELDS = Object.keys(CATALOG_NAMES).filter(isPullField);

const TEXTS: ReadonlySet<string> = new Set(["name", "description"]);
/** Whether a connector sends other texts than the products' own. */
const isElsewhere = ({ language, entity_id: entity }: Record<string, unknown>): boolean =>
  typeof language === "string" || typeof entity === "string";

/** What a platform may change of a product that is there, of these fields; `among: null` and no lock: all (`null`). */
export function changeableOf({ syncOptions }: Pick<Connector, "syncOptions">, among: readonly string[] | null) {
  const wanted = syncOptions["pull_fields"];
  const named: string[] = Array.isArray(wanted)
    ? wanted.filter(isPullField).map((name) => CATALOG_NAMES[name])
    : Object.values(CATALOG_NAMES);
  // What comes in another language, or as an entity says it, are not the product's own texts.
  const isOwn = (name: string) => !(isElsewhere(syncOptions) && TEXTS.has(name));
  const fields = named.filter(isOwn);
  if (among === null) return Array.isArray(wanted) || isElsewhere(syncOptions) ? fields : null;
  return among.filter((name) => fields.includes(name));
}
