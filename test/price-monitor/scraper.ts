import { newTenant, send } from "../harness.ts";

/** A tenant with a price scraper's key. */
export async function scrapedTenant() {
  const tenant = await newTenant();
  const key = `sync-key-${tenant.id}`;
  await tenant.admin.put("/settings/scraper-sync-key", { enabled: true, key });
  const headers = { "x-sync-key": key };
  return {
    ...tenant,
    key,
    /** Sends observations. */
    observe: (...observations: object[]) => send("POST", "/prices/observations", { observations }, headers),
    watchlist: (query = "") => send("GET", `/prices/export-watchlist${query}`, undefined, headers),
  };
}

/** An observation of Big Shop. */
export const seen = (internal_sku: string, price_ttc: number, more: object = {}) => ({
  internal_sku,
  competitor_name: "Big Shop",
  competitor_url: `https://bigshop.example/${internal_sku}`,
  price_ttc,
  ...more,
});
