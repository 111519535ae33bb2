import { sentFields } from "../../engine/fields.ts";
import { listOf, member, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import type { PushKind, PushOutcome } from "../../engine/push/push-outcome.ts";
import { isDueLevel, variantChanges, variantRemark } from "../../engine/push/variant-changes.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { isStockSent } from "../each.ts";
import { levelFields, onceIn, priceFields, stockFields } from "./offer.ts";
import { call, listAll, nameIn } from "./woo-requests.ts";

/** Changes a batch takes. */
const BATCH = 100;

type Images = Readonly<Record<string, string>>;

function imageOf({ image }: PushVariant, images: Images) {
  if (image === null) return {};
  const known = images[image.key];
  if (known !== undefined) return { image: { id: Number(known) } };
  return image.url === null ? {} : { image: { src: image.url, alt: image.alt } };
}

function fieldsOf(kind: PushKind, item: PushItem, variant: PushVariant, images: Images): Record<string, unknown> {
  if (kind === "stock") return levelFields(variant);
  if (kind === "prices") return priceFields(variant);
  const { sku, ean, options, weight } = variant;
  const fields = sentFields(item, {
    ean: ean !== null && { global_unique_id: ean },
    weight: weight !== null && { weight: String(weight) },
    images: imageOf(variant, images),
    stock: variant.externalId === null && isStockSent(item) && stockFields(variant),
    price: priceFields(variant),
  });
  return { sku, attributes: Object.entries(options).map(([name, option]) => ({ name, option })), ...fields };
}

interface Batch {
  create: Record<string, unknown>[];
  update: Record<string, unknown>[];
  delete: number[];
}

/** What becomes of the variations of a product there: its stock and prices make and remove none. */
function batchOf(kind: PushKind, item: PushItem, there: ReadonlyMap<string, string>) {
  const changes = variantChanges(
    item,
    [...there].map(([id, sku]) => ({ id, sku })),
  );
  return kind === "products" ? changes : { ...changes, made: [], gone: [] };
}

const isImageFault = (answered: unknown) => /image/.test(String(member(answered, "error", "code")));
const withoutImage = ({ image: _, ...fields }: Record<string, unknown>) => fields;

/** A variation that is made or changed. */
interface Sent {
  variant: PushVariant;
  fields: Record<string, unknown>;
  isNew: boolean;
}

/** What became of variations: what they are called there, and which were refused. */
interface Outcome {
  ids: Record<string, string>;
  remarks: string[];
}

const isSentIn = (kind: PushKind, variant: PushVariant) => kind !== "stock" || isDueLevel(variant);

/** Sends a batch; returns those that go again, without their picture. */
async function sendSome(api: Api, path: string, some: readonly Sent[], gone: readonly string[], outcome: Outcome) {
  const create = some.filter(({ isNew }) => isNew);
  const update = some.filter(({ isNew }) => !isNew);
  const fieldsIn = (these: readonly Sent[]) => these.map(({ fields }) => fields);
  const batch: Batch = { create: fieldsIn(create), update: fieldsIn(update), delete: gone.map(Number) };
  const answer = await call(api, `${path}/batch`, { method: "POST", json: batch, ...onceIn(batch.update) });
  const answers = [...listOf(member(answer, "create")), ...listOf(member(answer, "update"))];
  return [...create, ...update].filter((each, index) => {
    const { sku, variantId } = each.variant;
    const id = textOf(member(answers[index], "id")) ?? "0";
    const why = nameIn(member(answers[index], "error", "message"));
    if (why !== undefined) outcome.remarks.push(variantRemark({ sku }, why));
    else if (id !== "0") outcome.ids[variantId] = id;
    return isImageFault(answers[index]) && "image" in each.fields;
  });
}

/** Whether each variation whose level is to be set was read just now, and so is there. */
const isRead = (kind: PushKind, { variants }: PushItem) =>
  kind === "stock" && variants.filter(isDueLevel).every(({ stockThere = null }) => stockThere !== null);

/** The variations that we know of a product, by the platform's id. */
const knownOf = ({ variants }: PushItem) =>
  new Map(variants.flatMap(({ externalId, sku }) => (externalId === null ? [] : [[externalId, sku] as const])));

/** The variations that a product has there. */
async function variationsThere(api: Api, path: string): Promise<Map<string, string>> {
  const found = await listAll(api, `${path}?_fields=id,sku`);
  return new Map(found.map((each) => [String(member(each, "id")), textOf(member(each, "sku")) ?? ""]));
}

/** Makes, changes and removes the variations of a product. */
async function sendVariations(api: Api, kind: PushKind, item: PushItem, images: Images): Promise<Outcome> {
  const path = `/products/${item.externalId}/variations`;
  const there = isRead(kind, item) ? knownOf(item) : await variationsThere(api, path);
  const { made, changed, gone } = batchOf(kind, item, there);
  const ids = Object.fromEntries(changed.map(({ variant, id }) => [variant.variantId, id]));
  const outcome: Outcome = { ids, remarks: [] };
  const all: Sent[] = [
    ...made.map((variant) => ({ variant, fields: fieldsOf(kind, item, variant, images), isNew: true })),
    ...changed
      .filter(({ variant }) => isSentIn(kind, variant))
      .map(({ variant, id }) => ({
        variant,
        fields: { id: Number(id), ...fieldsOf(kind, item, variant, images) },
        isNew: false,
      })),
  ];
  for (let from = 0; from < Math.max(all.length, gone.length); from += BATCH) {
    const some = all.slice(from, from + BATCH);
    const again = await sendSome(api, path, some, gone.slice(from, from + BATCH), outcome);
    const plain = again.map((each) => ({ ...each, fields: withoutImage(each.fields) }));
    if (plain.length > 0) await sendSome(api, path, plain, [], outcome);
  }
  return outcome;
}

/** A variable product whose parent was stored: its variations follow. */
export async function withVariations(
  api: Api,
  kind: PushKind,
  item: PushItem,
  outcome: PushOutcome,
): Promise<PushOutcome> {
  if ("error" in outcome || item.variants.length === 0) return outcome;
  const images = { ...item.parts.images, ...outcome.parts?.images };
  const placed = { ...item, externalId: outcome.externalId };
  const { ids, remarks } = await sendVariations(api, kind, placed, images);
  // A level or a price that was refused goes again, which only an error of the product says.
  if (kind !== "products" && remarks.length > 0) return { productId: item.productId, error: remarks.join("; ") };
  const isLacking = item.variants.some(({ variantId }) => ids[variantId] === undefined) || remarks.length > 0;
  return {
    ...outcome,
    parts: { variants: kind === "products" ? ids : { ...item.parts.variants, ...ids }, images },
    remarks: [...(outcome.remarks ?? []), ...remarks],
    ...(isLacking && { lacks: "variants" }),
  };
}
