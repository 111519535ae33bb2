import { createHash } from "node:crypto";
import { decodeEntities } from "../../text/plain-text.ts";
import type { Report, WebhookSender } from "../engine/define-platform.ts";
import {
  centsOf,
  eanAmong,
  listOf,
  member,
  numberOf,
  present,
  pricesNow,
  textOf,
  timeOf,
} from "../engine/platform-values.ts";
import type { PulledProduct } from "../engine/pull/pulled-product.ts";
import type { News, ReportedLine } from "../orders/order-news.ts";

/** What a delivery asks for. */
export type Effect =
  | { kind: "upsert"; product: PulledProduct }
  | { kind: "delete"; externalId: string }
  /** An order, or a refund of one. */
  | { kind: "order"; news: News }
  /** What is to be read from the platform. */
  | { kind: "report"; report: Report }
  | { kind: "none" };

const TOPICS: readonly [RegExp, Effect["kind"]][] = [
  [/^products?[/.](?:create|update)d?$/, "upsert"],
  [/^products?[/.]deleted?$/, "delete"],
  // An order that is deleted puts nothing back: the shop does not either.
  [/^orders?[/.](?!delete)/, "order"],
  [/^refunds?[/.]create/, "order"],
];

const TOPIC_MAX = 50;

function titleOf({ hasEntities }: WebhookSender, body: Record<string, unknown>): string | undefined {
  const title = textOf(body["title"] ?? body["name"] ?? body["label"]);
  return title !== undefined && hasEntities ? decodeEntities(title) : title;
}

/** The price in a body: that of its first variant, with what it is compared with where that is said, else its own. */
function pricesIn(body: Record<string, unknown>) {
  const variant = member(body, "variants", 0);
  const priceCents = centsOf(member(variant, "price"));
  if (priceCents === undefined) return pricesNow(body);
  const compared = member(variant, "compare_at_price");
  return { priceCents, ...(compared !== undefined && { compareAtPriceCents: centsOf(compared) ?? null }) };
}

/** The product in a body, by the names that platforms use. */
function productOf(sender: WebhookSender, body: Record<string, unknown>): PulledProduct | undefined {
  const variant = member(body, "variants", 0);
  const id = sender.productIdOf ? sender.productIdOf(body) : textOf(body["id"] ?? body["id_product"]);
  const sku = textOf(member(variant, "sku")) ?? textOf(body["sku"] ?? body["reference"]) ?? null;
  if (id === undefined && sku === null) return undefined;
  // The price and the stock of the first of several are none of the product's own.
  const isSeveral = listOf(body["variants"]).length > 1;
  const variants = sender.variantsOf?.(body);
  return {
    externalId: id ?? `sku:${sku}`,
    sku,
    changedAtMs: timeOf(body["updated_at"] ?? body["date_modified_gmt"] ?? body["date_upd"]),
    ean: eanAmong(member(variant, "barcode"), body["global_unique_id"], body["ean13"], body["ean"], body["gtin"]),
    ...(isSeveral && { isLowestPrice: true }),
    ...(variants && { variants }),
    ...present({
      title: titleOf(sender, body),
      ...pricesIn(body),
      stock: isSeveral
        ? undefined
        : numberOf(
            member(variant, "inventory_quantity") ?? body["stock_quantity"] ?? body["quantity"] ?? body["stock"],
          ),
    }),
  };
}

/** An order as a platform without a form of its own reports it: all that it names is sold. */
function orderIn(body: Record<string, unknown>): News | undefined {
  if (!Array.isArray(body["line_items"])) return undefined;
  const lines = listOf(body["line_items"]).map((line, index): ReportedLine => {
    const quantity = Math.max(0, numberOf(member(line, "quantity")) ?? 0);
    const id = textOf(member(line, "product_id"));
    const sku = textOf(member(line, "sku")) ?? null;
    return { id: String(index), externalIds: id === undefined ? [] : [id], sku, quantity, held: quantity };
  });
  const reported = { status: "", changedAtMs: null, takenAtMs: null, rank: 0, refundIds: [] };
  return { id: textOf(body["id"]) ?? "", ...reported, lines };
}

/**
 * Names an order without an id: a delivery's own name is not signed, so a copy of one could be sent again under another
 * name.
 */
const hashOf = (body: Record<string, unknown>): string =>
  `sha256:${createHash("sha256").update(JSON.stringify(body)).digest("hex")}`;

/** Under which name the last delivery of a topic is noted: a platform can name as many others as it likes. */
function notedTopic(topic: string | null): string {
  if (topic === null) return "products";
  const known = topic.toLowerCase();
  return TOPICS.some(([pattern]) => pattern.test(known)) ? known.slice(0, TOPIC_MAX) : "other";
}

/** What a delivery asks for, and under which name it is noted. A platform that names no topic sends products. */
export function deliveryOf(
  sender: WebhookSender,
  topic: string | null,
  body: Record<string, unknown>,
): { topic: string; effect: Effect } {
  if (!sender.reportOf) return { topic: notedTopic(topic), effect: effectOf(sender, topic, body) };
  const report = sender.reportOf(body);
  const isKnown = sender.registers?.topics.includes(report.topic) === true;
  const isEmpty = report.changed.length + report.deleted.length === 0;
  return { topic: isKnown ? report.topic : "other", effect: isEmpty ? { kind: "none" } : { kind: "report", report } };
}

function effectOf(sender: WebhookSender, topic: string | null, body: Record<string, unknown>): Effect {
  const kind = topic === null ? "upsert" : TOPICS.find(([pattern]) => pattern.test(topic.toLowerCase()))?.[1];
  if (kind === "order") {
    const named = body["id"] === undefined ? { ...body, id: hashOf(body) } : body;
    const news = (sender.orderOf ?? orderIn)(named);
    return news ? { kind, news } : { kind: "none" };
  }
  const product = kind === undefined ? undefined : productOf(sender, body);
  if (product === undefined) return { kind: "none" };
  return kind === "delete" ? { kind, externalId: product.externalId } : productEffect(sender, body, product);
}

/** A product of which a body has a part is read from the platform. */
function productEffect(sender: WebhookSender, body: Record<string, unknown>, product: PulledProduct): Effect {
  if (!sender.isPart?.(body)) return { kind: "upsert", product };
  const changed = [{ kind: "product" as const, externalId: product.externalId }];
  return { kind: "report", report: { topic: "products/update", changed, deleted: [] } };
}
