import { createHmac } from "node:crypto";

export const SECRET = "the shop's webhook secret";
/** What two platforms send that only name what has changed. */
export const BIGCOMMERCE_SENDS = { scope: "store/product/updated", data: { type: "product", id: 8123 } };
export const SHOPWARE_SENDS = {
  data: {
    payload: [{ entity: "product", operation: "update", primaryKey: "7b04ebe416db4ebc93de4d791325e1d9" }],
    event: "product.written",
  },
};
export const EBAY_SENDS = {
  metadata: { topic: "ORDER_CONFIRMATION", schemaVersion: "1.0", deprecated: false },
  notification: {
    notificationId: "49feeaeb-4982-42d9-a377-9645b8479411",
    eventDate: "2026-11-20T16:21:05.000Z",
    publishDate: "2026-11-20T16:21:06.000Z",
    publishAttemptCount: 1,
    data: { order: { orderId: "13-12345-67890" } },
  },
};
const signed = (text: string) => createHmac("sha256", SECRET).update(text).digest("base64");

/** Deliveries of shops, by operation: the connector's credentials, and what a delivery says of itself. */
export const SHOPS: Record<
  string,
  {
    platform: string;
    credentials: object;
    headers(text: string): Record<string, string>;
    /** What its address has beside. */
    query?: string;
    /** What it sends, where that is no product. */
    sent?: object;
  }
> = {
  receiveShopifyWebhook: {
    platform: "shopify",
    credentials: { shop_url: "https://shop.example.com", access_token: "t", webhook_secret: SECRET },
    headers: (text) => ({
      "x-shopify-hmac-sha256": signed(text),
      "x-shopify-topic": "products/update",
      "x-shopify-webhook-id": "d-1",
    }),
  },
  receiveWoocommerceWebhook: {
    platform: "woocommerce",
    credentials: {
      store_url: "https://shop.example.com",
      consumer_key: "ck_1",
      consumer_secret: "cs_1",
      webhook_secret: SECRET,
    },
    headers: (text) => ({
      "x-wc-webhook-signature": signed(text),
      "x-wc-webhook-topic": "product.updated",
      "x-wc-webhook-delivery-id": "d-2",
    }),
  },
  receiveWizishopWebhook: {
    platform: "wizishop",
    credentials: { shop_id: "1", api_key: "k", webhook_token: SECRET },
    headers: () => ({ "x-webhook-token": SECRET, "x-wizishop-webhook-id": "d-3" }),
  },
  receivePrestashopWebhook: {
    platform: "prestashop",
    credentials: {
      shop_url: "https://shop.example.com",
      api_key: "k",
      webhook_username: "shop",
      webhook_password: SECRET,
    },
    headers: () => ({
      authorization: `Basic ${Buffer.from(`shop:${SECRET}`).toString("base64")}`,
      "x-prestashop-webhook-id": "d-4",
    }),
  },
  receiveBigcommerceWebhook: {
    platform: "bigcommerce",
    credentials: { store_hash: "h1", access_token: "t", webhook_secret: SECRET },
    headers: () => ({ "x-webhook-token": SECRET }),
    sent: BIGCOMMERCE_SENDS,
  },
  receiveShopwareWebhook: {
    platform: "shopware",
    credentials: { base_url: "https://shop.example.com", client_id: "i", client_secret: "s", webhook_secret: SECRET },
    headers: () => ({}),
    query: `?token=${encodeURIComponent(SECRET)}`,
    sent: SHOPWARE_SENDS,
  },
};
