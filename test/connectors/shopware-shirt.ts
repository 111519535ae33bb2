import { expect } from "bun:test";
import { shopwareShop } from "../doubles/platforms/shopware-shop.ts";
import { openShop, type Reply } from "../doubles/shops.ts";
import { givenVaried } from "./varied-catalog.ts";

export const CURRENCY = "c".repeat(32);

/** A product with variants, and a Shopware shop for it. */
export async function givenShirt({
  syncOptions,
  languages = {},
}: {
  syncOptions?: object;
  languages?: Record<string, string>;
} = {}) {
  const store = shopwareShop();
  const shop = await openShop(({ method, path, text, headers }): Reply => {
    const { pathname, searchParams } = new URL(path, "https://receiver.test");
    const route = `${method} ${pathname}`;
    if (pathname === "/api/oauth/token") return { json: { access_token: "t", expires_in: 600 } };
    if (/search\/product-manufacturer$/.test(pathname)) return { json: { data: [] } };
    if (/search\/(?:tax|currency)$/.test(pathname)) return { json: { data: [{ id: CURRENCY }] } };
    if (/search\/sales-channel$/.test(pathname)) return { json: { data: [{ id: "e".repeat(32) }] } };
    const type = String(headers["content-type"]);
    const body = type === "application/json" && text !== "" ? JSON.parse(text) : undefined;
    return store.reply(route, { body, query: searchParams, text, type }) ?? { status: 404, json: {} };
  });
  for (const [id, code] of Object.entries(languages)) {
    store.table("language").set(id, { id, parentId: null, translationCode: { id, code } });
  }
  const credentials = { base_url: shop.url, client_id: "id", client_secret: "secret", webhook_secret: "hook" };
  const isToken = (path: string) => path.includes("oauth");
  const varied = await givenVaried("shopware", shop, { credentials, isToken, ...(syncOptions && { syncOptions }) });
  const parent = () => [...store.table("product").values()].find((row) => !row["parentId"]) ?? expect.unreachable();
  const children = () => store.childrenOf(String(parent()["id"]));
  const optionsOf = (row: Record<string, unknown>) =>
    (row["optionIds"] as string[]).map((id) => store.table("property_group_option").get(id)?.["name"]).join(" ");
  const mediaOf = (id: unknown) =>
    [...store.table("product_media").values()]
      .filter((each) => each["productId"] === id)
      .map((each) => store.table("media").get(String(each["mediaId"])));
  return { ...varied, shop, store, parent, children, optionsOf, mediaOf };
}
