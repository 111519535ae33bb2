import { Type } from "@sinclair/typebox";
import type { Connector } from "../../db/connectors/connectors.ts";
import { oneOf } from "../http/input/one-of.ts";
import { PRICE_TAXES } from "./engine/price-terms.ts";
import { STOCK_OWNERS } from "./engine/shop/stock-owner.ts";

const WHEN_REMOVED = ["keep", "hide", "no_stock"] as const;
/** What becomes in a shop of a product that is no longer sold here. */
type WhenRemoved = (typeof WHEN_REMOVED)[number];

/** What a connector wants of it. By default it stays as it is. */
export const whenRemovedOf = ({ syncOptions }: Pick<Connector, "syncOptions">): WhenRemoved =>
  WHEN_REMOVED.find((each) => each === syncOptions["when_removed"]) ?? "keep";

/** What `sync_options` say of prices and stock. */
export const OFFER_OPTIONS = {
  stock_owner: Type.Optional(
    oneOf(STOCK_OWNERS, {
      description:
        "Whose number the stock is. `catalog`: levels are sent when they change here, and the shop's orders lower them. `shop`: its levels are taken, and none is ever sent. Absent: `catalog`, and the shop's levels are taken until it reports its first order, or webhooks of orders are registered at it.",
    }),
  ),
  when_removed: Type.Optional(
    oneOf(WHEN_REMOVED, {
      description:
        "What becomes in the shop of a product that is deleted, archived or switched off here, or not published where that is enforced. `hide`: it is taken from sale, and sold again when it is back; where a platform cannot hide products its stock is set to 0. `no_stock`: its stock is set to 0. `keep`: it stays as it is.",
      default: "keep",
    }),
  ),
  price_tax: Type.Optional(
    oneOf(PRICE_TAXES, {
      description:
        "Whether the shop's prices contain tax, where a shop may choose. Absent: as WooCommerce, Shopify, BigCommerce and Mirakl say, in a test or when they are asked before the first prices are sent or taken. No price is sent or taken, and the job says so, while it is not known (Magento and Squarespace do not say it) or the shop says that they do not. Prices are converted by the tax of the product. PrestaShop and WiziShop keep prices without, Shopware both.",
    }),
  ),
  default_tax_rate: Type.Optional(
    Type.Number({
      minimum: 0,
      maximum: 100,
      description:
        "Percent, of products without a `tax_rate` of their own and a rate of their tax class under `/settings/tax/rates`: by it prices with and without tax are made of each other.",
      examples: [20],
    }),
  ),
  tax_classes: Type.Optional(
    Type.Array(
      Type.Object({
        rate: Type.Number({ minimum: 0, maximum: 100, description: "Percent.", examples: [20] }),
        tax_class: Type.String({
          minLength: 1,
          maxLength: 100,
          description: "What the shop calls the tax of this rate: its class, rule or id.",
          examples: ["reduced-rate"],
        }),
      }),
      { maxItems: 50, description: "The tax that new products are given in the shop, by their rate." },
    ),
  ),
  currency: Type.Optional(
    Type.String({
      pattern: "^[A-Z]{3}$",
      description:
        "The shop's currency: a price in another one is not sent, and the job says so. Absent: the catalog's.",
      examples: ["EUR"],
    }),
  ),
};
