import {
  deleteTemplate,
  type EanAsinTemplate,
  findTemplate,
  findTemplateByName,
  insertTemplate,
  updateTemplate,
} from "../../db/ean-asin/templates.ts";
import { mutation, type Tx } from "../../db/ports.ts";
import { ApiError, required } from "../http/errors.ts";
import { requireVersion } from "../http/etag.ts";
import { nameKey } from "../text/name-key.ts";

type Settings = Pick<
  EanAsinTemplate,
  "name" | "eanColumn" | "asinColumn" | "marketplaceColumn" | "marketplace" | "delimiter"
>;
interface Target {
  id: number;
  /** The versions that may be changed; `null`: any. */
  expected: string[] | null;
}

async function refuseTakenName(tx: Tx, name: string, id?: number): Promise<void> {
  const holder = await findTemplateByName(tx, nameKey(name));
  if (holder && holder.id !== id) {
    throw new ApiError("DUPLICATE_RESOURCE", { details: { field: "name", existing_id: holder.id } });
  }
}

/** Stores a template and returns its number. Throws DUPLICATE_RESOURCE for a name that is taken. */
export const createEanAsinTemplate = mutation(
  "ean-asin.create-template",
  async (tx, settings: Settings, { now }): Promise<{ id: number }> => {
    await refuseTakenName(tx, settings.name);
    const atMs = now();
    const id = await insertTemplate(tx, {
      ...settings,
      nameKey: nameKey(settings.name),
      createdAtMs: atMs,
      updatedAtMs: atMs,
    });
    return { id };
  },
);

/** Changes what is given of a template. Throws NOT_FOUND, PRECONDITION_FAILED and DUPLICATE_RESOURCE. */
export const updateEanAsinTemplate = mutation(
  "ean-asin.update-template",
  async (tx, { id, expected, changes }: Target & { changes: Partial<Settings> }, { now }): Promise<void> => {
    const known = required(await findTemplate(tx, id), "ean_asin_template", String(id));
    requireVersion(expected, known.version);
    const changed = { ...known, ...changes };
    if (JSON.stringify(changed) === JSON.stringify(known)) return;
    await refuseTakenName(tx, changed.name, id);
    await updateTemplate(tx, {
      ...changed,
      nameKey: nameKey(changed.name),
      updatedAtMs: now(),
      version: known.version + 1,
    });
  },
);

/** Deletes a template. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const deleteEanAsinTemplate = mutation(
  "ean-asin.delete-template",
  async (tx, { id, expected }: Target): Promise<void> => {
    const known = required(await findTemplate(tx, id), "ean_asin_template", String(id));
    requireVersion(expected, known.version);
    await deleteTemplate(tx, id);
  },
);
