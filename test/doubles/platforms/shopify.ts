import type { Reply } from "../shops.ts";
import { tooCostly } from "./graphql-answers.ts";
import { BAD, bodyAs, NO_ROUTE, type Platform, type Shelf, WHY } from "./platform.ts";
import { isOfOperations, openOperations, type ProductInput } from "./shopify-operations.ts";

/** The webhooks of an app: what a query that registers makes, and those that it lists. */
function openSubscriptions() {
  const all = new Map<string, { id: string; topic: string; uri: string }>();
  const put = (to: { uri: string }, topic: string | undefined, known: string | undefined) => {
    const id = known ?? `gid://shopify/WebhookSubscription/${all.size + 1}`;
    const before = all.get(id);
    if (known !== undefined && !before) return { userErrors: [{ message: "Webhook subscription does not exist" }] };
    all.set(id, { id, topic: topic ?? before?.topic ?? "", uri: to.uri });
    return { webhookSubscription: { id }, userErrors: [] };
  };
  return (query: string, to: { uri: string }): Record<string, unknown> => {
    const asked = /\b(\w\d+): webhookSubscription(\w+)\((?:topic: (\w+)|id: "([^"]+)")/g;
    const answers = [...query.matchAll(asked)].map(([, name = "", verb, topic, id = ""]) => {
      if (verb !== "Delete") return [name, put(to, topic, topic === undefined ? id : undefined)];
      return [name, { userErrors: all.delete(id) ? [] : [{ message: "Webhook subscription does not exist" }] }];
    });
    return query.includes("webhookSubscriptions(")
      ? { webhookSubscriptions: { nodes: [...all.values()] } }
      : Object.fromEntries(answers);
  };
}

interface Variables {
  [name: string]: {
    id?: string;
    variants?: { sku: string }[];
    quantities: { inventoryItemId: string }[];
  } & string;
}

const THROTTLED: Reply = {
  json: {
    errors: [{ message: "Throttled", extensions: { code: "THROTTLED" } }],
    extensions: { cost: { requestedQueryCost: 100, throttleStatus: { currentlyAvailable: 0, restoreRate: 50 } } },
  },
};

const named = (query: string, letter: string) =>
  [...query.matchAll(new RegExp(`\\b${letter}(\\d+): `, "g"))].map(([, index]) => Number(index));
const nodesOf = (id: string, sku?: string) => ({
  nodes: [{ id: `v${id}`, sku, product: { id, variantsCount: { count: 1 } }, inventoryItem: { id: `i${id}` } }],
});

const NO_PRODUCT = { message: "No such product", code: "PRODUCT_DOES_NOT_EXIST" };

function setProduct(shelf: Shelf, input: ProductInput | undefined) {
  const sku = input?.variants?.[0]?.sku ?? "";
  if (sku === BAD) return { userErrors: [{ field: ["input"], message: WHY, code: "INVALID_INPUT" }] };
  if (input?.id !== undefined && !shelf.products.has(input.id)) {
    return { userErrors: [{ field: ["input", "id"], ...NO_PRODUCT }] };
  }
  const id = input?.id ?? shelf.make(sku);
  return {
    product: { id, createdAt: "2026-01-01T00:00:00Z", onlineStoreUrl: null, variants: nodesOf(id) },
    userErrors: [],
  };
}

/** Prices of products, in one query of as many mutations; `i`: which of them. */
const priced = (shelf: Shelf, query: string, variables: Variables) =>
  Object.fromEntries(
    named(query, "m").map((at) => {
      const isThere = shelf.products.has(String(variables[`i${at}`]));
      return [`m${at}`, { userErrors: isThere ? [] : [{ field: ["productId"], ...NO_PRODUCT }] }];
    }),
  );

function shopifyAnswer(shelf: Shelf, query: string, variables: Variables): Record<string, unknown> {
  if (query.includes("locations(")) return { locations: { nodes: [{ id: "gid://shopify/Location/1" }] } };
  if (query.includes("publications(")) {
    const id = "gid://shopify/Publication/1";
    return { publications: { nodes: [{ id, autoPublish: false, supportsFuturePublishing: true }] } };
  }
  if (query.includes("productSet("))
    return Object.fromEntries(named(query, "m").map((at) => [`m${at}`, setProduct(shelf, variables[`p${at}`])]));
  if (query.includes("productVariantsBulkUpdate(")) return priced(shelf, query, variables);
  if (query.includes("productVariants(")) {
    const skusOf = (at: number) =>
      [...String(variables[`q${at}`]).matchAll(/sku:"([^"]*)"/g)].map(([, sku = ""]) => sku);
    const found = (at: number) => ({
      nodes: skusOf(at).flatMap((sku) => {
        const id = shelf.idOf(sku);
        return id === undefined ? [] : nodesOf(id, sku).nodes;
      }),
    });
    return Object.fromEntries(named(query, "f").map((at) => [`f${at}`, found(at)]));
  }
  if (query.includes("inventoryLevel(")) {
    const ids = variables["ids"] as unknown as string[]; // as the query declares them
    return { nodes: ids.map((id) => ({ id, inventoryLevel: { quantities: [{ quantity: 4 }] } })) };
  }
  const quantities = variables["input"]?.quantities ?? [];
  // What its schema cannot say: without these it refuses since 2026-04.
  const isWhole = quantities.every((each) => "changeFromQuantity" in each) && query.includes("@idempotent(key: $key)");
  if (!isWhole) return { inventorySetQuantities: { userErrors: [{ message: "changeFromQuantity and a key" }] } };
  const userErrors = quantities.flatMap(({ inventoryItemId: id }, at) =>
    shelf.products.has(id.slice(1))
      ? []
      : [{ field: ["input", "quantities", String(at)], message: "No such item", code: "INVALID_INVENTORY_ITEM" }],
  );
  return { inventorySetQuantities: { userErrors } };
}

export const shopify: Platform = {
  id: "shopify",
  credentials: { shop_url: "", access_token: "secret" },
  isTogether: true,
  isWrite: ({ text }) => /productSet\(|inventorySetQuantities\(/.test(text),
  busy: { reply: THROTTLED, waitMs: 2_000 },
  gone: { products: "made again", stock: "unlinked" },
  taken: "linked",
  itemIdOf: (id) => `v${id} i${id}`,
  answer: (shelf) => {
    const subscriptions = openSubscriptions();
    const operations = openOperations((input) => setProduct(shelf, input));
    return (call) => {
      const stored = operations.stored(call);
      if (stored) return stored;
      if (call.route !== "POST /admin/api/2026-10/graphql.json") return NO_ROUTE;
      const { query, variables } = bodyAs<{ query: string; variables: Variables }>(call);
      const refused = tooCostly(query, variables);
      if (refused) return { json: refused };
      if (isOfOperations(query))
        return { json: { data: operations.answer(query, variables, `https://${call.headers["host"]}`) } };
      const isOfWebhooks = query.includes("webhookSubscription");
      // As the query declares it.
      const to = variables["to"] as unknown as { uri: string };
      return { json: { data: isOfWebhooks ? subscriptions(query, to) : shopifyAnswer(shelf, query, variables) } };
    };
  },
};
