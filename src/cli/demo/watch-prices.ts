import { answer, type Client, type Json, pick, say } from "./client.ts";

/** The number of characters that are shown of a page. */
const TEXT_SHOWN = 60;

const list = (value: unknown) => value as Json[]; // documented as a list of objects

/** Follows what a competitor asks for a product, until an alert fires and its price is below the minimum advertised one. */
export async function watchPrices(
  client: Client,
  { id, ean, shopUrl }: { id: string; ean: string; shopUrl: string },
): Promise<void> {
  say(`   The competitor is a small shop of the demo's own at ${shopUrl}; its price falls with each visit.`);
  const shop = { code: "corner-shop", name: "Corner Shop", base_url: shopUrl };
  await client.call("POST", "/prices/competitors", shop);
  await client.call("POST", `/products/${id}/prices`, {
    source: shop.code,
    price: 42,
    url: `${shopUrl}/p/${ean}`,
  });
  await client.call("PATCH", `/prices/monitored/${id}`, { tier: "tier1_high" });
  await client.call("POST", "/prices/alerts", { product_id: id, alert_type: "below", threshold: 40 });
  await client.call("PATCH", `/prices/map/${id}`, { map_price: 41 });
  say("   Its page is read every six hours from now on, as robots.txt allows; or at once:");
  for (let visit = 0; visit < 2; visit++) {
    const checked = await answer(await client.call("POST", `/prices/check/${id}`));
    for (const result of list(checked["results"])) say(`     ${pick(result, "competitor_name", "price", "status")}`);
  }
  const triggered = (await (await client.call("GET", "/prices/alerts/triggered")).json()) as Json[]; // so documented
  for (const alert of triggered)
    say(`     ${pick(alert, "competitor_name", "observed_price", "previous_price", "threshold")}`);
  say("   Below the minimum advertised price, with what its page said:");
  for (const found of list((await answer(await client.call("GET", "/prices/map/cases?status=open")))["items"])) {
    say(`     ${pick(found, "competitor_name", "competitor_price", "map_price", "first_seen_at")}`);
    const { evidence } = await answer(
      await client.call("GET", `/prices/map/cases/${found["product_id"]}/${found["competitor_id"]}`),
    );
    for (const page of list(evidence)) say(`     ${String(page["page_text"]).slice(0, TEXT_SHOWN)}`);
  }
}
