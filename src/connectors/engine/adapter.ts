import type { OrderNews, OrdersPage } from "../orders/order-news.ts";
import type { Source } from "./fields.ts";
import type { PulledProduct } from "./pull/pulled-product.ts";
import type { PushItem } from "./push/push-item.ts";
import type { Found, PushKind, PushOutcome } from "./push/push-outcome.ts";
import type { Stocked } from "./push/stocked.ts";
import type { Api, DryAnswer } from "./requests/platform-api.ts";
import type { CategoryTree } from "./shop/shop-category-tree.ts";
import type { ShopFacts } from "./shop/shop-facts.ts";
import type { PublicKey, WebhookRegistry } from "./shop/shop-webhook.ts";

/** What a platform keeps back for orders until their goods leave: its levels are still to hold them. */
export interface Reservations {
  /** The states of orders whose goods may not have left. */
  open: readonly string[];
  /** How many units have left by now, by order and line; none of one that reserves nothing. */
  gone(api: Api, orderIds: readonly string[]): Promise<Map<string, number>>;
}

/** One platform. Everything else (jobs, chunks, mapping, retries, counts) is the engine's. */
export interface Adapter {
  /**
   * Proves the rights that the connector will use, and changes nothing. Says what it has read of the shop, where it can.
   * Throws `PlatformError` with what its owner is to do.
   */
  test(api: Api): Promise<ShopFacts | undefined>;
  /** Whether the shop's prices contain tax, where each shop decides and its API says so; `undefined`: not to these credentials. */
  priceTax?(api: Api): Promise<ShopFacts["priceTax"]>;
  /** The languages (ISO 639-1) that the platform shows texts in, where it keeps several. */
  languages?(api: Api): Promise<string[]>;
  /** The categories of the platform, where products can be put into them. */
  categories?: CategoryTree;
  /** The credentials that a code stands for, which a platform with a `consent` has given an owner who agreed. */
  exchange?(
    api: Api,
    given: { code: string; redirect: string; query: URLSearchParams },
  ): Promise<Record<string, string>>;
  /** Its webhooks, where its API registers them: those that the platform says that it `registers`. */
  webhooks?: WebhookRegistry;
  /** The key by which the platform signs its webhooks, where it is its own; `undefined`: it has none of that id. */
  publicKey?(api: Api, keyId: string): Promise<PublicKey | undefined>;
  /** How many products it takes at a time, where that is not a hundred. */
  chunk?: number;
  /**
   * Where it carries a large push of products out by itself: above how many of them, up to how many at a time, and which ones.
   * Then `push` gets more than a hundred products; all else goes in hundreds.
   */
  bulk?: { above: number; upTo: number; takes?: (item: PushItem) => boolean };
  /** Whether a push of these was begun in an earlier turn: it is followed on, and nothing is looked up for it. */
  isUnderWay?(api: Api, items: readonly PushItem[]): Promise<boolean>;
  /** Whether products are pushed without their stock and price, which are sent separately. */
  sendsOffersSeparately?: true;
  /** Sends at most 100 products, in one request where the platform takes them so. `bulk` and `chunk` say where it gets more. */
  push(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<PushOutcome[]>;
  /** What the platform does with a new product whose SKU it has: refuses it, makes a second one, or changes the one it has. */
  sameSku: "refused" | "doubled" | "changed";
  /** Finds products that an interrupted run may have made, or that somebody else has, by their SKU, else their EAN. */
  find?(api: Api, items: readonly PushItem[]): Promise<Found[]>;
  /**
   * What the platform has in stock now of at most 100 products without variants and variants, or of a chunk, by their key.
   * Where it is asked, levels are changed by the difference.
   */
  levels?(api: Api, stocked: readonly Stocked[]): Promise<Map<string, number>>;
  /** Whether it is sent differences of levels: where their answer was lost, what it has now says which have arrived. */
  changesLevels?: true;
  /** Where an order lowers what the platform can sell, and its level only once the goods leave. */
  reservations?: Reservations;
  /** Takes products from sale, or lets them be sold again, and changes nothing else. Absent: only a stock of 0 does. */
  show?(api: Api, items: readonly PushItem[], isShown: boolean): Promise<PushOutcome[]>;
  orders?(api: Api, from: { sinceMs: number; cursor: string | null }): Promise<OrdersPage>;
  /** Orders of the platform by its ids; one that it no longer has is left out. */
  readOrders?(api: Api, ids: readonly string[]): Promise<OrderNews[]>;
  /** Products of the platform by its ids; one that it does not have is left out. */
  read(api: Api, ids: readonly string[], language: string): Promise<PulledProduct[]>;
  /** What `read` does not say of products. */
  unread?: readonly Source[];
  /** It sends fields that were emptied here as such. */
  sendsEmptied?: true;
  /** Answers in place of the platform, in a push that changes nothing. */
  dry(): DryAnswer;
  /** A page of the platform's products; `next` is what to ask for then. */
  pull?(
    api: Api,
    from: { sinceMs: number | null; cursor: string | null; language?: string },
  ): Promise<{ products: PulledProduct[]; next: string | null }>;
}

/** Whether a level that is in doubt is settled by what a platform has once its orders are taken. */
export const comparesLevels = ({ levels, orders, reservations }: Adapter): boolean =>
  levels !== undefined && orders !== undefined && reservations === undefined;
