import type { OrdersPage } from "../orders/order-news.ts";
import type { Source } from "./fields.ts";
import type { PulledProduct } from "./pulled-product.ts";
import type { KnownParts, PushAttribute, PushImage, PushOffer, PushTexts, PushVariant } from "./push-item.ts";
import type { ShopFacts } from "./shop-facts.ts";
import type { RegisteredWebhook, ShopWebhook } from "./shop-webhook.ts";
import type { Work } from "./work.ts";

/** What an adapter sends of a product: its texts are in the connector's first language. */
export interface PushItem extends PushTexts, PushOffer {
  productId: string;
  /** What the platform calls it; `null`: it is not there, as far as we know. */
  externalId: string | null;
  externalItemId: string | null;
  ean: string | null;
  /** Our reference, else the EAN, else the id: the platform finds it by this. */
  sku: string;
  /** ISO 639-1. */
  language: string;
  /** Its texts in the connector's other languages. */
  translations: Readonly<Record<string, PushTexts>>;
  brand: string | null;
  /** The name of its category. */
  category: string | null;
  /** What it is called here; `null`: it has none, or a rule names another one. */
  categoryId: string | null;
  /** Names from the root down. */
  categoryPath: readonly string[];
  /** What the platform calls its category, then those above it; empty: not known. */
  categoryIds: readonly string[];
  /** What kind of product it is, where a platform has such a word beside categories. */
  type: string | null;
  tags: readonly string[];
  /** Fields that the connector's own rules name. */
  attributes: readonly PushAttribute[];
  /** In their order. */
  images: readonly PushImage[];
  /** The platform has these images already, or images of its own. */
  hasImages?: boolean;
  /** What its variants differ in, in their order. */
  options: readonly { name: string; values: readonly string[] }[];
  variants: readonly PushVariant[];
  /** What the platform calls its parts. */
  parts: KnownParts;
  /** What may be sent of it; absent: everything. */
  sends?: ReadonlySet<Source>;
}

/** By what a product of the platform is known to be one of ours. */
export type MatchedBy = "sku" | "ean";

/** What became of a product that was sent. */
export type PushOutcome =
  | {
      productId: string;
      externalId: string;
      externalItemId?: string | null;
      externalUrl?: string | null;
      /** It was there before, made by somebody else. */
      linkedBy?: MatchedBy;
      /** What the platform calls its parts now; absent: as before. */
      parts?: KnownParts;
      /** What was sent otherwise than it is here, and what could not be sent. */
      remarks?: readonly string[];
      /** What is missing there, and is sent again with the next push. */
      lacks?: "images" | "variants" | undefined;
    }
  | {
      productId: string;
      error: string;
      /** The platform no longer has it. */
      isMissing?: true;
      /** The platform has another product with this SKU, which was not made by us. */
      isTaken?: true;
    };

/** A product that the platform has already. */
export interface Found {
  productId: string;
  externalId: string;
  externalItemId?: string | null;
  externalUrl?: string | null;
  by: MatchedBy;
  /** Why it is not to be changed all the same. */
  unfit?: string;
}

export type PushKind = "products" | "stock" | "prices";

/** A request to the platform. */
export interface ApiRequest {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  url: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is. */
  body?: string | Buffer;
  /** How long the answer may take, where it is a larger work; absent: half a minute. */
  timeoutMs?: number;
  /** For how long an answer that looks good asks to be left alone, in milliseconds; `undefined`: it does not. */
  busyMs?: (answer: ApiAnswer) => number | undefined;
}

export interface ApiAnswer {
  status: number;
  /** By lower-case name. */
  headers: Record<string, string | undefined>;
  text: string;
  /** The unchanged body, for bytes that are no text. */
  bytes: Buffer;
  /** The body as JSON. Throws `PlatformError` when it is none. */
  json(): unknown;
}

/** The file of a picture. */
export interface Picture {
  bytes: Buffer;
  contentType: string;
  name: string;
}

/** The way to one platform with the credentials of one connector. */
export interface Api {
  credentials: Readonly<Record<string, string>>;
  /**
   * Sends a request, again after a while when the platform is busy or away. Throws `PlatformError` for refused credentials,
   * when it stays away, and for an answer of 400 and more, unless `accepts` says that it is one to read.
   */
  request(request: ApiRequest, accepts?: (status: number) => boolean): Promise<ApiAnswer>;
  /** The file of a picture. Throws a `PlatformError` that is `refused` when it cannot be had. */
  picture(image: PushImage): Promise<Picture>;
  /** Waits, unless the connector's run ends meanwhile. */
  wait(ms: number): Promise<void>;
  /**
   * The same way for requests that make something: a POST whose answer was lost is not sent again, as it may have had its
   * effect. It throws a `PlatformError` that is `isUncertain`.
   */
  careful(): Api;
  /**
   * What became of a work that a platform does by itself, such as a feed. It is begun once: a later turn of a push that gave
   * its place up follows it on, as long as its content is the same.
   */
  follow<T>(work: Work<T>): Promise<T>;
  /** A value that is fetched once and then cached for the connector's run. */
  once<T>(name: string, fetch: () => Promise<T>): Promise<T>;
  /**
   * The connector's token: the one that is stored encrypted, else one that is fetched and then stored until shortly before
   * it ends. `refused`: another one than this. Callers that come while one is fetched get that one.
   */
  token(fetch: () => Promise<FetchedToken>, refused?: string): Promise<string>;
}

