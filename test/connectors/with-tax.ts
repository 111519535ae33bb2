import { findPlatform } from "../../src/connectors/engine/platforms.ts";

/** A connector to make, whose owner has said that the shop keeps prices with tax, where each shop decides and unless it is said. */
export function withTax<T extends object>(connector: T): T & { sync_options?: object } {
  const { platform_id: id = "", sync_options: options = {} }: { platform_id?: string; sync_options?: object } =
    connector;
  const platform = findPlatform(id);
  if (platform?.fields.price === undefined || platform.prices?.tax !== undefined) return connector;
  return { ...connector, sync_options: { price_tax: "included", ...options } };
}
