import { listOf, member, timeOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { digestOf, newImagesOf } from "../each.ts";
import { locationOf } from "./query.ts";
import { carryOut, NAME } from "./shopify-bulk.ts";
import { followUp, type Made, refusedBy, SILENT } from "./shopify-bulk-steps.ts";
import { productOutcome, withParts } from "./shopify-outcome.ts";
import { filesOf, productInput, shownOf } from "./shopify-product.ts";
import { placeVariants } from "./shopify-variants.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/bulkOperationRunMutation
// An operation may have one connection: of a product with more variants than this the further ones would not be known.
const SHOWN_MAX = 250;
const PRODUCTS = (name: string, shown: number) => `mutation ${name}($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) { product { id createdAt onlineStoreUrl
    variants(first: ${shown}) { nodes { id sku inventoryItem { id } } } } userErrors { field message code } } }`;
const isOwnThere = ({ externalId, variants, attributes, parts }: PushItem) =>
  externalId !== null && (attributes.length > 0 || (variants.length > 0 && Object.keys(parts.variants).length === 0));

/**
 * More products than this go as one operation, unless a picture of them is to be uploaded, they have very many variants, or what the
 * shop has of them is to be read before.
 */
export const BULK = {
  above: 1_000,
  upTo: 10_000,
  takes: (item: PushItem): boolean =>
    item.variants.length <= SHOWN_MAX &&
    !isOwnThere(item) &&
    [...(newImagesOf(item) ?? []), ...item.variants.flatMap(({ image }) => image ?? [])].every(
      ({ url, key }) => url !== null || item.parts.images[key] !== undefined,
    ),
};

const workOf = (items: readonly PushItem[]) => ({ name: NAME, content: digestOf(items) });

/** Whether these are products of an operation that was begun in an earlier turn. */
export const isBegun = (api: Api, items: readonly PushItem[]): Promise<boolean> => api.isFollowed(workOf(items));

function madeOf(item: PushItem, answer: unknown, startedAtMs: number): Made {
  const { productId } = item;
  const made = member(answer, "data", "productSet");
  const error = refusedBy(answer);
  const outcome = error === undefined ? productOutcome(item, made, undefined) : { productId, error };
  const nodes = listOf(member(made, "product", "variants", "nodes"));
  const createdAtMs = timeOf(member(made, "product", "createdAt"));
  return {
    outcome:
      "error" in outcome
        ? outcome
        : withParts(item, outcome, { product: member(made, "product"), nodes, sent: [] }, []),
    wasThere: createdAtMs !== null && createdAtMs < startedAtMs,
  };
}

/** Sends products as one operation, which later turns follow on; each has what became of its own line. */
export async function pushInBulk(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const locationId = await locationOf(api);
  const shown = shownOf(items);
  const { lines, problem } = await carryOut<Made>(api, {
    content: workOf(items).content,
    mutation: (name) => PRODUCTS(name, shown),
    lines: async () => {
      const inputs: object[] = [];
      const placed = await placeVariants(api, items);
      for (const item of items) {
        const { files } = await filesOf(api, item);
        const own = placed.get(item.productId);
        const { others, item: there } = typeof own === "object" ? own : { others: [], item };
        inputs.push({ input: productInput(there, { locationId, files, others }) });
      }
      return inputs;
    },
    read: (answer, line, startedAtMs) => {
      const item = items[line];
      if (!item) throw new TypeError(`Shopify answers of line ${line} of ${items.length}`);
      return madeOf(item, answer, startedAtMs);
    },
    after: (ended) => followUp(api, items, ended),
  });
  return items.map(({ productId }, line) => lines.get(line)?.outcome ?? { productId, error: problem ?? SILENT });
}
