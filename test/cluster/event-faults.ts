import type { Arrival } from "../crash/deliver.ts";

/** Requests to one webhook that are under way at once: one may overtake the others, and no more. */
export const AT_ONCE = 4;

/** What a receiver has of events. */
interface Receiver {
  /** Each event once, in the order in which they were sent first. */
  first: readonly Arrival[];
  /** By the id of a product: how often each event was taken. */
  taken: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/**
 * What is wrong with how changes were sent. `changes` has the names of each product in the order of its changes, and each change
 * is one event that has its name: it was taken, it has one id, and it was not sent after one that is later by as many as are
 * under way at once.
 */
export function eventFaults({ first, taken }: Receiver, changes: ReadonlyMap<string, readonly string[]>): string[] {
  const byProduct = Map.groupBy(first, ({ data }) => data.id);
  return [...changes].flatMap(([productId, names]) => {
    const sent = byProduct.get(productId) ?? [];
    const places = new Map(names.map((name, place) => [name, place]));
    const ids = Map.groupBy(sent, ({ data }) => data.name);
    const known = taken.get(productId);
    const lost = names.filter((name) => !ids.get(name)?.some(({ id }) => known?.has(id)));
    const doubled = names.filter((name) => (ids.get(name)?.length ?? 0) > 1);
    let latest = -1;
    const late = sent.filter(({ data }) => {
      const place = places.get(data.name) ?? latest;
      latest = Math.max(latest, place);
      return latest - place >= AT_ONCE;
    });
    return [
      ...lost.map((name) => `${name} was not sent`),
      ...doubled.map((name) => `${name} was sent as several events`),
      ...late.map(({ data }) => `${data.name} was sent after a change that is later by ${AT_ONCE} or more`),
    ];
  });
}
