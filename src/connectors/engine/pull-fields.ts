import type { Connector } from "../../../db/connectors/connectors.ts";

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

/** What a platform may change of a product that is there, of these fields; `among: null` and no lock: all (`null`). */
export function changeableOf({ syncOptions }: Pick<Connector, "syncOptions">, among: readonly string[] | null) {
  const wanted = syncOptions["pull_fields"];
  if (!Array.isArray(wanted)) return among;
  const fields: string[] = wanted.filter(isPullField).map((name) => CATALOG_NAMES[name]);
  return among === null ? fields : among.filter((name) => fields.includes(name));
}
