import type { Client } from "./client.ts";
import { drive, requestText } from "./load.ts";
import type { Line } from "./table.ts";

const READERS = 64;
const EDITORS = 4;
const ITEMS = 100;
/** Ranges of prices, one unit each. */
const RANGES = 100;

interface Place {
  apiKey: string;
  port: number;
  seconds: number;
}

/** Lists by filters that an index answers, edits of many products at once, and the scores of all of them. */
export async function measureCatalog(
  { call }: Client,
  ids: string[],
  { apiKey, port, seconds }: Place,
): Promise<Line[]> {
  const key = { "x-api-key": apiKey };
  const brands: { id: string }[] = await call("GET", "/products/brands/list");
  const categories: { id: string }[] = await call("GET", "/products/categories/list");
  const list = (query: (sequence: number) => string) =>
    drive(port, (n) => requestText("GET", `/api/v1/products?${query(n)}`, key), { connections: READERS, seconds });
  const byBrand = await list((n) => `brand_id=${brands[n % brands.length]?.id}`);
  const byCategory = await list((n) => `category_id=${categories[n % categories.length]?.id}`);
  const inRange = await list((n) => `price_min=${n % RANGES}&price_max=${(n % RANGES) + 1}`);
  const inNewRange = await list(
    (n) => `price_min=${((n * 7919) % 10_000) / 100}&price_max=${((n * 7919) % 10_000) / 100 + 1}`,
  );
  const byPrice = await list(() => "sort_by=price&sort_order=asc");
  const edit = (sequence: number) => {
    const updates = Array.from({ length: ITEMS }, (_, index) => ({
      id: ids[(sequence * ITEMS + index) % ids.length],
      fields: { price: ((sequence * 31 + index) % 9_000) / 100, color: `c${sequence % 97}` },
    }));
    return requestText("PATCH", "/api/v1/products/bulk", key, JSON.stringify({ updates }));
  };
  const edits = await drive(port, edit, { connections: EDITORS, seconds });
  const recalculated = await call("POST", "/products/stats/completeness/recalculate");
  const startedAtMs = performance.now();
  await call("GET", "/products/stats/completeness");
  const statsMs = performance.now() - startedAtMs;
  return [
    { work: "list by brand, first page", value: byBrand.perSecond, unit: "/s", target: "" },
    {
      work: "list of a category and what is below it, first page",
      value: byCategory.perSecond,
      unit: "/s",
      target: "",
    },
    { work: "list of a range of prices, first page", value: inRange.perSecond, unit: "/s", target: "" },
    { work: "list of a range of prices, not asked for before", value: inNewRange.perSecond, unit: "/s", target: "" },
    { work: "list by price, first page", value: byPrice.perSecond, unit: "/s", target: "" },
    { work: "bulk edit, products", value: edits.perSecond * ITEMS, unit: "/s", target: "" },
    { work: "bulk edit of 100, p99", value: edits.p99Ms, unit: "ms", target: "" },
    { work: "completeness of all, counted anew", value: recalculated.duration_ms, unit: "ms", target: "" },
    { work: "completeness statistics, first time", value: statsMs, unit: "ms", target: "" },
  ];
}
