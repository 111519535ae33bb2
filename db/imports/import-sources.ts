import { keyedTable } from "../keyed-table.ts";
import type { Tx } from "../ports.ts";
import { FLAG, jsonColumn, NUMBER_OR_NULL, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";
import { type Import, imports } from "./imports.ts";

const SOURCE = {
  importId: TEXT,
  /** Without what lets in. */
  source: jsonColumn<unknown>(),
  /** Where what lets in is stored. */
  secretPlace: TEXT,
  templateId: TEXT_OR_NULL,
  /** Whether it is run at once when a template fits. */
  autoProcess: FLAG,
  skipHeaderRows: NUMBER_OR_NULL,
  sheetName: TEXT_OR_NULL,
  /** When what lets in is erased; `null`: it is, or it stays. */
  eraseAtMs: NUMBER_OR_NULL,
};
/** Where the file of an import is fetched from, and what is done with it then. */
export const importSources = keyedTable("import_source", SOURCE, ["importId"]);
export type ImportSource = Omit<ValuesOf<typeof SOURCE>, "eraseAtMs">;

/** Puts off when what lets in is erased, if that was to be. */
export const storeSecretsUntil = (tx: Tx, importId: string, eraseAtMs: number) =>
  tx.run(
    `update import_source set erase_at_ms = :eraseAtMs
      where tenant_id = :tenant and import_id = :importId and erase_at_ms is not null`,
    { importId, eraseAtMs },
  );

/** Notes that what let in is erased. */
export const markErased = (tx: Tx, importId: string) => importSources.set(tx, { importId }, { eraseAtMs: null });

/** Notes the file that was fetched, or that it is to be fetched again (`null`). */
export const setFetchedFile = (
  tx: Tx,
  { id, ...file }: Pick<Import, "id" | "fileName" | "fileKey" | "fileSizeBytes">,
) => imports.set(tx, { id }, file);
