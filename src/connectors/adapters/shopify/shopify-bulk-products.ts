import { listOf, member, textOf, timeOf } from "../../engine/platform-values.ts";
import type { PushItem } from "../../engine/push/push-item.ts";
import type { PushOutcome } from "../../engine/push/push-outcome.ts";
import { isVaried } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { digestOf, newImagesOf } from "../each.ts";
import { locationOf } from "./query.ts";
import { type BulkAnswers, carryOut, NAME } from "./shopify-bulk.ts";
import { productOutcome, withParts } from "./shopify-outcome.ts";
import { filesOf, productInput, VARIANTS_SHOWN, variantChange } from "./shopify-product.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10/mutations/bulkOperationRunMutation
const PRODUCTS = (name: string, shown: number) => `mutation ${name}($input: ProductSetInput!) {
  productSet(synchronous: true, input: $input) { product { id createdAt onlineStoreUrl
    variants(first: ${shown}) { nodes { id sku inventoryItem { id } } } } userErrors { field message code } } }`;
const VARIANTS = (name: string) => `mutation ${name}($productId: ID!, $variants: [ProductVariantsBulkInput!]!) {
  productVariantsBulkUpdate(productId: $productId, variants: $variants) { userErrors { field message code } } }`;

/** More products than this go as one operation, unless a picture of them is to be uploaded. */
export const BULK = {
  above: 1_000,
  upTo: 10_000,
  takes: (item: PushItem): boolean =>
    [...(newImagesOf(item) ?? []), ...item.variants.flatMap(({ image }) => image ?? [])].every(
      ({ url, key }) => url !== null || item.parts.images[key] !== undefined,
    ),
};

const workOf = (items: readonly PushItem[]) => ({ name: NAME, content: digestOf(items) });

/** Whether these are products of an operation that was begun in an earlier turn. */
export const isUnderWay = async (api: Api, items: readonly PushItem[]): Promise<boolean> =>
  items.length > BULK.above && (await api.isFollowed(workOf(items)));

/** What became of a line. */
interface Made {
  outcome: PushOutcome;
  /** The product was there before: it has kept its variant. */
  wasThere: boolean;
}

function refusedBy(answer: unknown): string | undefined {
  const [error] = listOf(member(answer, "errors"));
  return error === undefined ? undefined : (textOf(member(error, "message")) ?? "refused");
}

function madeOf(item: PushItem, answer: unknown, startedAtMs: number): Made {
  const { productId } = item;
  const made = member(answer, "data", "productSet");
  const error = refusedBy(answer);
  const outcome = error === undefined ? productOutcome(item, made, undefined) : { productId, error };
  const createdAtMs = timeOf(member(made, "product", "createdAt"));
  return {
    outcome: "error" in outcome ? outcome : withParts(item, outcome, made, []),
    wasThere: createdAtMs !== null && createdAtMs < startedAtMs,
  };
}

/** Changes the one variant of the products that were there, by an operation of its own. */
async function changeVariants(
  api: Api,
  items: readonly PushItem[],
  ended: BulkAnswers<Made>,
): Promise<BulkAnswers<Made>> {
  const there = [...ended.lines].flatMap(([line, { outcome, wasThere }]) => {
    const item = items[line];
    if (!item || !wasThere || "error" in outcome || isVaried(item)) return [];
    const { externalId: id, externalItemId: known } = outcome;
    return [{ line, productId: id, variants: [variantChange({ ...item, externalItemId: known ?? null })] }];
  });
  if (there.length === 0) return ended;
  const changed = await carryOut(api, {
    content: [digestOf(items), there],
    mutation: VARIANTS,
    lines: async () => there.map(({ line: _, ...variables }) => variables),
    read: (answer) => {
      const [error] = listOf(member(answer, "data", "productVariantsBulkUpdate", "userErrors"));
      return refusedBy(answer) ?? (error === undefined ? undefined : (textOf(member(error, "message")) ?? "refused"));
    },
  });
  const lines = new Map(ended.lines);
  for (const [place, { line }] of there.entries()) {
    const made = lines.get(line);
    const error = changed.lines.has(place) ? changed.lines.get(place) : (changed.problem ?? SILENT);
    if (made && error !== undefined)
      lines.set(line, { ...made, outcome: { productId: made.outcome.productId, error } });
  }
  return { ...ended, lines };
}

const SILENT = "Shopify said nothing of it";

/** Sends products as one operation, which later turns follow on; each has what became of its own line. */
export async function pushInBulk(api: Api, items: readonly PushItem[]): Promise<PushOutcome[]> {
  const locationId = await locationOf(api);
  const shown = items.some(isVaried) ? VARIANTS_SHOWN : 1;
  const { lines, problem } = await carryOut<Made>(api, {
    content: workOf(items).content,
    mutation: (name) => PRODUCTS(name, shown),
    lines: async () => {
      const inputs: object[] = [];
      for (const item of items) {
        const { files } = await filesOf(api, item);
        inputs.push({ input: productInput(item, { locationId, files }) });
      }
      return inputs;
    },
    read: (answer, line, startedAtMs) => {
      const item = items[line];
      if (!item) throw new TypeError(`Shopify answers of line ${line} of ${items.length}`);
      return madeOf(item, answer, startedAtMs);
    },
    after: (ended) => changeVariants(api, items, ended),
  });
  return items.map(({ productId }, line) => lines.get(line)?.outcome ?? { productId, error: problem ?? SILENT });
}
