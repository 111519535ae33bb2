import {
  type CalledCompetitor,
  type CompetitorState,
  findCompetitorStates,
  findCompetitorsByDomain,
  findNamedCompetitors,
  insertCompetitors,
} from "../../../../db/competitors/competitors.ts";
import type { MutationContext, Tx } from "../../../../db/ports.ts";
import { nameKey } from "../../../text/name-key.ts";
import { codesOfName, type NameCodes } from "../../competitors/code-of-name.ts";
import { domainsOf } from "../../competitors/competitor.ts";

/** How an item says whose offer it is. */
export interface NamingItem {
  competitorName: string;
  competitorId?: string;
  /** The tenant's own code for it, which goes before its name. */
  competitorCode?: string;
  url: string;
  sellerName: string | null;
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

interface Named extends NameCodes {
  name: string;
  key: string;
  /** What it was asked by, if by a code. */
  ownCode: string | undefined;
  url: string;
  /** The marketplace that it sells on. */
  marketplaceId: string | null;
}

/** The names of a marketplace's sellers are those of no shops. */
const sellerNameOf = (seller: string, market: CompetitorState) => `${seller.trim()} (${market.name})`.slice(0, 200);

/** Those that are known, as items call them. */
class KnownCompetitors {
  readonly #byKey: Map<string, CompetitorState>;
  readonly #byCode: Map<string, CompetitorState>;
  /** The name that made the code of each. */
  readonly #nameOf: Map<string, string>;

  constructor(known: readonly CalledCompetitor[]) {
    this.#byKey = new Map(known.map((competitor) => [competitor.knownKey, competitor]));
    this.#byCode = new Map(known.map((competitor) => [competitor.knownCode, competitor]));
    this.#nameOf = new Map(known.map(({ knownCode, knownName }) => [knownCode, knownName]));
  }

  add(competitor: CompetitorState): void {
    this.#byKey.set(competitor.nameKey, competitor);
    this.#byCode.set(competitor.code, competitor);
    this.#nameOf.set(competitor.code, competitor.name);
  }

  find({ name, key, code, distinct, ownCode }: Named): CompetitorState | undefined {
    if (ownCode !== undefined) return this.#byCode.get(ownCode);
    const known = this.#byKey.get(key) ?? this.#byCode.get(name) ?? this.#byCode.get(distinct);
    if (known) return known;
    const alike = this.#byCode.get(code);
    // Its own name makes this code as well: "A & B" is not "A-B". One that was renamed is still known by its code.
    return alike && codesOfName(this.#nameOf.get(code) ?? alike.name).code === code ? undefined : alike;
  }

  /** A code for a new one. */
  freeCode({ code, distinct, ownCode }: Named): string {
    return ownCode ?? (this.#byCode.has(code) ? distinct : code);
  }
}

const namedAs = (name: string, more: Pick<Named, "url" | "ownCode" | "marketplaceId">): Named => ({
  name,
  key: nameKey(name),
  ...codesOfName(name),
  ...more,
});

/** The competitors of these names, in their order; those that are neither known by them nor by their domain are made. */
async function findOrMake(
  tx: Tx,
  named: readonly Named[],
  { now, newId }: MutationContext,
): Promise<CompetitorState[]> {
  if (named.length === 0) return [];
  const known = new KnownCompetitors(
    await findNamedCompetitors(tx, {
      nameKeys: [...new Set(named.map(({ key }) => key))],
      codes: [
        ...new Set(named.flatMap(({ name, code, distinct, ownCode }) => [name, code, distinct, ownCode ?? code])),
      ],
    }),
  );
  const strange = named.filter((each) => each.marketplaceId === null && !known.find(each));
  const domains = [...new Set(strange.flatMap(({ url }) => domainsOf(url)))];
  const atDomain = new Map(
    (domains.length === 0 ? [] : await findCompetitorsByDomain(tx, domains)).map((each) => [each.domain, each]),
  );
  const fresh: Parameters<typeof insertCompetitors>[1][number][] = [];
  const found = named.map((each): CompetitorState => {
    const { name, key, ownCode, url, marketplaceId } = each;
    const byDomain = () =>
      (marketplaceId === null ? domainsOf(url) : []).flatMap((host) => atDomain.get(host) ?? [])[0];
    const there = known.find(each) ?? (ownCode === undefined ? byDomain() : undefined);
    if (there) return there;
    const names = { id: newId(), code: known.freeCode(each), name, nameKey: key };
    const made = { ...names, isActive: true, isBlacklisted: false, isMarketplace: false };
    fresh.push({ ...names, baseUrl: originOf(url), marketplaceId });
    known.add(made);
    return made;
  });
  await insertCompetitors(tx, fresh, now());
  return found;
}

const keyOf = ({ competitorName, competitorCode = "" }: NamingItem) => `${competitorCode}\n${competitorName}`;

/**
 * Finds the competitors that items name: by their ids, the tenant's own codes, their names, and the domains of their pages; those
 * that are new are made. The sellers of a marketplace are competitors of their own.
 */
export async function competitorsOf(
  tx: Tx,
  items: readonly NamingItem[],
  context: MutationContext,
): Promise<(item: NamingItem) => CompetitorState | undefined> {
  const ids = [...new Set(items.flatMap(({ competitorId }) => competitorId ?? []))];
  const byId = await findCompetitorStates(tx, ids);
  // One that was known and is deleted is not made again.
  const unknown = new Map(
    items.filter(({ competitorId }) => competitorId === undefined).map((item) => [keyOf(item), item] as const),
  );
  const named = [...unknown.values()].map(({ competitorName, competitorCode, url }) =>
    namedAs(competitorName, { url, ownCode: competitorCode, marketplaceId: null }),
  );
  const made = await findOrMake(tx, named, context);
  const byName = new Map([...unknown.keys()].map((key, place) => [key, made[place]]));
  const shopOf = (item: NamingItem) => byId.get(item.competitorId ?? "") ?? byName.get(keyOf(item));
  const marketOf = (item: NamingItem) => {
    const shop = shopOf(item);
    return shop?.isMarketplace && shop.isActive && item.sellerName?.trim() ? shop : undefined;
  };
  const sellers = new Map(
    items.flatMap((item): [string, Named][] => {
      const market = marketOf(item);
      if (!market) return [];
      const name = sellerNameOf(item.sellerName ?? "", market);
      return [[name, namedAs(name, { url: item.url, ownCode: undefined, marketplaceId: market.id })]];
    }),
  );
  const found = await findOrMake(tx, [...sellers.values()], context);
  const bySeller = new Map([...sellers.keys()].map((name, place) => [name, found[place]]));
  return (item) => {
    const market = marketOf(item);
    return market ? bySeller.get(sellerNameOf(item.sellerName ?? "", market)) : shopOf(item);
  };
}
