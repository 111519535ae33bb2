import {
  type CompetitorState,
  findCompetitorStates,
  findNamedCompetitors,
  insertCompetitors,
} from "../../db/competitors/competitors.ts";
import type { MutationContext, Tx } from "../../db/ports.ts";
import { nameKey } from "../text/name-key.ts";
import { slugOfKey } from "../text/slug.ts";

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

/** The competitors that items name, by their ids and by what they are called; those that are new are made. */
export async function competitorsOf(
  tx: Tx,
  items: readonly { competitorName: string; competitorId?: string; url: string }[],
  { now, newId }: MutationContext,
): Promise<{ byId: ReadonlyMap<string, CompetitorState>; byName: ReadonlyMap<string, CompetitorState> }> {
  const ids = [...new Set(items.flatMap(({ competitorId }) => competitorId ?? []))];
  const byId = new Map((await findCompetitorStates(tx, ids)).map((competitor) => [competitor.id, competitor]));
  // One that was known and is gone is not made again.
  const unknown = items.filter(({ competitorId }) => competitorId === undefined);
  const urls = new Map(unknown.map(({ competitorName, url }) => [competitorName, url]));
  const names = [...urls.keys()];
  const keys = new Map(names.map((name) => [name, nameKey(name)]));
  const codeOf = (name: string) => slugOfKey(keys.get(name) ?? "") || "competitor";
  const known = await findNamedCompetitors(tx, {
    nameKeys: [...new Set(keys.values())],
    codes: [...new Set([...names, ...names.map(codeOf)])],
  });
  const byKey = new Map(known.map((competitor) => [competitor.nameKey, competitor]));
  const byCode = new Map(known.map((competitor) => [competitor.code, competitor]));
  const found = new Map<string, CompetitorState>();
  const fresh: (CompetitorState & { baseUrl: string | null })[] = [];
  for (const name of names) {
    const key = keys.get(name) ?? "";
    let competitor = byKey.get(key) ?? byCode.get(name) ?? byCode.get(codeOf(name));
    if (!competitor) {
      competitor = { id: newId(), code: codeOf(name), name, nameKey: key, isActive: true, isBlacklisted: false };
      fresh.push({ ...competitor, baseUrl: originOf(urls.get(name) ?? "") });
      byKey.set(key, competitor);
      byCode.set(competitor.code, competitor);
    }
    found.set(name, competitor);
  }
  await insertCompetitors(
    tx,
    fresh.map(({ id, code, name, nameKey: key, baseUrl }) => ({ id, code, name, nameKey: key, baseUrl })),
    now(),
  );
  return { byId, byName: found };
}
