import type { Reader, Tx } from "../ports.ts";
import { number, type Row, text, textOrNull } from "../rows.ts";

export interface NewImportError {
  /** Its place among all problems of the import. */
  seq: number;
  rowNumber: number;
  severity: "error" | "warning";
  errorType: string;
  field: string | null;
  /** What is said, in each language. */
  messages: { en: string; fr: string };
  rawValue: string | null;
}

/** What was wrong with one row of a file. */
export interface ImportError extends Omit<NewImportError, "messages"> {
  /** In the language that was asked for. */
  message: string;
  createdAtMs: number;
}

export interface ImportErrorFilter {
  errorType: string | null;
  severity: string | null;
  /** Part of message, field or value, whatever the case. */
  search: string | null;
  /** Only those about an EAN. */
  eanOnly: boolean;
  /** Of the messages that are searched and given. */
  language: "en" | "fr";
}

const ALL = { errorType: null, severity: null, search: null, eanOnly: false };
/** Every problem, told in a language. */
export const allErrors = (language: ImportErrorFilter["language"]): ImportErrorFilter => ({ ...ALL, language });

const MESSAGE = "iif(:language = 'fr', ifnull(message_fr, message), message)";
const COLUMNS = `seq, row_number, severity, error_type, field, ${MESSAGE} as message, raw_value, created_at_ms`;

const readImportError = (row: Row): ImportError => ({
  seq: number(row, "seq"),
  rowNumber: number(row, "row_number"),
  // The table checks it.
  severity: text(row, "severity") as ImportError["severity"],
  errorType: text(row, "error_type"),
  field: textOrNull(row, "field"),
  message: text(row, "message"),
  rawValue: textOrNull(row, "raw_value"),
  createdAtMs: number(row, "created_at_ms"),
});

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
    `select ${COLUMNS} from import_error where ${MATCHES} and seq > :seq order by seq limit :limit offset :offset`,
    { ...filterArgs(importId, filter), seq, offset, limit },
    readImportError,
  );

export const countImportErrors = (db: Reader, importId: string, filter: ImportErrorFilter) =>
  db.one(`select count(*) as total from import_error where ${MATCHES}`, filterArgs(importId, filter), (row) =>
    number(row, "total"),
  );

export const insertImportErrors = (tx: Tx, importId: string, errors: NewImportError[], nowMs: number) =>
  tx.send(
    `insert into import_error (tenant_id, import_id, seq, row_number, severity, error_type, field, message, message_fr,
                               raw_value, created_at_ms)
     select :tenant, :importId, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5,
            value ->> 6, value ->> 7, :nowMs
       from json_each(:errors)`,
    {
      importId,
      nowMs,
      errors: JSON.stringify(
        errors.map((error) => [
          error.seq,
          error.rowNumber,
          error.severity,
          error.errorType,
          error.field,
          error.messages.en,
          error.messages.fr,
          error.rawValue,
        ]),
      ),
    },
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
