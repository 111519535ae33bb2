import type { WireError } from "../../db/local/write-port.ts";

/** What a request waits for, and until when. */
export interface DryRunPayload {
  importId: string;
  language: "en" | "fr";
  deadlineMs: number;
  /** Rows that are looked at; all when absent. */
  rowsMax?: number;
}

/** What is answered, or the error as it crosses threads. */
export type DryRunOutcome = { answer: unknown } | { refused: WireError };

/** How far an import has read its file. */
export interface ImportCheckpoint {
  /** Number of the last record that is committed; 0 before the first. */
  record: number;
  /** How far the file was ever read before its first row was applied; it is read from its beginning each time. */
  readBytes?: number;
}

declare module "../../db/jobs/kinds.ts" {
  interface JobKinds {
    "imports.dry-run": { payload: DryRunPayload; checkpoint: DryRunOutcome };
    /** Looks in the catalog for the EANs of rows that wait. */
    "imports.look-up-eans": { payload: { sinceMs: number }; checkpoint: { lastSeenAtMs: number; id: string } };
    /** Fetches the images that an import names. */
    "imports.fetch-images": { payload: { importId: string }; checkpoint: never };
    /** Takes back what an import did. */
    "imports.revert": { payload: { importId: string }; checkpoint: never };
    "imports.run": { payload: { importId: string }; checkpoint: ImportCheckpoint };
    /** Fetches the file of an import from where its sender puts it. */
    "imports.fetch": { payload: { importId: string }; checkpoint: never };
    /** Begins the import of a configuration. */
    "imports.run-config": { payload: { configId: string; isContinued?: boolean }; checkpoint: never };
    /** Moves, renames or deletes a file at its source once its import has ended. */
    "imports.settle-source": {
      payload: { configId: string; importId: string; outcome: "success" | "failure" };
      checkpoint: never;
    };
  }
}
