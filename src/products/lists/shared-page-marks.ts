import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { mutation, type Reader } from "../../../db/ports.ts";
import { findPageEnd, leavePage, putPage } from "../../../db/products/page-marks.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { PageMarks } from "./page-marks.ts";

/** Longer than that an answer does not wait until the next process knows where it ended. */
const PATIENCE_MS = 1_000;

interface Given {
  page: number;
  /** Where the page ended; `null`: it is empty. */
  endUs: number | null;
}

/** Notes that a page was given out, and that one of those who wait for it has it. */
export const notePage = mutation("products.note-page", async (tx, given: Given & { list: string }, { now }) => {
  const { list, page, endUs } = given;
  if (page > 1) await leavePage(tx, { list, page: page - 1 });
  if (endUs !== null) await putPage(tx, { list, page, endUs, nowMs: now() });
});

/** Where the pages of lists of changes ended, as `PageMarks` says. */
export interface KnownPages {
  /** Where the page before this one ended; `undefined` when that is not known (any more). */
  endBefore(db: Reader, list: string, page: number): Promise<number | undefined>;
  /** Notes a page that is being given out, and whether it is full: else it is the last. Never throws. */
  note(db: Reader, list: string, given: Given & { isFull: boolean }): Promise<void>;
}

/** What this process remembers; where several share a server, what all of them have given out. */
export function openKnownPages({ changes, now, write, log }: ThreadServices): KnownPages {
  if (!changes) {
    const marks = new PageMarks(now);
    return {
      endBefore: async (_, list, page) => marks.endBefore(list, page),
      note: async (_, list, { page, endUs }) => {
        if (endUs !== null) marks.put(list, page, endUs);
      },
    };
  }
  const known = (list: string) => createHash("sha256").update(list).digest("base64url");
  return {
    endBefore: async (db, list, page) =>
      page > 1 ? findPageEnd(db, { list: known(list), page: page - 1, nowMs: now() }) : undefined,
    note: async ({ tenantId }, list, { page, endUs, isFull }) => {
      // Who reads first pages alone costs no writes.
      if (page === 1 && !isFull) return;
      const noted = write(notePage, tenantId, { list: known(list), page, endUs }).catch((error: unknown) =>
        // Who asks another process for the next page then begins again.
        log.debug({ error: String(error) }, "cannot note a page"),
      );
      await Promise.race([noted, sleep(PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}
