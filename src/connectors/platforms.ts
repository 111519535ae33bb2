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

/** A credential that a connector needs. */
export interface Credential {
  title: string;
  isRequired: boolean;
  isSecret: boolean;
  type: "string" | "integer";
  format?: "uri";
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
  description: string;
}

/** Where the owner of a shop finds the credentials, by platform: the menu to open first, then each field. */
export type Hints = Readonly<Record<string, { where: string; fields: Readonly<Record<string, string>> }>>;

const ABBREVIATED: Record<string, Capability> = {
  PP: "push_products",
  LP: "pull_products",
  PS: "push_stock",
  LS: "pull_stock",
  PR: "push_prices",
  IM: "push_images",
  CA: "push_categories",
  WH: "receive_webhook",
};
const ALL = Object.keys(ABBREVIATED).join(" ");

function capabilitiesOf(short: string): Capability[] {
  const wanted = new Set(short.split(" ").map((each) => ABBREVIATED[each]));
  return CAPABILITIES.filter((capability) => wanted.has(capability));
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

/** `name*!:integer`: a star for what is required, an exclamation mark for a secret. */
function credentialOf(short: string): [string, Credential] {
  const [, name = "", marks = "", type = "string"] = /^(\w+)([*!]*)(?::(\w+))?$/.exec(short) ?? [];
  const credential: Credential = {
    title: titleOf(name),
    isRequired: marks.includes("*"),
    isSecret: marks.includes("!"),
    type: type === "integer" ? "integer" : "string",
    ...(name.endsWith("_url") && { format: "uri" as const }),
  };
  return [name, credential];
}

const platform = (
  [id, name, tier, category, authType]: [string, string, Platform["tier"], Platform["category"], string],
  capabilities: string,
  credentials: string,
  description: string,
  choices: Platform["choices"] = [],
): Platform => ({
  id,
  name,
  tier,
  category,
  authType,
  isMarketplace: category === "marketplace",
  capabilities: capabilitiesOf(capabilities),
  credentials: Object.fromEntries(credentials.split(" ").map(credentialOf)),
  description,
  choices,
});

const SHOP = "PP LP PS LS PR IM CA";
const PLATFORMS: readonly Platform[] = [
  platform(
    ["shopify", "Shopify", 1, "e-commerce", "access_token"],
    ALL,
    "shop_url* access_token*! client_id client_secret! location_id webhook_secret!",
    "Hosted shops, by the Admin GraphQL API.",
    [["access_token"], ["client_id", "client_secret"]],
  ),
  platform(
    ["woocommerce", "WooCommerce", 1, "e-commerce", "consumer_key"],
    ALL,
    "store_url* consumer_key*! consumer_secret*! webhook_secret!",
    "WordPress shops, by the REST API v3.",
  ),
  platform(
    ["prestashop", "PrestaShop", 1, "e-commerce", "api_key"],
    ALL,
    "shop_url* api_key*! language_id:integer webhook_username webhook_password!",
    "Self-hosted shops, by the webservice.",
  ),
  platform(
    ["magento", "Adobe Commerce (Magento)", 1, "enterprise", "access_token"],
    SHOP,
    "base_url* access_token*! store_code",
    "Adobe Commerce and Magento Open Source, by the REST API.",
  ),
  platform(
    ["amazon", "Amazon", 1, "marketplace", "oauth2"],
    "PP PS PR IM",
    "seller_id* marketplace_id* client_id* client_secret*! refresh_token*!",
    "Amazon's marketplaces, by the Selling Partner API.",
  ),
  platform(
    ["bigcommerce", "BigCommerce", 2, "e-commerce", "access_token"],
    SHOP,
    "store_hash* access_token*!",
    "Hosted shops, by the V3 catalog API.",
  ),
  platform(
    ["ebay", "eBay", 2, "marketplace", "oauth2"],
    "PP LP PS PR IM",
    "marketplace_id* client_id* client_secret*! refresh_token*!",
    "eBay's marketplaces, by the Inventory API.",
  ),
  platform(
    ["salesforce_commerce", "Salesforce Commerce Cloud", 2, "enterprise", "oauth2"],
    "PP LP PS PR CA",
    "instance_url* organization_id* site_id* client_id* client_secret*!",
    "B2C Commerce, by its Commerce API.",
  ),
  platform(
    ["wizishop", "WiziShop", 3, "e-commerce", "api_key"],
    "PP LP PS LS PR IM WH",
    "shop_id* api_key*! webhook_token!",
    "French hosted shops, by the REST API.",
  ),
  platform(
    ["cdiscount", "Cdiscount (Octopia)", 3, "marketplace", "oauth2"],
    "PP PS PR IM",
    "seller_id* client_id* client_secret*!",
    "Cdiscount and Octopia's marketplaces, by the Octopia API.",
  ),
  platform(
    ["fnac_darty", "Fnac Darty", 3, "marketplace", "api_key"],
    "PP PS PR",
    "partner_id* shop_id* api_key*!",
    "Fnac and Darty, by the marketplace's XML API.",
  ),
  platform(
    ["manomano", "ManoMano", 3, "marketplace", "api_key"],
    "PP PS PR IM",
    "seller_contract_id* api_key*!",
    "ManoMano's marketplaces, by the partner API.",
  ),
  platform(
    ["mirakl", "Mirakl (multi-operator)", 3, "marketplace", "api_key"],
    "PP LP PS PR",
    "base_url* api_key*! shop_id",
    "Marketplaces that run on Mirakl, by the seller API.",
  ),
  platform(
    ["shopware", "Shopware 6", 4, "e-commerce", "oauth2"],
    SHOP,
    "base_url* client_id* client_secret*!",
    "Shopware 6 shops, by the Admin API.",
  ),
  platform(
    ["squarespace", "Squarespace", 4, "e-commerce", "api_key"],
    "PP LP PS LS PR IM",
    "api_key*!",
    "Hosted shops, by the commerce APIs.",
  ),
];

/** Every platform, by tier and name. */
export const listPlatforms = ({ tier, category }: { tier?: number | undefined; category?: string | undefined } = {}) =>
  PLATFORMS.filter(
    (each) => (tier ?? each.tier) === each.tier && (category ?? each.category) === each.category,
  ).toSorted((one, other) => one.tier - other.tier || one.name.localeCompare(other.name));

export const PLATFORM_IDS: readonly string[] = PLATFORMS.map(({ id }) => id);
export const PLATFORM_NAMES: readonly (readonly [id: string, name: string])[] = PLATFORMS.map(({ id, name }) => [
  id,
  name,
]);
export const findPlatform = (id: string): Platform | undefined => PLATFORMS.find((each) => each.id === id);

/** Where its icon is. */
export const logoPathOf = (id: string): string => `/static/platforms/${id}.svg`;

/** Where a platform sends its webhooks; empty where it sends none. */
const webhookPathOf = ({ id, capabilities }: Platform): string =>
  capabilities.includes("receive_webhook")
    ? `/api/v1/connectors/${id}/${id === "prestashop" ? "push" : "webhook"}`
    : "";

export const platformBody = (each: Platform) => ({
  id: each.id,
  name: each.name,
  tier: each.tier,
  category: each.category,
  auth_type: each.authType,
  capabilities: [...each.capabilities],
  description: each.description,
  logo_path: logoPathOf(each.id),
  webhook_path: webhookPathOf(each),
  is_marketplace: each.isMarketplace,
});

/** The credentials as a JSON Schema. */
export const configSchemaOf = ({ credentials }: Platform): Record<string, unknown> => ({
  type: "object",
  required: Object.keys(credentials).filter((name) => credentials[name]?.isRequired),
  properties: Object.fromEntries(
    Object.entries(credentials).map(([name, { title, type, format, isSecret }]) => [
      name,
      {
        type,
        title,
        description: `${title}${isSecret ? ". It is stored encrypted and never shown" : ""}.`,
        ...(format && { format }),
        secret: isSecret,
      },
    ]),
  ),
  additionalProperties: false,
});
