// A feed for Google Merchant at an address of its own, which Google fetches by itself. Prints the address: it is shown once.
// Get the client first:  curl http://localhost:3000/docs/client.ts -o catalogd.ts
//   CATALOGD_KEY=pm_live_... bun shop-feed.ts
import process from "node:process";
import { Catalogd } from "./catalogd.ts";

const { CATALOGD_URL: baseUrl = "http://localhost:3000", CATALOGD_KEY: apiKey } = process.env;
const catalogd = new Catalogd({ baseUrl, apiKey });

const { id, url } = await catalogd.exports.createExportFeed({
  name: "Google",
  feed_type: "google_shopping_tsv",
  currency: "EUR",
  leave_out_incomplete: false,
  product_url: "https://shop.example/p/{url_slug}",
});
// What Google would refuse, item by item.
for await (const { title, problems } of catalogd.exports.allCheckExportFeed(id)) {
  for (const { field, severity, message } of problems) console.error(`${title}: ${field}: ${message} (${severity})`);
}
console.log(url);
