import type { Call } from "./platforms/platform.ts";
import type { Reply } from "./shops.ts";

/** A variant of a site, as its inventory knows it. */
interface Stocked {
  id: string;
  stock: { quantity: number };
}

/** How each kind of adjustment changes a level. */
const AFTER: Readonly<Record<string, (now: number, quantity: number) => number>> = {
  incrementOperations: (now, quantity) => now + quantity,
  decrementOperations: (now, quantity) => now - quantity,
  setFiniteOperations: (_, quantity) => quantity,
};
const ADJUSTMENTS_MAX = 50;
const rowsIn = (body: unknown, name: string): { variantId: string; quantity: number }[] => Object(body)[name] ?? [];

const NOWHERE: Reply = { status: 404, json: { message: "not found" } };

/** Adjusts levels: all of a request or nothing. */
export function adjusted(variants: readonly Stocked[], call: Call): Reply {
  const operations = Object.entries(AFTER).flatMap(([name, after]) =>
    rowsIn(call.body, name).map(({ variantId, quantity }) => ({ variantId, after, quantity })),
  );
  const all = new Map(variants.map((each) => [each.id, each.stock]));
  const isFew = operations.length > 0 && operations.length <= ADJUSTMENTS_MAX;
  if (!isFew) return { status: 400, json: { message: "one to fifty adjustments" } };
  if (operations.some(({ variantId }) => !all.has(variantId))) return NOWHERE;
  for (const { variantId, after, quantity } of operations) {
    const level = all.get(variantId);
    if (level) level.quantity = after(level.quantity, quantity);
  }
  return { status: 204, text: "" };
}

/** What there is of some variants; nothing of any where one is unknown. */
export function inventoryOf(variants: readonly Stocked[], ids: readonly string[]): Reply {
  const all = variants.filter(({ id }) => ids.includes(id));
  if (all.length < ids.length) return NOWHERE;
  return { json: { inventory: all.map(({ id, stock: { quantity } }) => ({ variantId: id, quantity })) } };
}
