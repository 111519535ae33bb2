import { createHash } from "node:crypto";
import { decodeEntities } from "../../text/plain-text.ts";
import type { PulledProduct } from "../engine/adapter.ts";
import type { WebhookSender } from "../engine/define-platform.ts";
import { centsOf, eanAmong, listOf, member, numberOf, present, textOf } from "../engine/platform-values.ts";

/** What a delivery asks for. */
export type Effect =
  | { kind: "upsert"; product: PulledProduct }
  | { kind: "delete"; externalId: string }
  /** An order: what it takes from the stock. `id`: what the platform calls it, else the hash of its content. */
  | { kind: "order"; id: string; lines: OrderLine[] }
  | { kind: "none" };

export interface OrderLine {
  /** What the platform calls the product or its variant; any of them. */
  externalIds: string[];
  sku: string | null;
  quantity: number;
}

const TOPICS: readonly [RegExp, Effect["kind"]][] = [
  [/^products?[/.](?:create|update)d?$/, "upsert"],
  [/^products?[/.]deleted?$/, "delete"],
  [/^orders?[/.](?:create|paid|created)$/, "order"],
];

function titleOf({ hasEntities }: WebhookSender, body: Record<string, unknown>): string | undefined {
  const title = textOf(body["title"] ?? body["name"] ?? body["label"]);
  return title !== undefined && hasEntities ? decodeEntities(title) : title;
}

/** The product in a body, by the names that platforms use. */
function productOf(sender: WebhookSender, body: Record<string, unknown>): PulledProduct | undefined {
  const variant = member(body, "variants", 0);
  const id = sender.productIdOf ? sender.productIdOf(body) : textOf(body["id"] ?? body["id_product"]);
  const sku = textOf(member(variant, "sku")) ?? textOf(body["sku"] ?? body["reference"]) ?? null;
  if (id === undefined && sku === null) return undefined;
  return {
    externalId: id ?? `sku:${sku}`,
    sku,
    ean: eanAmong(member(variant, "barcode"), body["global_unique_id"], body["ean13"], body["ean"], body["gtin"]),
    ...present({
      title: titleOf(sender, body),
      priceCents: centsOf(member(variant, "price")) ?? centsOf(body["regular_price"] ?? body["price"]),
      stock: numberOf(
        member(variant, "inventory_quantity") ?? body["stock_quantity"] ?? body["quantity"] ?? body["stock"],
      ),
    }),
  };
}

const linesOf = (sender: WebhookSender, body: Record<string, unknown>): OrderLine[] =>
  listOf(body["line_items"]).flatMap((line) => {
    const quantity = numberOf(member(line, "quantity"));
    if (quantity === undefined || quantity <= 0) return [];
    const id = sender.orderedIdOf ? sender.orderedIdOf(line) : textOf(member(line, "product_id"));
    return [{ externalIds: id === undefined ? [] : [id], sku: textOf(member(line, "sku")) ?? null, quantity }];
  });

/**
 * Names an order without an id: a delivery's own name is not signed, so a copy of one could be sent again under another
 * name.
 */
const hashOf = (body: Record<string, unknown>): string =>
  `sha256:${createHash("sha256").update(JSON.stringify(body)).digest("hex")}`;

/** What a delivery asks for. A platform that names no topic sends products. */
export function deliveryOf(sender: WebhookSender, topic: string | null, body: Record<string, unknown>): Effect {
  const kind = topic === null ? "upsert" : TOPICS.find(([pattern]) => pattern.test(topic.toLowerCase()))?.[1];
  if (kind === "order") return { kind, id: textOf(body["id"]) ?? hashOf(body), lines: linesOf(sender, body) };
  const product = kind === undefined ? undefined : productOf(sender, body);
  if (product === undefined) return { kind: "none" };
  return kind === "delete" ? { kind, externalId: product.externalId } : { kind: "upsert", product };
}
