import { isSent } from "../../engine/fields.ts";
import type { PlatformError } from "../../engine/platform-error.ts";
import { PlatformError as Refusal } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { PushItem, PushVariant } from "../../engine/push/push-item.ts";
import { variantChanges, variantRemark } from "../../engine/push/variant-changes.ts";
import { optionValue, wholeOptions } from "../../engine/push/variant-options.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { portionsOf } from "../../engine/requests/portions.ts";
import { refusalIn } from "../each.ts";
import { call } from "./bigcommerce-call.ts";
import { variantPrices } from "./bigcommerce-offer.ts";

// Source: https://developer.bigcommerce.com/docs/rest-catalog/product-variants and /product-variant-options ; a batch has fifty
// variants, a product six hundred
export const VARIANTS_MAX = 600;
const BATCH = 50;
const PAGE = 250;

/** A value of an option, as a variant has it. */
interface Value {
  id: number;
  option_id: number;
  option_display_name: string;
  label: string;
}

/** A variant as the store has it. */
export interface VariantThere {
  id: string;
  sku: string;
  gtin: string;
  values: readonly Value[];
}

const valuesIn = (variant: unknown): Value[] =>
  listOf(member(variant, "option_values")).map((each) => ({
    id: numberOf(member(each, "id")) ?? 0,
    option_id: numberOf(member(each, "option_id")) ?? 0,
    option_display_name: textOf(member(each, "option_display_name")) ?? "",
    label: textOf(member(each, "label")) ?? "",
  }));

const thereIn = (variant: unknown): VariantThere => ({
  id: String(member(variant, "id")),
  sku: textOf(member(variant, "sku")) ?? "",
  gtin: textOf(member(variant, "gtin")) ?? "",
  values: valuesIn(variant),
});

/** All variants of some products, as the store answers them; `more`: parameters of the request. */
export async function listVariants(api: Api, productIds: readonly string[], more = ""): Promise<unknown[]> {
  const all: unknown[] = [];
  for (let page = 1, pages = 1; page <= pages && productIds.length > 0; page++) {
    const which = `product_id:in=${productIds.join(",")}&limit=${PAGE}&page=${page}${more}`;
    const found = await call(api, `catalog/variants?${which}`);
    all.push(...listOf(member(found, "data")));
    pages = numberOf(member(found, "meta", "pagination", "total_pages")) ?? 1;
  }
  return all;
}

/** The variants of some products; one without options has one without values. */
export async function variantsThere(api: Api, productIds: readonly string[]): Promise<Map<string, VariantThere[]>> {
  const all = await listVariants(api, productIds);
  const groups = Map.groupBy(all, (each) => String(member(each, "product_id")));
  return new Map([...groups].map(([id, some]) => [id, some.map(thereIn)]));
}

export const isVariedThere = (there: readonly VariantThere[]): boolean => there.some(({ values }) => values.length > 0);

/** The codes and the weight of a variant, and its prices. */
const fieldsOf = (item: PushItem, variant: PushVariant) => ({
  ...(variant.weight !== null && isSent(item, "weight") && { weight: variant.weight }),
  ...(isSent(item, "price") && variantPrices(variant)),
});
const codesOf = (item: PushItem, { sku, ean }: PushVariant) => ({
  sku,
  ...(ean !== null && isSent(item, "ean") && { gtin: ean }),
});
const levelOf = (item: PushItem, { stock }: PushVariant) =>
  item.isStockOfShop || !isSent(item, "stock") ? {} : { inventory_level: stock };

/** The variants that a new product is made with; their options are made with them. */
export const newVariants = (item: PushItem): object[] =>
  item.variants.map((variant) => ({
    ...{ ...codesOf(item, variant), ...fieldsOf(item, variant), ...levelOf(item, variant) },
    option_values: wholeOptions(item).map(({ name }) => ({
      ...{ option_display_name: name, label: optionValue(item, variant, name) },
    })),
  }));

/** What the store calls values of options: those that are not there are made. */
async function openValues(api: Api, productId: string, item: PushItem, there: readonly VariantThere[]) {
  const key = (name: string, label: string) => `${name.toLowerCase()}\n${label.toLowerCase()}`;
  const known = there.flatMap(({ values }) => values);
  const values = new Map(known.map((each) => [key(each.option_display_name, each.label), each]));
  const path = `catalog/products/${productId}/options`;
  for (const [place, { name, values: labels }] of wholeOptions(item).entries()) {
    const optionId = known.find((each) => each.option_display_name.toLowerCase() === name.toLowerCase())?.option_id;
    const missing = labels.filter((label) => !values.has(key(name, label)));
    const entries = missing.map((label) => ({ label, sort_order: labels.indexOf(label) }));
    if (optionId === undefined) {
      const json = { display_name: name, type: "dropdown", sort_order: place, option_values: entries };
      const made = member(await call(api, path, { method: "POST", json }), "data");
      for (const value of listOf(member(made, "option_values"))) {
        const label = textOf(member(value, "label")) ?? "";
        const ids = { id: numberOf(member(value, "id")) ?? 0, option_id: numberOf(member(made, "id")) ?? 0 };
        values.set(key(name, label), { ...ids, option_display_name: name, label });
      }
      continue;
    }
    for (const json of entries) {
      const made = await call(api, `${path}/${optionId}/values`, { method: "POST", json });
      const id = numberOf(member(made, "data", "id")) ?? 0;
      values.set(key(name, json.label), { id, option_id: optionId, option_display_name: name, label: json.label });
    }
  }
  return (variant: PushVariant): Value[] =>
    wholeOptions(item).flatMap(({ name }) => values.get(key(name, optionValue(item, variant, name))) ?? []);
}

