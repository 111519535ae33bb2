import {
  type CompetitorState,
  findCompetitorStates,
  findNamedCompetitors,
  insertCompetitors,
} from "../../../db/competitors/competitors.ts";
import type { MutationContext, Tx } from "../../../db/ports.ts";
import { nameKey } from "../../text/name-key.ts";
import { codesOfName, type NameCodes } from "../competitors/code-of-name.ts";

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

interface Named extends NameCodes {
  name: string;
  key: string;
}

/** Those that are known, as items call them. */
class KnownCompetitors {
  readonly #byKey: Map<string, CompetitorState>;
  readonly #byCode: Map<string, CompetitorState>;

  constructor(known: readonly CompetitorState[]) {
    this.#byKey = new Map(known.map((competitor) => [competitor.nameKey, competitor]));
    this.#byCode = new Map(known.map((competitor) => [competitor.code, competitor]));
  }

  add(competitor: CompetitorState): void {
    this.#byKey.set(competitor.nameKey, competitor);
    this.#byCode.set(competitor.code, competitor);
  }

  find({ name, key, code, distinct }: Named): CompetitorState | undefined {
    const known = this.#byKey.get(key) ?? this.#byCode.get(name) ?? this.#byCode.get(distinct);
    if (known) return known;
    const alike = this.#byCode.get(code);
    // Its own name makes this code as well: "A & B" is not "A-B". One that was renamed is still known by its code.
    return alike && codesOfName(alike.name).code === alike.code ? undefined : alike;
  }

  /** A code for a new one. */
  freeCode({ code, distinct }: NameCodes): string {
    return this.#byCode.has(code) ? distinct : code;
  }
}

/** The competitors that items name, by their ids and by what they are called; those that are new are made. */
export async function competitorsOf(
  tx: Tx,
  items: readonly { competitorName: string; competitorId?: string; url: string }[],
  { now, newId }: MutationContext,
): Promise<{ byId: ReadonlyMap<string, CompetitorState>; byName: ReadonlyMap<string, CompetitorState> }> {
  const ids = [...new Set(items.flatMap(({ competitorId }) => competitorId ?? []))];
  const byId = new Map((await findCompetitorStates(tx, ids)).map((competitor) => [competitor.id, competitor]));
  // One that was known and is deleted is not made again.
  const unknown = items.filter(({ competitorId }) => competitorId === undefined);
  const urls = new Map(unknown.map(({ competitorName, url }) => [competitorName, url]));
  const named = [...urls.keys()].map((name): Named => ({ name, key: nameKey(name), ...codesOfName(name) }));
  const known = new KnownCompetitors(
    await findNamedCompetitors(tx, {
      nameKeys: [...new Set(named.map(({ key }) => key))],
      codes: [...new Set(named.flatMap(({ name, code, distinct }) => [name, code, distinct]))],
    }),
  );
  const found = new Map<string, CompetitorState>();
  const fresh: (CompetitorState & { baseUrl: string | null })[] = [];
  for (const each of named) {
    const { name, key } = each;
    let competitor = known.find(each);
    if (!competitor) {
      const code = known.freeCode(each);
      competitor = { id: newId(), code, name, nameKey: key, isActive: true, isBlacklisted: false };
      fresh.push({ ...competitor, baseUrl: originOf(urls.get(name) ?? "") });
      known.add(competitor);
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
