import type { Connector } from "../../../../db/connectors/connectors.ts";
import { findPlatform } from "../platforms.ts";
import { contentOptionsOf } from "../push/content-options.ts";
import { sourceOfTarget } from "../push/content-rules.ts";

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

/** The fields that rules of the connector say in another way than the catalog: what comes back of them is what the rules made. */
function ruledFields({ platformId, syncOptions }: Pick<Connector, "platformId" | "syncOptions">): string[] {
  const { rules } = contentOptionsOf({ syncOptions });
  const platform = rules.length === 0 ? undefined : findPlatform(platformId);
  return rules.flatMap(({ target }) => {
    const source = platform && sourceOfTarget(platform, target);
    return isPullField(source) ? CATALOG_NAMES[source] : [];
  });
}

/** What a platform may change of a product that is there, of these fields; `among: null` and no lock: all (`null`). */
export function changeableOf(
  { platformId, syncOptions }: Pick<Connector, "platformId" | "syncOptions">,
  among: readonly string[] | null,
) {
  const ruled = ruledFields({ platformId, syncOptions });
  const wanted = syncOptions["pull_fields"];
  const named: string[] = Array.isArray(wanted)
    ? wanted.filter(isPullField).map((name) => CATALOG_NAMES[name])
    : Object.values(CATALOG_NAMES);
  // What comes in another language, or as an entity says it, are not the product's own texts.
  const isOwn = (name: string) => !(isElsewhere(syncOptions) && TEXTS.has(name)) && !ruled.includes(name);
  const fields = named.filter(isOwn);
  const isLess = Array.isArray(wanted) || isElsewhere(syncOptions) || ruled.length > 0;
  if (among === null) return isLess ? fields : null;
  return among.filter((name) => fields.includes(name));
}