/** Changes variants, fifty a request; those of a refused one each alone. Returns why some were refused. */
export async function changeVariants<T>(
  api: Api,
  all: readonly { of: T; fields: { id: number } & Record<string, unknown> }[],
): Promise<Map<T, PlatformError>> {
  const refused = new Map<T, PlatformError>();
  const send = (some: typeof all) =>
    call(api, "catalog/variants", { method: "PUT", json: some.map(({ fields }) => fields) });
  for (const some of portionsOf(all, BATCH)) {
    for (const part of (await isRefused(() => send(some))) ? some.map((each) => [each]) : []) {
      const error = await isRefused(() => send(part));
      const of = part[0]?.of;
      if (error && of !== undefined) refused.set(of, error);
    }
  }
  return refused;
}

async function isRefused(send: () => Promise<unknown>): Promise<PlatformError | undefined> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason !== "refused") throw error;
    return error;
  }
  return undefined;
}

/** What became of the variants of a product, and what is still to be changed of them. */
export interface SentVariants {
  ids: Record<string, string>;
  remarks: string[];
  rows: readonly { of: PushVariant; fields: { id: number } & Record<string, unknown> }[];
}

/**
 * Makes and removes the variants of a product that is there, and changes codes and values; a refusal of one is a remark. What a
 * batch takes, with those of other products, is returned.
 */
export async function sendVariants(
  api: Api,
  productId: string,
  item: PushItem,
  there: readonly VariantThere[],
): Promise<SentVariants> {
  const remarks: string[] = [];
  const path = `catalog/products/${productId}/variants`;
  const { made, changed, gone } = variantChanges(item, there);
  const ids: Record<string, string> = Object.fromEntries(changed.map(({ variant, id }) => [variant.variantId, id]));
  const trying = async (variant: PushVariant, send: () => Promise<unknown>) => {
    try {
      return await send();
    } catch (error) {
      remarks.push(variantRemark(variant, refusalIn(error)));
      return undefined;
    }
  };
  for (const id of gone) await call(api, `${path}/${id}`, { method: "DELETE" }, { accepts: isThere });
  const valuesOf = await openValues(api, productId, item, there);
  for (const { variant, id } of changed) {
    const before = there.find((each) => each.id === id);
    const [codes, values] = [codesOf(item, variant), valuesOf(variant)];
    const isSame = values.every((value) => before?.values.some((each) => each.id === value.id));
    const isOther = before?.sku !== codes.sku || (codes.gtin ?? before.gtin) !== before.gtin || !isSame;
    // A batch takes neither codes nor options.
    const json = { ...codes, ...(!isSame && { option_values: values }) };
    if (isOther) await trying(variant, () => call(api, `${path}/${id}`, { method: "PUT", json }));
  }
  const rows = changed.map(({ variant, id }) => ({
    of: variant,
    fields: { id: Number(id), ...fieldsOf(item, variant) },
  }));
  for (const variant of made) {
    const json = {
      ...{ ...codesOf(item, variant), ...fieldsOf(item, variant), ...levelOf(item, variant) },
      option_values: valuesOf(variant),
    };
    const answer = await trying(variant, () => call(api, path, { method: "POST", json }));
    const id = textOf(member(answer, "data", "id"));
    if (id !== undefined) ids[variant.variantId] = id;
  }
  await removeUnused(api, productId, { there, gone, wanted: item.variants.flatMap(valuesOf) });
  return { ids, remarks, rows: rows.filter(({ fields }) => Object.keys(fields).length > 1) };
}

const isThere = (status: number) => status < 400 || status === 404;

/** Removes values of options that no variant has any more. */
async function removeUnused(
  api: Api,
  productId: string,
  { there, gone, wanted }: { there: readonly VariantThere[]; gone: readonly string[]; wanted: readonly Value[] },
): Promise<void> {
  const left = there.filter(({ id }) => !gone.includes(id)).flatMap(({ values }) => values);
  const used = new Set([...wanted, ...left].map(({ id }) => id));
  const unused = there.flatMap(({ values }) => values).filter(({ id }) => !used.has(id));
  for (const { id, option_id: optionId } of new Map(unused.map((each) => [each.id, each])).values()) {
    const path = `catalog/products/${productId}/options/${optionId}/values/${id}`;
    await call(api, path, { method: "DELETE" }, { accepts: isThere });
  }
}
