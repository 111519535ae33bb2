import type { MutationContext, Tx } from "../../db/ports.ts";
import { matchRows } from "../resource/match.ts";
import { withSlug } from "../resource/named.ts";
import { Brand } from "./brand.ts";

const NAME_MAX = 255;

/** Finds brands by name, and creates those there are not when `create` says so. Returns their ids by `nameKey`: see `matchRows`. */
export async function matchBrands(
  tx: Tx,
  names: readonly string[],
  { create }: { create: boolean },
  context: MutationContext,
): Promise<Map<string, string>> {
  const made = create ? (name: string) => ({ name }) : undefined;
  const matching = { texts: names, column: "name_key", maxLength: NAME_MAX, create: made, complete: withSlug } as const;
  const { byKey } = await matchRows(tx, Brand, matching, context);
  return new Map([...byKey].map(([key, { id }]) => [key, id]));
}
