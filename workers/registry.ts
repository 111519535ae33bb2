import type { JobKind } from "../db/jobs/kinds.ts";
import { mailReset } from "./auth/mail-reset.ts";
import { write } from "./exports/write.ts";
import { run } from "./imports/run.ts";
import type { JobHandler } from "./job.ts";
import { send } from "./mail/send.ts";
import { erase } from "./products/erase.ts";
import { touch } from "./products/touch.ts";
import { embed } from "./search/embed.ts";
import { reindex } from "./search/reindex.ts";

/** One handler per kind; the compiler refuses a missing one. */
export const HANDLERS: { [K in JobKind]: JobHandler<K> } = {
  "auth.mail-reset": mailReset,
  "exports.write": write,
  "imports.run": run,
  "mail.send": send,
  "products.erase": erase,
  "search.embed": embed,
  "search.reindex": reindex,
  "products.touch": touch,
};
