import { answer, type Client, type Json, pick, say } from "./client.ts";

/** What a price is, and how it came about. */
async function showPrice(client: Client, id: string, query: string): Promise<Json> {
  const found = await answer(await client.call("GET", `/products/${id}/price?${query}`));
  const steps = found["steps"] as Json[]; // documented as a list of objects
  say(
    `     ${pick(found, "price", "currency")}: ${steps.map((step) => pick(step, "step", "price", "currency")).join("; ")}`,
  );
  return found;
}

/**
 * Sells a product in a second currency, without tax: converted by the rate of the day first, then by a list that a rule fills
 * from what competitors ask. `admin`: settings are for people.
 */
export async function sellInFrancs(client: Client, admin: Client, id: string): Promise<void> {
  await admin.call("PUT", "/settings/tax", { country: "FR", prices_include_tax: true });
  await admin.call("POST", "/settings/tax/rates", { tax_class: "standard", country: "FR", rate: 20 });
  await admin.call("PUT", "/settings/exchange-rates", { rates: { CHF: 0.94, JPY: 162.5 } });
  await showPrice(client, id, "currency=CHF&tax=excluded");
  const made = { name: "Switzerland", channel: "ch", currency: "CHF", prices_include_tax: false };
  const list = await answer(await client.call("POST", "/price-lists", made));
  const rule = await answer(
    await client.call("POST", "/prices/repricing/rules", {
      name: "Below the corner shop, in francs",
      action: { type: "undercut_amount", value: 0.5 },
      bounds: { endings: { CHF: "0.05", EUR: "x.99" } },
      target: { price_list_id: list["id"] },
    }),
  );
  const scope = { rule_ids: [rule["id"]], product_ids: [id] };
  const simulated = await answer(await client.call("POST", "/prices/repricing/simulate", scope));
  for (const change of simulated["changes"] as Json[]) {
    say(`     ${pick(change, "old_price", "new_price", "currency", "exchange_rate", "reason")}`);
  }
  const simulation = { simulation_id: simulated["simulation_id"] };
  const run = await answer(await client.call("POST", "/prices/repricing/run", simulation));
  await client.poll(`/prices/repricing/runs/${run["id"]}`, ({ status }) => status !== "processing");
  await showPrice(client, id, "channel=ch");
}
