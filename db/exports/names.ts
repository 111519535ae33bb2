import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";
import type { NameMember } from "./exported-product.ts";

const NAMES: Record<NameMember, string> = {
  brandName: `select id, name from brand
    where tenant_id = :tenant and id in (select value from json_each(:ids))`,
  categoryPath: `select id, path as name from category
    where tenant_id = :tenant and id in (select value from json_each(:ids))`,
  supplierCode: `select id, code as name from supplier
    where tenant_id = :tenant and id in (select value from json_each(:ids))`,
};
/** Some megabytes. */
const KNOWN_MAX = 20_000;

/** Finds the names of some ids, each as often as it comes; `null` and what does not exist have none. */
export type FindNames = (ids: readonly (string | null)[]) => Promise<ReadonlyMap<string | null, string>>;

/** Names of brands, paths of categories or codes of suppliers, each read once: a join would read them for every product. */
export function openNames(db: Reader, member: NameMember, { knownMax = KNOWN_MAX } = {}): FindNames {
  const known = new Map<string | null, string>();
  return async (ids) => {
    let missing = new Set(ids.filter((id) => id !== null && !known.has(id)));
    if (missing.size > 0 && known.size + missing.size > knownMax) {
      known.clear();
      missing = new Set(ids);
    }
    if (missing.size === 0) return known;
    const found = await db.all(NAMES[member], { ids: JSON.stringify([...missing]) }, (row) => [
      text(row, "id"),
      text(row, "name"),
    ]);
    for (const [id = "", name = ""] of found) known.set(id, name);
    return known;
  };
}
