import type { MutationContext, Tx } from "../../db/ports.ts";
import { matchRows } from "../resource/match.ts";
import { withSlug } from "../resource/named.ts";
import { TAG_NAME_MAX, Tag } from "./tag.ts";

/** Finds tags by name, and creates those there are not. Returns their ids by `nameKey`: see `matchRows`. */
export async function matchTags(
  tx: Tx,
  names: readonly string[],
  context: MutationContext,
): Promise<Map<string, string>> {
  const create = (name: string) => ({ name });
  const matching = { texts: names, column: "name_key", maxLength: TAG_NAME_MAX, create, complete: withSlug } as const;
  const { byKey } = await matchRows(tx, Tag, matching, context);
  return new Map([...byKey].map(([key, { id }]) => [key, id]));
}
