import { keyedTable, wordColumn } from "../keyed-table.ts";
import type { Reader, Tx } from "../ports.ts";
import { number } from "../rows.ts";
import { computed, selection } from "../selection.ts";
import { NUMBER, TEXT, TEXT_OR_NULL, type ValuesOf } from "../table.ts";

const FOUND = {
  /** Its place among all problems of the import. */
  seq: NUMBER,
  rowNumber: NUMBER,
  severity: wordColumn(["error", "warning"]),
  errorType: TEXT,
  field: TEXT_OR_NULL,
  rawValue: TEXT_OR_NULL,
};
const problems = keyedTable(
  "import_error",
  { importId: TEXT, ...FOUND, message: TEXT, messageFr: TEXT_OR_NULL, createdAtMs: NUMBER },
  ["importId", "seq"],
);

export interface NewImportError extends ValuesOf<typeof FOUND> {
  /** What is said, in each language. */
  messages: { en: string; fr: string };
}

export interface ImportErrorFilter {
  errorType: string | null;
  severity: string | null;
  /** Part of message, field or value, regardless of case. */
  search: string | null;
  /** Only those about an EAN. */
  eanOnly: boolean;
  /** Of the messages that are searched and given. */
  language: "en" | "fr";
}

const ALL = { errorType: null, severity: null, search: null, eanOnly: false };
/** Every problem, in a language. */
export const allErrors = (language: ImportErrorFilter["language"]): ImportErrorFilter => ({ ...ALL, language });

const MESSAGE = "iif(:language = 'fr', ifnull(message_fr, message), message)";
const SHOWN = { ...FOUND, message: computed(MESSAGE, TEXT), createdAtMs: NUMBER };
/** What was wrong with one row of a file, in the language that was requested. */
export type ImportError = ValuesOf<typeof SHOWN>;
const { selected, read } = selection("import_error", SHOWN);

const MATCHES = `tenant_id = :tenant and import_id = :importId
  and (:errorType is null or error_type = :errorType) and (:severity is null or severity = :severity)
  and (:eanOnly = 0 or error_type like 'ean\\_%' escape '\\')
  and (:search is null or instr(lower(${MESSAGE} || char(10) || ifnull(field, '') || char(10) || ifnull(raw_value, '')),
                                lower(:search)) > 0)`;

const filterArgs = (importId: string, { eanOnly, ...filter }: ImportErrorFilter) => ({
  ...filter,
  importId,
  eanOnly: eanOnly ? 1 : 0,
});

/** Problems after the one at `seq` (0: from the first), in the order of the rows. */
export const listImportErrors = (
  db: Reader,
  importId: string,
  filter: ImportErrorFilter,
  { seq, offset, limit }: { seq: number; offset: number; limit: number },
) =>
  db.all(
    `select ${selected} from import_error where ${MATCHES} and seq > :seq order by seq limit :limit offset :offset`,
    { ...filterArgs(importId, filter), seq, offset, limit },
    read,
  );

export const countImportErrors = (db: Reader, importId: string, filter: ImportErrorFilter) =>
  db.one(`select count(*) as total from import_error where ${MATCHES}`, filterArgs(importId, filter), (row) =>
    number(row, "total"),
  );

export const insertImportErrors = (tx: Tx, importId: string, errors: NewImportError[], nowMs: number) =>
  problems.send(
    tx,
    errors.map(({ messages, ...error }) => ({ ...error, message: messages.en, messageFr: messages.fr })),
    { importId, createdAtMs: nowMs },
  );

/** Deletes the last `count` warnings of an import; returns how many there were. */
export const deleteLastWarnings = (tx: Tx, importId: string, count: number) =>
  tx.run(
    `delete from import_error where tenant_id = :tenant and import_id = :importId and seq in
       (select seq from import_error where tenant_id = :tenant and import_id = :importId and severity = 'warning'
         order by seq desc limit :count)`,
    { importId, count },
  );

/** Deletes what an import left behind, but for its first `keep` problems; returns how many. */
export const deleteImportErrors = (tx: Tx, importId: string, keep: number) =>
  tx.run(
    `delete from import_error where tenant_id = :tenant and import_id = :importId and seq in
       (select seq from import_error where tenant_id = :tenant and import_id = :importId
         order by seq limit -1 offset :keep)`,
    { importId, keep },
  );
