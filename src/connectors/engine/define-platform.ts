import type { Language } from "../../http/output/messages.ts";
import type { Consent } from "../consent/consent-of.ts";
import type { News } from "../orders/order-news.ts";
import type { Adapter } from "./adapter.ts";
import type { Source } from "./fields.ts";
import type { PlatformPrices } from "./price-terms.ts";
import type { PulledVariant } from "./pull/pulled-product.ts";
import type { TextLimits } from "./push/text-limits.ts";
import type { PublicKey } from "./shop/shop-webhook.ts";

/** What a connector to a platform can do. */
export const CAPABILITIES = [
  "push_products",
  "pull_products",
  "push_stock",
  "pull_stock",
  "push_prices",
  "push_images",
  "push_categories",
  "receive_webhook",
] as const;
export type Capability = (typeof CAPABILITIES)[number];
/** Products and stock there and back, and prices there. */
export const BOTH_WAYS = ["push_products", "pull_products", "push_stock", "pull_stock", "push_prices"] as const;

/** A credential that a connector needs. */
export interface Credential {
  title: string;
  isRequired: boolean;
  isSecret: boolean;
  type: "string" | "integer";
  format?: "uri";
}

/** Where the owner of a shop finds the credentials: the menu to open first, then each field. */
interface Hints {
  where: string;
  fields: Readonly<Record<string, string>>;
}

/** What a delivery says has changed, where it does not say what it is now: that is read from the platform. */
export interface Report {
  topic: string;
  changed: readonly { kind: "product" | "order"; externalId: string }[];
  /** The platform's ids of products that it no longer has. */
  deleted: readonly string[];
}

/** A delivery, unchanged. */
export interface SentWebhook {
  signature: string;
  bytes: Uint8Array;
  /** The platform's key of that id; `undefined`: it has none, or does not answer. */
  publicKey(keyId: string): Promise<PublicKey | undefined>;
}

/** How a platform sends webhooks, and how it is known that it was this one. */
export interface WebhookSender {
  /** What the contract calls the platform, in a second path and in headers. */
  letter?: string;
  /** The end of its path. */
  end: "webhook" | "push";
  /** The credential without which nothing can be verified. */
  key: string;
  /** Headers by what they say, in lower case; the first that is there counts. */
  headers: {
    /** Empty: its address does, as `token`. */
    signature: readonly string[];
    /** Empty: its body does, else it sends products. */
    topic: readonly string[];
    /** Empty: it names none, and a second one of the same does no harm. */
    delivery: readonly string[];
    /** Which shop it is of. */
    shop?: readonly string[];
  };
  /** What deliveries to a connector with these credentials name: the host of its shop, or what they send as a password. */
  ownName(credentials: Record<string, string>): string;
  /** What a delivery names; empty where it does not. `shop` is what the header says. */
  sentName(sent: { signature: string; shop: string }): string;
  /** Whose password is sent, where one could be guessed for somebody. */
  sentUser?(signature: string): string;
  verifies(credentials: Record<string, string>, sent: SentWebhook): boolean | Promise<boolean>;
  /** What verifies it is a signature, and no password that could be guessed. */
  isSigned?: true;
  /** Its address names the connector in its path, as the platform writes what it asks behind it. */
  isInPath?: true;
  /** What is answered to a platform that asks whether an address is ours; `undefined`: it does not ask that. */
  answersChallenge?(
    credentials: Record<string, string>,
    asked: { query: URLSearchParams; address: string },
  ): { challengeResponse: string } | undefined;
  /** The status when no connector of the platform can verify anything, where it is not that of the code. */
  notConfigured?: number;
  /** It gives all deliveries of a webhook within a second one name: their content is part of what names them. */
  repeatsDeliveryIds?: true;
  /** Its names come with entities for characters of HTML. */
  hasEntities?: true;
  /** Whether a body without a signature only says hello. */
  isHello?: (text: string) => boolean;
  /** What adapters call the product of a body, where that is not its `id`. */
  productIdOf?: (body: Record<string, unknown>) => string | undefined;
  /** The variants of a product in a body; `undefined`: it has none. */
  variantsOf?: (body: Record<string, unknown>) => PulledVariant[] | undefined;
  /** Whether a body has only a part of its product, which is read then. */
  isPart?: (body: Record<string, unknown>) => boolean;
  /** Its webhooks can be registered by its API: by which topics, and which credential signs them, where it is fixed. */
  registers?: { topics: readonly string[]; signedBy?: string };
  /** What a delivery reports of an order, or of a refund; `undefined`: neither. */
  orderOf?: (body: Record<string, unknown>) => News | undefined;
  /** Its deliveries only name what has changed. */
  reportOf?: (body: Record<string, unknown>) => Report;
}

