import type { SyncNote } from "../../db/connectors/sync-notes.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { NO_PARTS, type PushItem } from "../../src/connectors/engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../src/connectors/engine/push/push-outcome.ts";
import { isVaried } from "../../src/connectors/engine/push/variant-changes.ts";
import type { PushedChunk } from "../../src/connectors/engine/synchronise.ts";
import { findAll, linkFound, type Prepared, type Way } from "./link.ts";
import { sentOf } from "./sent.ts";

const TRIES = 3;
const FIRST_WAIT_MS = 500;

/** The products, those with the platform's ids that it has already. */
async function withFound(way: Way, items: readonly PushItem[], doubtful: ReadonlySet<string>) {
  const unknown = items.filter(({ externalId, productId }) => externalId === null && doubtful.has(productId));
  const found = await findAll(way, unknown);
  const byProduct = new Map(found.map((each) => [each.productId, each]));
  return items.map((item): PushItem => {
    const made = byProduct.get(item.productId);
    return made ? { ...item, externalId: made.externalId, externalItemId: made.externalItemId ?? null } : item;
  });
}

/** The same, unless they are under way since an earlier turn, which is followed on. */
async function withIds(way: Way, items: readonly PushItem[], doubtful: ReadonlySet<string>) {
  const isUnderWay = doubtful.size > 0 && (await way.adapter.isUnderWay?.(way.api, items));
  return isUnderWay ? items : withFound(way, items, doubtful);
}

/**
 * Sends products so that none is made twice: those that may have been sent before are looked up first, and so are all of a
 * request whose answer was lost.
 */
async function sendOnce(
  way: Way,
  kind: PushKind,
  items: readonly PushItem[],
  doubtful: ReadonlySet<string>,
): Promise<PushOutcome[]> {
  const { adapter, api } = way;
  // A level is set whole: setting it twice is setting it once.
  const isMaking = kind === "products" && adapter.find !== undefined;
  let looked = doubtful;
  for (let attempt = 1; ; attempt++) {
    const known = await withIds(way, items, looked);
    try {
      return await adapter.push(isMaking ? api.careful() : api, kind, known);
    } catch (error) {
      const mayBeSent = isMaking && error instanceof PlatformError && error.isUncertain;
      if (!mayBeSent || attempt === TRIES) throw error;
      looked = new Set(items.map(({ productId }) => productId));
      await api.wait(FIRST_WAIT_MS * 2 ** attempt);
    }
  }
}

/** The answers that a request with fewer products may not get. */
const MAY_BE_SMALLER = new Set([400, 409, 413, 422]);

/** Sends products; when the platform refuses all for the size of the request or one of them, each half goes alone. */
async function sendInParts(
  way: Way,
  kind: PushKind,
  items: readonly PushItem[],
  doubtful: ReadonlySet<string>,
): Promise<PushOutcome[]> {
  try {
    return await sendOnce(way, kind, items, doubtful);
  } catch (error) {
    if (!(error instanceof PlatformError) || !MAY_BE_SMALLER.has(error.status ?? 0)) throw error;
    const [only] = items;
    if (items.length === 1 && only) return [{ productId: only.productId, error: error.message }];
    const middle = Math.ceil(items.length / 2);
    const first = await sendInParts(way, kind, items.slice(0, middle), doubtful);
    return [...first, ...(await sendInParts(way, kind, items.slice(middle), doubtful))];
  }
}

/** What became of products, with how those that were there before were known. */
const withLinks = (outcomes: readonly PushOutcome[], links: Prepared["links"]): PushOutcome[] =>
  outcomes.map((each) => {
    const linkedBy = links.get(each.productId);
    return "error" in each || linkedBy === undefined ? each : { ...each, linkedBy };
  });

/** Changes products whose SKU the platform has already, where they are to be linked; the others stay refused. */
async function linkTaken(way: Way, taken: readonly PushItem[], refusals: readonly PushOutcome[]) {
  const found = await findAll(way, taken);
  const there = new Set(found.map(({ productId }) => productId));
  const { items, links, refused } = await linkFound(
    way,
    taken.filter(({ productId }) => there.has(productId)),
    found,
  );
  const unknown = refusals.filter(({ productId }) => !there.has(productId));
  const outcomes = items.length === 0 ? [] : await sendInParts(way, "products", items, new Set());
  return [...unknown, ...refused, ...withLinks(outcomes, links)];
}

