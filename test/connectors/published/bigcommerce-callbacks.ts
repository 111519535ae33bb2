const TEXT = { type: "string" };
const NUMBER = { type: "integer" };
/** What a callback says besides. */
const FRAME = { scope: TEXT, store_id: TEXT, hash: TEXT, created_at: NUMBER, producer: TEXT };
const callback = (type: string, more: object = {}) => ({
  type: "object",
  required: ["scope", "data"],
  additionalProperties: false,
  properties: {
    ...FRAME,
    data: {
      type: "object",
      required: ["id"],
      additionalProperties: false,
      properties: { type: { const: type }, id: NUMBER, ...more },
    },
  },
});
const context = { type: "object", properties: { channel_id: NUMBER, locale: TEXT } };

/**
 * The callbacks of BigCommerce by their scope, as `docs/webhooks/callbacks/` of github.com/bigcommerce/docs describes them (24f580ca,
 * April 2026); no npm package holds them.
 */
export const CALLBACKS: Readonly<Record<string, object>> = {
  "store/product/created": callback("product"),
  "store/product/updated": callback("product", { properties: { type: "array", items: TEXT }, context }),
  "store/product/deleted": callback("product"),
  "store/order/created": callback("order"),
  "store/order/updated": callback("order"),
  "store/order/refund/created": callback("order", { refund: { type: "object", properties: { refund_id: NUMBER } } }),
};
