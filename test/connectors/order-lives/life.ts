/** Random whole numbers below a limit that are the same each time. */
export function randomFrom(seed: number) {
  let state = seed;
  return (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}
export type Below = ReturnType<typeof randomFrom>;

export const START_MS = Date.UTC(2099, 0, 1);

/** A line of an order as a shop keeps it. */
export interface LifeLine {
  id: number;
  sku: string;
  quantity: number;
  /** What the shop's stock lacks by it. */
  taken: number;
  /** Units of it that were refunded. */
  refunded: number;
}

/** What a shop reports of an order at one time. */
export interface Report {
  /** As its webhook sends it; absent: it has none. */
  sent?: { topic: string; body: Record<string, unknown> };
  /** As a pull reads it; absent: only its webhook says it. */
  listed?: Record<string, unknown>;
}

/** An order from its beginning to its end. */
export interface Life {
  reports: Report[];
  lines: readonly Pick<LifeLine, "sku" | "taken">[];
}

/** The lines of a new order, of one to three of these SKUs. */
export function linesOf(orderId: number, skus: readonly string[], below: Below): LifeLine[] {
  return Array.from({ length: 1 + below(3) }, (_, place) => ({
    id: orderId * 10 + place,
    sku: skus[below(skus.length)] ?? "",
    quantity: 1 + below(6),
    ...{ taken: 0, refunded: 0 },
  }));
}

/** One of them. */
export const oneOf = <T>(all: readonly T[], below: Below): T => all[below(all.length)] as T;

export function shuffled<T>(all: readonly T[], below: Below): T[] {
  const list = [...all];
  for (let at = list.length - 1; at > 0; at--) {
    const other = below(at + 1);
    [list[at], list[other]] = [list[other] as T, list[at] as T];
  }
  return list;
}