/** Sends a chunk. A product that the platform no longer has is made again, one whose SKU it has already is linked. */
export async function send(
  way: Way,
  kind: PushKind,
  { items: given, links, refused }: Prepared,
  doubtful: ReadonlySet<string>,
): Promise<PushOutcome[]> {
  if (given.length === 0) return refused;
  if (kind !== "products") return sendPlaced(way, kind, { items: given, links, refused }, doubtful);
  const { items, remarks } = await way.place(given);
  const outcomes = await sendPlaced(way, kind, { items, links, refused }, doubtful);
  // Where the connector does not send variants, what is made of one with them is one product.
  const isFlat = (item: PushItem) => item.externalId === null && item.variants.length > 0 && !isVaried(item);
  const flat = new Set(given.filter(isFlat).map(({ productId }) => productId));
  return outcomes.map((each) => {
    if ("error" in each) return each;
    const more = [remarks.get(each.productId), flat.has(each.productId) ? WITHOUT_VARIANTS : undefined];
    const all = [...(each.remarks ?? []), ...more.filter((remark) => remark !== undefined)];
    return all.length === 0 ? each : { ...each, remarks: all };
  });
}

const WITHOUT_VARIANTS =
  "Its variants are not among the fields that this connector sends (push_fields): it is there as one product";

/** A product of which nothing is there. */
const unplaced = (item: PushItem): PushItem => ({
  ...item,
  ...{ externalId: null, externalItemId: null, parts: NO_PARTS },
  variants: item.variants.map((variant) => ({ ...variant, externalId: null })),
});

async function sendPlaced(
  way: Way,
  kind: PushKind,
  { items, links, refused }: Prepared,
  doubtful: ReadonlySet<string>,
): Promise<PushOutcome[]> {
  const outcomes = [...refused, ...withLinks(await sendInParts(way, kind, items, doubtful), links)];
  const isMissing = (each: PushOutcome) => "error" in each && each.isMissing === true;
  const isTaken = (each: PushOutcome) => "error" in each && each.isTaken === true && way.adapter.find !== undefined;
  const itemsOf = (some: readonly PushOutcome[]) => {
    const ids = new Set(some.map(({ productId }) => productId));
    const those = items.filter(({ productId }) => ids.has(productId));
    return those.map(unplaced);
  };
  const missing = kind === "products" ? outcomes.filter(isMissing) : [];
  const again =
    missing.length === 0
      ? []
      : await sendInParts(way, kind, itemsOf(missing), new Set(missing.map((each) => each.productId)));
  const known = [...outcomes.filter((each) => !missing.includes(each)), ...again];
  const taken = kind === "products" ? known.filter(isTaken) : [];
  if (taken.length === 0) return known;
  const linked = await linkTaken(way, itemsOf(taken), taken);
  return [...known.filter((each) => !taken.includes(each)), ...linked];
}

const LINKED = {
  sku: "The platform had a product with this SKU: it is linked and was changed",
  ean: "The platform had a product with this EAN: it is linked and was changed",
};

/** The results of single products: those that failed, those that were linked, and what was sent otherwise than it is here. */
const notesOf = (
  items: ReadonlyMap<string, PushItem>,
  outcomes: readonly PushOutcome[],
  redact: Way["api"]["redact"],
): SyncNote[] =>
  outcomes.flatMap((outcome): SyncNote[] => {
    const { productId } = outcome;
    const { sku = null, externalId = null } = items.get(productId) ?? {};
    if ("error" in outcome) return [{ productId, sku, externalId, result: "error", message: redact(outcome.error) }];
    const { externalId: id, linkedBy, remarks = [] } = outcome;
    const noted = remarks.map(
      (message): SyncNote => ({ productId, sku, externalId: id, result: "noted", message: redact(message) }),
    );
    const linked: SyncNote[] = linkedBy
      ? [{ productId, sku, externalId: id, result: "linked", message: LINKED[linkedBy] }]
      : [];
    return [...linked, ...noted];
  });

/** What became of a chunk, as it is noted. `sent`: what was sent of each product before, as its mapping has it. */
export function chunkOf(
  { connector, adapter, api }: Way,
  { jobId, kind, items }: { jobId: string; kind: PushKind; items: readonly PushItem[] },
  outcomes: readonly PushOutcome[],
  sent: ReadonlyMap<string, string | null>,
): PushedChunk {
  const byId = new Map(items.map((item) => [item.productId, item]));
  const mappings: PushedChunk["mappings"] = [];
  const missing: string[] = [];
  for (const outcome of outcomes) {
    const { productId } = outcome;
    const item = byId.get(productId);
    if ("error" in outcome) {
      if (outcome.isMissing) missing.push(productId);
      continue;
    }
    const { externalId, externalItemId = null, externalUrl = null, parts, lacks } = outcome;
    const { sendsOffersSeparately: isSeparate = false, unread = [], sendsEmptied: notesFilled = false } = adapter;
    const how = { isSeparate, lacks, unread, notesFilled };
    const noted = item && { sent: sentOf(sent.get(productId) ?? null, item, kind, how) };
    mappings.push({ productId, externalId, externalItemId, externalUrl, ...(parts && { parts }), ...noted });
  }
  const known = kind === "prices" ? [] : outcomes.map(({ productId }) => productId);
  return {
    connectorId: connector.id,
    jobId,
    counts: {},
    mappings,
    missing,
    known,
    notes: notesOf(byId, outcomes, api.redact),
  };
}