/** A credential that ends. */
export interface FetchedToken {
  token: string;
  /** How long it counts. */
  seconds: number;
}

/** A category as a platform has it. */
export interface ShopCategory {
  id: string;
  name: string;
  /** `null`: it is at the top. */
  parentId: string | null;
}

/** How categories of a platform are read and made. */
export interface CategoryTree {
  list(api: Api): Promise<ShopCategory[]>;
  /** Returns what the platform calls the new one. */
  make(api: Api, category: Omit<ShopCategory, "id">): Promise<string>;
}

/** How webhooks of a platform are registered. */
export interface WebhookRegistry {
  list(api: Api): Promise<ShopWebhook[]>;
  /** Makes a webhook for each topic; one with an id is changed, and sends again where it was switched off. */
  put(
    api: Api,
    wanted: readonly { topic: string; id: string | null }[],
    to: { address: string; secret: string },
  ): Promise<RegisteredWebhook[]>;
  remove(api: Api, ids: readonly string[]): Promise<void>;
}

/** What a platform would answer of a request that changes something, as far as its adapter reads it; `undefined`: it is to be asked. */
export type DryAnswer = (request: ApiRequest) => unknown;

/** One platform. Everything else (jobs, chunks, mapping, retries, counts) is the engine's. */
export interface Adapter {
  /**
   * Proves the rights that the connector will use, and changes nothing. Says what it has read of the shop, where it can.
   * Throws `PlatformError` with what its owner is to do.
   */
  test(api: Api): Promise<ShopFacts | undefined>;
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
  /** How many products it takes at a time, where that is not a hundred. */
  chunk?: number;
  /** Whether products are pushed without their stock and price, which are sent separately. */
  sendsOffersSeparately?: true;
  /** Sends at most 100 products, in one request where the platform takes them so. */
  push(api: Api, kind: PushKind, items: readonly PushItem[]): Promise<PushOutcome[]>;
  /** What the platform does with a new product whose SKU it has: refuses it, makes a second one, or changes the one it has. */
  sameSku: "refused" | "doubled" | "changed";
  /** Finds products that an interrupted run may have made, or that somebody else has, by their SKU, else their EAN. */
  find?(api: Api, items: readonly PushItem[]): Promise<Found[]>;
  /** What of some products the platform has in stock now, by our id. Where it is asked, levels are changed by the difference. */
  levels?(api: Api, items: readonly PushItem[]): Promise<Map<string, number>>;
  /** Takes products from sale, or lets them be sold again, and changes nothing else. Absent: only a stock of 0 does. */
  show?(api: Api, items: readonly PushItem[], isShown: boolean): Promise<PushOutcome[]>;
  orders?(api: Api, from: { sinceMs: number; cursor: string | null }): Promise<OrdersPage>;
  /** Products of the platform by its ids. */
  read?(api: Api, ids: readonly string[], language: string): Promise<PulledProduct[]>;
  /** Answers in place of the platform, in a push that changes nothing. Absent: what such a push would send is not known. */
  dry?(): DryAnswer;
  /** A page of the platform's products; `next` is what to ask for then. */
  pull?(
    api: Api,
    from: { sinceMs: number | null; cursor: string | null; language?: string },
  ): Promise<{ products: PulledProduct[]; next: string | null }>;
}

/** Why nothing can be synchronised with a platform, or not this product. */
export class PlatformError extends Error {
  override readonly name = "PlatformError";
  /** The credentials were refused, no server answers, or the platform refuses this request. */
  readonly reason: "credentials" | "unreachable" | "refused";

  /** The request may have had its effect. */
  readonly isUncertain: boolean;

  /** The status of the answer that refused a request, if one did. */
  readonly status: number | undefined;

  /** When it makes sense to ask again, in milliseconds: the platform is there, and asks for more patience than a request has. */
  readonly waitMs: number | undefined;

  constructor(
    reason: PlatformError["reason"],
    message: string,
    { isUncertain = false, status, waitMs }: { isUncertain?: boolean; status?: number; waitMs?: number } = {},
  ) {
    super(message);
    this.waitMs = waitMs;
    this.isUncertain = isUncertain;
    this.reason = reason;
    this.status = status;
  }
}
