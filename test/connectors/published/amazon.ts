/** What a message of a feed of listings needs by its operation, and what it may not have. */
interface PublishedMessage {
  required: readonly string[];
  forbidden: readonly string[];
}

const MEMBERS = ["messageId", "sku", "operationType", "productType", "requirements", "attributes", "patches"];
const REQUIREMENTS = ["LISTING", "LISTING_PRODUCT_ONLY", "LISTING_OFFER_ONLY"];
const PATCHES = ["add", "replace", "merge", "delete"];
const CONTENT = { required: ["productType", "attributes"], forbidden: ["patches"] };

/**
 * Amazon's schema of messages, as github.com/amzn/selling-partner-api-models had it on 2026-08-05 (34dc93f,
 * `schemas/feeds/listings-feed-message-schema-v2.json`); no npm package holds it. Attributes are those of a product type.
 */
const MESSAGES: Readonly<Record<string, PublishedMessage>> = {
  UPDATE: CONTENT,
  PARTIAL_UPDATE: CONTENT,
  PATCH: { required: ["productType", "patches"], forbidden: ["attributes"] },
  DELETE: { required: [], forbidden: ["requirements", "attributes", "productType", "patches"] },
};

interface Message {
  messageId: number;
  sku: string;
  operationType: string;
  requirements?: string;
  attributes?: Record<string, unknown>;
  patches?: { op: string; path: string; value?: unknown }[];
}

/** A value of an attribute is a list of objects, each for a marketplace where it says so. */
const isValue = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === "object" && each !== null);

function contentFaults({ attributes, patches = [], requirements }: Message): string[] {
  const values = [...Object.entries(attributes ?? {}), ...patches.map(({ path, value }) => [path, value] as const)];
  const isEmpty = attributes !== undefined && Object.keys(attributes).length === 0;
  return [
    ...(isEmpty ? ["attributes"] : []),
    ...values.flatMap(([name, value]) => (isValue(value) ? [] : `value of ${name}`)),
    ...patches.flatMap(({ op }) => (PATCHES.includes(op) ? [] : `patch ${op}`)),
    ...(requirements === undefined || REQUIREMENTS.includes(requirements) ? [] : [`requirements ${requirements}`]),
  ];
}

/** What a price of an offer has, and what of it a reduced one needs, as Amazon's page on purchasable offers and public integrations say. */
const PRICES = ["our_price", "discounted_price", "minimum_seller_allowed_price", "maximum_seller_allowed_price"];
const OFFER = ["marketplace_id", "currency", "audience", "start_at", "end_at", "quantity_discount_plan", ...PRICES];
const SCHEDULE: Record<string, readonly string[]> = { discounted_price: ["value_with_tax", "start_at", "end_at"] };

/** What is wrong with a purchasable offer. */
export function offerFault(offer: Record<string, unknown>): string[] {
  return Object.entries(offer).flatMap(([name, value]) => {
    if (!OFFER.includes(name)) return name;
    if (!PRICES.includes(name)) return [];
    const [{ schedule: [scheduled = {}] = [] } = { schedule: [] }] = value as { schedule: object[] }[]; // our adapter's own body
    const wanted = SCHEDULE[name] ?? ["value_with_tax"];
    return Object.keys(scheduled).join() === wanted.join() ? [] : `schedule of ${name}`;
  });
}

/** What the schema says against a message. */
export function messageFault(message: Message): string[] {
  const names = Object.keys(message);
  const { required, forbidden } = MESSAGES[message.operationType] ?? { required: ["an operation"], forbidden: [] };
  return [
    ...names.filter((name) => !MEMBERS.includes(name)),
    ...["messageId", "sku", ...required].filter((name) => !names.includes(name)).map((name) => `without ${name}`),
    ...forbidden.filter((name) => names.includes(name)),
    ...(message.messageId < 1 || message.sku === "" ? ["messageId or sku"] : []),
    ...contentFaults(message),
  ];
}
