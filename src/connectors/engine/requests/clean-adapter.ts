import type { Adapter } from "../adapter.ts";
import type { Api } from "./platform-api.ts";
import { withoutSecrets } from "./sent-secrets.ts";

/** The adapter for this way to its platform: what it reads has none of the secrets that the platform was sent. */
export function cleanAdapter(adapter: Adapter, api: Pick<Api, "redact">): Adapter {
  const clean =
    <A extends unknown[], R>(call: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> =>
      withoutSecrets(api, await call(...given));
  const { test, push, find, show, orders, readOrders, read, pull } = adapter;
  return {
    ...adapter,
    test: clean(test),
    push: clean(push),
    read: clean(read),
    ...(find && { find: clean(find) }),
    ...(show && { show: clean(show) }),
    ...(orders && { orders: clean(orders) }),
    ...(readOrders && { readOrders: clean(readOrders) }),
    ...(pull && { pull: clean(pull) }),
  };
}
