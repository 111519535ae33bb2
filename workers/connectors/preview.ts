import { findConnector } from "../../db/connectors/connectors.ts";
import { listPushed, type PushedProduct } from "../../db/connectors/pushed-products.ts";
import type { SyncNote } from "../../db/connectors/sync-notes.ts";
import type { Reader } from "../../db/ports.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import type { PulledProduct } from "../../src/connectors/engine/pull/pulled-product.ts";
import type { PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { ApiRequest } from "../../src/connectors/engine/requests/platform-api.ts";
import type { PushedChunk } from "../../src/connectors/engine/synchronise.ts";
import type { Preview, PreviewInput, PreviewProduct } from "../../src/connectors/push-preview.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { findPublication } from "../../src/settings/publication.ts";
import type { Way } from "./link.ts";
import { openWay } from "./open-way.ts";
import { changesOf, emptiedOf } from "./preview-changes.ts";
import { isSendable, itemsOf } from "./push-items.ts";
import { carryOut, type Removal, removalOf, sizeOf } from "./removed.ts";
import { isEmpty, type Plan, planOf, readyPlan, sendPage } from "./send-page.ts";

const CHUNK = 100;
/** Pages without anything to send that one request looks at. */
const PAGES_MAX = 20;

interface Context {
  db: Reader & { tenantId: string };
  services: ThreadServices;
}

/** What a push of products would do, up to the first page on which it would do something. Changes nothing, here or there. */
export async function preview(
  services: ThreadServices,
  tenantId: string,
  input: PreviewInput,
  signal: AbortSignal,
): Promise<{ error: string } | Preview> {
  const db = services.reader(tenantId);
  const connector = await findConnector(db, input.connectorId);
  if (!connector) return { error: "The connector was deleted" };
  const noted: ApiRequest[] = [];
  const way = await openWay(connector, { services, db, signal, dry: noted });
  try {
    const { enforce } = await findPublication(db);
    return await firstPage(way, input, { db, services, enforce, noted });
  } catch (error) {
    if (!(error instanceof PlatformError)) throw error;
    return { error: way.api.redact(error.message) };
  }
}

type Looking = Context & { enforce: boolean; noted: ApiRequest[] };

async function firstPage(way: Way, input: PreviewInput, looking: Looking): Promise<Preview> {
  const { connectorId, productIds } = input;
  let { after } = input;
  let unchanged = 0;
  for (let page = 0; page < PAGES_MAX; page++) {
    const scope = { connectorId, ...(productIds && { productIds }) };
    const products = await listPushed(looking.db, scope, { after, limit: CHUNK });
    after = products.at(-1)?.rowId ?? after;
    const isLast = products.length < CHUNK;
    const found = await previewOf(way, products, input, looking);
    unchanged += found.unchanged;
    if (found.products.length > 0 || isLast) return { ...found, unchanged, next: isLast ? null : after };
  }
  return { products: [], unchanged, requests: [], next: after };
}

async function previewOf(
  way: Way,
  products: readonly PushedProduct[],
  { connectorId, isForced }: PreviewInput,
  { db, services, enforce, noted }: Looking,
): Promise<Omit<Preview, "next">> {
  const wanted = products.filter((product) => isSendable(product, enforce));
  const items = await itemsOf(wanted, await way.content(), { db, services, connectorId });
  const sent = new Map(products.map((product) => [product.id, product.sent]));
  const plan = planOf(way, items, sent, { kinds: new Set(["products"]), isForced });
  const removal = await removalOf(way, products, { db, services, enforce });
  const none = isEmpty(plan) && sizeOf(removal) === 0;
  if (none) return { products: [], unchanged: plan.unchanged, requests: [] };
  const there = await readThere(way, plan, removal);
  noted.length = 0;
  const notes = await sendDry(way, { plan, removal, products, sent, noted });
  const requests = noted.map(({ method, url }) => ({ method, path: way.api.redact(pathOf(url)) }));
  const all = new Set([...plan.whole, ...plan.stock, ...plan.prices]);
  const seen = { plan, there, notes, sent };
  const listed = [...all].map((item) => previewedItem(way, item, seen));
  return { products: [...listed, ...removedItems(way, removal, seen)], unchanged: plan.unchanged, requests };
}

const pathOf = (url: string) => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** What the platform has of the products that it has, by its ids. */
async function readThere({ adapter, api, content }: Way, { whole, stock, prices }: Plan, { emptied }: Removal) {
  const ids = new Set([...whole, ...stock, ...prices, ...emptied].flatMap(({ externalId }) => externalId ?? []));
  if (ids.size === 0) return new Map<string, PulledProduct>();
  const [language = ""] = (await content()).plan.languages;
  const read = await adapter.read(api, [...ids], language);
  return new Map(read.map((each) => [each.externalId, each]));
}

/** The push itself, by a way that changes nothing. Returns what it would report of single products. */
async function sendDry(
  way: Way,
  given: {
    plan: Plan;
    removal: Removal;
    products: readonly PushedProduct[];
    sent: Map<string, string | null>;
    noted: ApiRequest[];
  },
): Promise<SyncNote[]> {
  const { plan, removal, products, sent, noted } = given;
  const notes: SyncNote[] = [];
  const note = async (chunk: PushedChunk) => void notes.push(...(chunk.notes ?? []));
  const noting = { jobId: "", sent: new Map(sent), counted: new Map(), note, noteMoves: async () => undefined };
  await carryOut(way, removal, noting);
  const asked = noted.length;
  const ready = await readyPlan(way, plan, products);
  // A push only looks for what the platform has refused.
  if (way.adapter.sameSku === "refused" && way.existing === "link") noted.splice(asked);
  await sendPage(way, ready, noting);
  return notes;
}

/** What a trial of a page has shown. */
interface Seen {
  plan: Plan;
  /** What the platform has, by its ids. */
  there: ReadonlyMap<string, PulledProduct>;
  notes: readonly SyncNote[];
  /** What was sent of products last, as their mappings have it. */
  sent: ReadonlyMap<string, string | null>;
}

function previewedItem(way: Way, item: PushItem, { plan, there, notes, sent }: Seen): PreviewProduct {
  const { productId, sku, externalId, priceProblem } = item;
  const own = notes.filter((note) => note.productId === productId);
  const isOf = (result: SyncNote["result"]) => own.some((note) => note.result === result);
  const made = isOf("linked") ? "linked" : "made";
  const sends = (["products", "stock", "prices"] as const).filter((kind) => PARTS[kind](plan).includes(item));
  const before = { there: there.get(externalId ?? "") ?? null, sent: sent.get(productId) ?? null };
  const reasons = [...own.map(({ message }) => message), ...(priceProblem === undefined ? [] : [priceProblem])];
  return {
    ...{ productId, sku, externalId, sends },
    result: isOf("error") ? "refused" : externalId === null ? made : "changed",
    changes: changesOf(way, item, before, new Set(sends)),
    reasons: [...new Set(reasons)],
  };
}

const PARTS = {
  products: ({ whole }: Plan) => whole,
  stock: ({ stock }: Plan) => stock,
  prices: ({ prices }: Plan) => prices,
};

const removedItems = (way: Way, removal: Removal, { there, notes }: Seen): PreviewProduct[] =>
  (["hidden", "shown", "emptied"] as const).flatMap((result) =>
    removal[result].map(({ productId, sku, externalId }) => {
      const own = notes.filter((note) => note.productId === productId);
      return {
        ...{ productId, sku, externalId },
        result: own.some((note) => note.result === "error") ? "refused" : result,
        sends: [],
        changes: result === "emptied" ? emptiedOf(way, there.get(externalId ?? "")) : null,
        reasons: own.map(({ message }) => message),
      };
    }),
  );
