import { expect, test } from "bun:test";
import { MARKETPLACES } from "../doubles/platforms/marketplaces.ts";
import { type Call, openShelf } from "../doubles/platforms/platform.ts";
import { salesforceSite } from "../doubles/salesforce-site.ts";
import type { Reply } from "../doubles/shops.ts";
import { squarespaceSite } from "../doubles/squarespace-site.ts";
import { wizishopShop } from "../doubles/wizishop-shop.ts";
import { openVariedCatalog } from "./varied-catalog.ts";

interface Given {
  credentials: Record<string, string>;
  reply: (call: Call) => Reply;
}

/** A marketplace whose tokens count. */
function market(id: string, more: Record<string, string> = {}): Given {
  const platform = MARKETPLACES.find((each) => each.id === id) ?? expect.unreachable();
  const answer = platform.answer(openShelf());
  const isToken = (call: Call) => /token|openid-connect/.test(call.path);
  return {
    credentials: { ...platform.credentials, ...more },
    reply: (call) => (isToken(call) ? { json: { access_token: "t", expires_in: 3_600 } } : answer(call)),
  };
}

const PLATFORMS: Record<string, () => Given> = {
  squarespace: () => ({ credentials: { api_key: "k" }, reply: squarespaceSite().reply }),
  wizishop: () => ({ credentials: { shop_id: "s1", api_key: "k" }, reply: wizishopShop().reply }),
  salesforce_commerce: () => ({
    credentials: {
      ...{ instance_url: "https://zzte.example", organization_id: "f_ecom_zzte_053", site_id: "RefArch" },
      ...{ client_id: "id", client_secret: "secret", inventory_list_id: "list" },
    },
    reply: salesforceSite().reply,
  }),
  amazon: () => market("amazon"),
  cdiscount: () => market("cdiscount"),
  ebay: () => market("ebay"),
  fnac_darty: () => market("fnac_darty"),
  manomano: () => market("manomano"),
  mirakl: () => market("mirakl", { base_url: "https://market.example" }),
};

/** What is read by POST: tokens, searches, items by their SKUs, XML. */
const READS = /token|oauth2|product-search|bulk_get_inventory_item|openid-connect|\/auth|offers_query|batch_status/;
const isWrite = ({ method, path }: Call) => method !== "GET" && !READS.test(path);

test.each(Object.keys(PLATFORMS))(
  "a preview for %s says what a push of variants does, and changes nothing",
  async (id) => {
    const { credentials, reply } = PLATFORMS[id]?.() ?? expect.unreachable();
    const options = { default_tax_rate: 20 };
    const catalog = await openVariedCatalog(id, credentials, reply, options);
    const { preview, push, askedIn, tenant, path, sku } = catalog;
    const made = { seen: await preview() };
    const asked = await askedIn(async () => {
      made.seen = await preview();
    });
    expect(asked.filter(isWrite)).toEqual([]);
    expect(made.seen.products).toMatchObject([{ sku: sku("SH"), result: "made" }]);
    await push();
    expect(await preview()).toMatchObject({ products: [], unchanged: 1, requests: [] });

    await tenant.put(path, { name: "Linen shirt" });
    const changed = await askedIn(async () => {
      made.seen = await preview();
    });
    expect(changed.filter(isWrite)).toEqual([]);
    expect(made.seen.products).toMatchObject([{ result: "changed", sends: ["products"] }]);
  },
);

test.each(["amazon", "cdiscount", "ebay", "mirakl", "wizishop"])(
  "%s: pictures that are stored here and have no public address are named, and the product arrives",
  async (id) => {
    const { credentials, reply } = PLATFORMS[id]?.() ?? expect.unreachable();
    const { push } = await openVariedCatalog(id, credentials, reply, { default_tax_rate: 20 }, "");
    const job = await push();
    expect(job).toMatchObject({ pushed: 1, errors: 0 });
    const messages = job.products.map(({ message }: { message: string }) => message).join();
    expect(messages).toContain("CATALOGD_API_URL");
  },
);
