import { type ImportSource, importSources } from "../../../db/imports/import-sources.ts";
import { type Import, imports } from "../../../db/imports/imports.ts";
import { enqueue } from "../../../db/jobs/queue.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { putSecret, type SealedSecret } from "../../../db/secrets/secrets.ts";
import { requireTaskRoom } from "../../storage/tenant-quota.ts";
import { supplierCodeOf } from "../upload/create-import.ts";
import type { Source } from "./source.ts";

/** How long the access data stays stored when the file has not come. */
export const SECRETS_STORED_MS = 86_400_000;

/** A file that is to be fetched. */
export interface ImportRequest extends Omit<ImportSource, "importId" | "source"> {
  id: string;
  source: Source;
  /** What lets in, encrypted for `secretPlace`; empty when it is a configuration's. */
  secrets: SealedSecret[];
  configId: string | null;
  supplierId: string | null;
  supplierCode: string | null;
  language: string;
  /** How many unfinished tasks the tenant may have; 0: no limit. */
  tasksMax: number;
}

/** Registers an import whose file is to be fetched, and has that done, in the caller's transaction. */
export async function addRequest(tx: Tx, request: ImportRequest, { now, newId }: MutationContext): Promise<Import> {
  const { id, source, secrets, configId, supplierId, supplierCode: _, language, tasksMax, ...rest } = request;
  const supplierCode = await supplierCodeOf(tx, request);
  await requireTaskRoom(tx, tasksMax);
  const jobUid = newId();
  const made = await imports.insert(tx, {
    id,
    // What the document says of an address: it is opened and read in one.
    status: source.type === "url" ? "analyzing" : "pending",
    importType: source.type,
    fileName: "",
    fileKey: null,
    fileSizeBytes: 0,
    fileFormat: {},
    columns: [],
    suggestedMapping: {},
    mapping: null,
    jobUid,
    configId,
    supplierId,
    supplierCode,
    language,
    totalRows: 0,
    createdAtMs: now(),
  });
  const eraseAtMs = secrets.length > 0 ? now() + SECRETS_STORED_MS : null;
  await importSources.insert(tx, { ...rest, importId: id, source, eraseAtMs });
  for (const secret of secrets) await putSecret(tx, rest.secretPlace, secret);
  await enqueue(tx, "imports.fetch", { importId: id }, { now, newId }, { uid: jobUid, queue: "outside" });
  return made;
}

/** Registers an import whose file is to be fetched. Throws VALIDATION_FAILED for an unknown supplier. */
export const requestImport = mutation("imports.request", addRequest);
