import type { Reader, Tx } from "../ports.ts";
import { boolean, json, numberOrNull, type Row, text, textOrNull } from "../rows.ts";

/** Where the file of an import is fetched from, and what is done with it then. */
export interface ImportSource {
  importId: string;
  /** Without what lets in. */
  source: unknown;
  /** Where what lets in is stored. */
  secretPlace: string;
  templateId: string | null;
  /** Whether it is run at once when a template fits. */
  autoProcess: boolean;
  skipHeaderRows: number | null;
  sheetName: string | null;
}

const readSource = (row: Row): ImportSource => ({
  importId: text(row, "import_id"),
  source: json(row, "source"),
  secretPlace: text(row, "secret_place"),
  templateId: textOrNull(row, "template_id"),
  autoProcess: boolean(row, "auto_process"),
  skipHeaderRows: numberOrNull(row, "skip_header_rows"),
  sheetName: textOrNull(row, "sheet_name"),
});

export const findImportSource = (db: Reader, importId: string) =>
  db.first(
    `select import_id, source, secret_place, template_id, auto_process, skip_header_rows, sheet_name
       from import_source where tenant_id = :tenant and import_id = :importId`,
    { importId },
    readSource,
  );

export const insertImportSource = (
  tx: Tx,
  { source, autoProcess, ...rest }: ImportSource & { eraseAtMs: number | null },
) =>
  tx.run(
    `insert into import_source (tenant_id, import_id, source, secret_place, template_id, auto_process,
                                skip_header_rows, sheet_name, erase_at_ms)
     values (:tenant, :importId, :source, :secretPlace, :templateId, :autoProcess, :skipHeaderRows, :sheetName,
             :eraseAtMs)`,
    { ...rest, source: JSON.stringify(source), autoProcess: Number(autoProcess) },
  );

/** Puts off when what lets in is erased, if that was to be. */
export const keepSecretsUntil = (tx: Tx, importId: string, eraseAtMs: number) =>
  tx.run(
    `update import_source set erase_at_ms = :eraseAtMs
      where tenant_id = :tenant and import_id = :importId and erase_at_ms is not null`,
    { importId, eraseAtMs },
  );

/** Notes that what let in is erased. */
export const markErased = (tx: Tx, importId: string) =>
  tx.run("update import_source set erase_at_ms = null where tenant_id = :tenant and import_id = :importId", {
    importId,
  });

/** Notes the file that was fetched, or that it is to be fetched anew (`null`). */
export const setFetchedFile = (
  tx: Tx,
  { id, ...file }: { id: string; fileName: string; fileKey: string | null; fileSizeBytes: number },
) =>
  tx.run(
    `update import set file_name = :fileName, file_key = :fileKey, file_size_bytes = :fileSizeBytes
      where tenant_id = :tenant and id = :id`,
    { id, ...file },
  );
