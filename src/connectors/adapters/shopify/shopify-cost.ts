// Source: https://shopify.dev/docs/api/usage/limits : one query may cost 1,000 points, an object 1, a mutation 10, and a connection
// is sized by what it is asked for. Shopify reckons less of large connections, which it does not publish: these are the most.
const COST_MAX = 1_000;
export const MUTATION_COST = 10;

/** What a connection costs of this number of objects; `each`: one of them with what is asked in it. */
export const connectionCost = (first: number, each: number): number => 2 + first * each;

/** Portions of which each costs no more than one query may. */
export function portionsByCost<T>(all: readonly T[], costOf: (each: T) => number): T[][] {
  const portions: T[][] = [];
  let left = 0;
  for (const each of all) {
    const cost = costOf(each);
    const last = portions.at(-1);
    if (last && cost <= left) last.push(each);
    else {
      portions.push([each]);
      left = COST_MAX;
    }
    left -= cost;
  }
  return portions;
}
