import { enqueue } from "../../../db/jobs/queue.ts";
import { mutation } from "../../../db/ports.ts";
import { nameKey } from "../../text/name-key.ts";
import { Brand, brandChanges } from "./brand.ts";

// A passing fault of the ERP is tried again.
const ATTEMPTS_MAX = 3;
const NAME_MAX = 255;
/** Brands that are taken from one answer. */
export const BRANDS_MAX = 10_000;

/** A brand as an ERP names it. */
export interface ErpBrand {
  name: string;
  externalId: string | null;
}

const textOf = (value: unknown): string | undefined => {
  const text = typeof value === "number" ? String(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text.trim().slice(0, NAME_MAX) : undefined;
};

/**
 * The brands of an ERP's answer: a list, or one under `brands`, `items` or `data`, of names or of objects with a `name` and
 * an `id` or `external_id`. What has no name is left out; of equal names the first counts.
 */
export function brandsOf(answer: unknown): ErpBrand[] {
  const { brands, items, data } = Object(answer);
  const list = [answer, brands, items, data].find((each) => Array.isArray(each)) ?? [];
  const found = new Map<string, ErpBrand>();
  for (const each of (list as unknown[]).slice(0, BRANDS_MAX)) {
    const { name: given, external_id: external, id } = Object(each);
    const name = textOf(typeof each === "string" ? each : given);
    const key = name === undefined ? "" : nameKey(name);
    if (name === undefined || key === "" || found.has(key)) continue;
    found.set(key, { name, externalId: textOf(external ?? id) ?? null });
  }
  return [...found.values()];
}

/** Has a job take the brands of the ERP. Returns the id of the job. */
export const beginErpImport = mutation("brands.begin-erp-import", async (tx, _: undefined, context) => {
  const id = context.newId();
  await enqueue(tx, "brands.import-from-erp", {}, context, { uid: id, queue: "quick", attemptsMax: ATTEMPTS_MAX });
  return { id };
});

/** Creates the missing brands; those with a known name stay as they are. Returns how many were made. */
export const addErpBrands = mutation("brands.add-from-erp", async (tx, { brands }: { brands: ErpBrand[] }, context) => {
  const known = await Brand.table.findBy(
    tx,
    "name_key",
    brands.map(({ name }) => nameKey(name)),
  );
  const keys = new Set(known.map(({ name_key }) => name_key));
  const fresh = brands.filter(({ name }) => !keys.has(nameKey(name)));
  for (const { name, externalId } of fresh) {
    await brandChanges.create.run(tx, { fields: { name, external_id: externalId } }, context);
  }
  return { created: fresh.length };
});