export interface Platform {
  id: string;
  name: string;
  /** 1 (high), 2 (medium), 3 (French market), 4 (more). */
  tier: 1 | 2 | 3 | 4;
  category: "e-commerce" | "marketplace" | "enterprise";
  authType: string;
  isMarketplace: boolean;
  capabilities: readonly Capability[];
  credentials: Readonly<Record<string, Credential>>;
  /** Sets of credentials of which one must be whole: the first holds those that are required, any other does as well. */
  choices: readonly (readonly string[])[];
  description: Readonly<Record<Language, string>>;
  /** Loaded at its first use. */
  adapter: () => Promise<Adapter>;
  /** What it calls the fields of the catalog that are sent to it; one that is not here is never sent. */
  fields: Readonly<Partial<Record<Source, string>>>;
  /** Rules for fields of its own that hold where a connector has none for them. */
  rules?: readonly { target: string; field: string }[];
  /** What an owner's rules may say beside `fields` and what is below those of `attributes`; one that ends in a dot: all below it. */
  ownFields?: readonly string[];
  /** What is fixed of its prices; absent: each shop decides. */
  prices?: PlatformPrices;
  /** What it takes of texts, where it does not take all. */
  limits?: TextLimits;
  guide: Readonly<Record<Language, Hints>>;
  webhook?: WebhookSender;
  /** Credentials can be had by the consent of the shop's owner, too. */
  consent?: Consent;
  /** Its orders can be read, as the net under deliveries that were lost. */
  hasOrders?: true;
  /** It gives no id of an order twice, of any shop or seller: connectors that report the same id report the same order. */
  orderIdsAreUnique?: true;
  /** Each variant of a product is an offer of its own there, by its own SKU. */
  hasVariantOffers?: true;
  /** Its products can be taken from sale without being deleted. */
  hides?: true;
}

const TITLES: Record<string, string> = {
  shop_url: "Shop address",
  store_url: "Store address",
  base_url: "Address",
  instance_url: "Instance address",
  api_key: "API key",
  client_id: "Client id",
  webhook_secret: "Webhook secret",
  webhook_token: "Webhook token",
};
const titleOf = (name: string) => TITLES[name] ?? name.charAt(0).toUpperCase() + name.slice(1).replaceAll("_", " ");

/** A credential as a platform writes it down: a text that may be left out and shown, unless it says otherwise. */
type WrittenCredential = Partial<Pick<Credential, "isRequired" | "isSecret" | "type">>;

const credentialOf = (
  name: string,
  { isRequired = false, isSecret = false, type = "string" }: WrittenCredential,
): Credential => ({
  title: titleOf(name),
  isRequired,
  isSecret,
  type,
  ...(name.endsWith("_url") && { format: "uri" as const }),
});

type Written = Omit<Platform, "isMarketplace" | "credentials" | "choices"> & {
  credentials: Readonly<Record<string, WrittenCredential>>;
  choices?: Platform["choices"];
};

/** A platform as its folder writes it down. */
export const definePlatform = (written: Written): Platform => ({
  ...written,
  isMarketplace: written.category === "marketplace",
  credentials: Object.fromEntries(
    Object.entries(written.credentials).map(([name, credential]) => [name, credentialOf(name, credential)]),
  ),
  choices: written.choices ?? [],
});
