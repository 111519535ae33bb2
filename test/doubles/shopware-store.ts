import type { Reply } from "./shops.ts";

const EURO = "d".repeat(32);

export interface ShopwareHook {
  id: string;
  name: string;
  eventName: string;
  url: string;
  active: boolean;
}

/** An order as a Shopware shop answers it, with its lines and its state. */
export const shopwareOrderOf = (id: string, state: string, lines: readonly object[], changed: string) => ({
  id,
  orderNumber: "10001",
  orderDateTime: "2099-01-01T10:00:00.000+00:00",
  createdAt: "2099-01-01T10:00:00.000+00:00",
  updatedAt: changed,
  stateMachineState: { technicalName: state },
  lineItems: lines,
});

/** The webhooks, orders and products of a Shopware shop. `undefined`: it is asked for something else. */
export function shopwareStore() {
  const hooks = new Map<string, ShopwareHook>();
  const orders = new Map<string, ReturnType<typeof shopwareOrderOf>>();
  const products = new Map<string, { id: string } & Record<string, unknown>>();
  const some = <T>(all: ReadonlyMap<string, T>, ids: readonly string[] | undefined): Reply => ({
    json: { data: ids === undefined ? [...all.values()] : ids.flatMap((id) => all.get(id) ?? []) },
  });
  const sync = (operations: { entity: string; action: string; payload: ShopwareHook[] }[]): Reply | undefined => {
    const [only] = operations;
    if (only?.entity !== "webhook") return undefined;
    for (const each of only.payload) {
      if (only.action === "delete") hooks.delete(each.id);
      else hooks.set(each.id, { ...hooks.get(each.id), ...each });
    }
    return { json: {} };
  };
  const reply = (route: string, body: unknown): Reply | undefined => {
    const { ids } = Object(body) as { ids?: string[] };
    if (route === "POST /api/_action/sync") return sync(body as Parameters<typeof sync>[0]);
    if (route === "POST /api/search/webhook") return some(hooks, undefined);
    if (route === "POST /api/search/currency") return { json: { data: [{ id: EURO, isoCode: "EUR" }] } };
    if (route === "POST /api/search/language") return { json: { data: [] } };
    return route === "POST /api/search/order" ? some(orders, ids) : undefined;
  };
  return { hooks, orders, products, reply, productsOf: (ids: string[]) => some(products, ids) };
}
