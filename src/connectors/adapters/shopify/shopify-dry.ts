import { listOf, member } from "../../engine/platform-values.ts";
import { IS_READ, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** A mutation of a query: its own name in it, and what is called. */
const CALLED =
  /(?:(\w+): )?(productSet|productVariantsBulkUpdate|metafieldsSet|publishablePublish|productUpdate|inventorySetQuantities)\(/g;

/** What a shop answers of mutations, as its adapter reads it; its queries are POST, too. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  const gid = (kind: string) => `gid://shopify/${kind}/${nextId()}`;
  const stored = (input: unknown) => {
    const variants = listOf(member(input, "variants"));
    const nodes = (variants.length === 0 ? [{}] : variants).map((each) => ({
      ...{ id: gid("ProductVariant"), sku: member(each, "sku"), inventoryItem: { id: gid("InventoryItem") } },
    }));
    const media = listOf(member(input, "files")).map(() => ({ id: gid("MediaImage") }));
    return { id: member(input, "id") ?? gid("Product"), variants: { nodes }, media: { nodes: media } };
  };
  return ({ method, url, json }: ApiRequest) => {
    if (method === "GET") return undefined;
    if (method === "PUT") return {};
    const text = String(member(json, "query"));
    if (!url.endsWith("/graphql.json") || !text.startsWith("mutation")) return IS_READ;
    if (text.startsWith("mutation stage")) {
      const target = { url: "https://uploads.invalid", resourceUrl: "https://uploads.invalid", parameters: [] };
      return { data: { stagedUploadsCreate: { stagedTargets: [target], userErrors: [] } } };
    }
    const data = [...text.matchAll(CALLED)].map(([, alias, name = ""]) => {
      const input = member(json, "variables", alias?.replace(/^m/, "p") ?? "");
      return [alias ?? name, { ...(name === "productSet" && { product: stored(input) }), userErrors: [] }];
    });
    return { data: Object.fromEntries(data) };
  };
}
