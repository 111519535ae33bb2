import type { AskHandlers } from "../src/ask-line.ts";
import type { AskName, Asks, InputOf, ResultOf, StreamAskName, StreamAsks } from "../src/asks.ts";
import type { ThreadServices } from "../src/services.ts";
import { count } from "./compliance/count.ts";
import { issues } from "./compliance/issues.ts";
import { survey } from "./compliance/survey.ts";
import { importFile } from "./ean-asin/import-file.ts";
import { stream } from "./exports/stream.ts";
import { analyze } from "./imports/analyze.ts";
import { dryRun } from "./imports/dry-run.ts";
import { makeThumbnails } from "./media/make-thumbnails.ts";
import { writeAnew } from "./overlays/write-anew.ts";
import { byReference } from "./products/by-reference.ts";
import { changes } from "./products/changes.ts";
import { page } from "./products/page.ts";
import { rescore } from "./products/rescore.ts";
import { stats } from "./products/stats.ts";
import { find } from "./search/find.ts";
import { similar } from "./search/similar.ts";
import { suggest } from "./search/suggest.ts";
import { attempt } from "./webhooks/attempt.ts";

type Answer<A> = (services: ThreadServices, tenantId: string, input: InputOf<A>) => Promise<ResultOf<A>>;
type Stream<A> = (services: ThreadServices, tenantId: string, input: InputOf<A>) => AsyncIterable<Uint8Array>;

/** One handler per ask; the compiler refuses a missing one. */
const ANSWERS: { [K in AskName]: Answer<Asks[K]> } = {
  "compliance.count": count,
  "compliance.issues": issues,
  "compliance.survey": survey,
  "ean-asin.import-file": importFile,
  "imports.analyze": analyze,
  "imports.dry-run": dryRun,
  "media.make-thumbnails": makeThumbnails,
  "overlays.write-anew": writeAnew,
  "products.by-reference": byReference,
  "products.changes": changes,
  "products.page": page,
  "products.rescore": rescore,
  "products.stats": stats,
  "search.find": find,
  "search.similar": similar,
  "search.suggest": suggest,
  "webhooks.attempt": attempt,
};
const STREAMS: { [K in StreamAskName]: Stream<StreamAsks[K]> } = {
  "exports.stream": stream,
};

/** Finds and runs the handler an ask names. */
export function askHandlers(services: ThreadServices): AskHandlers {
  const find = <T>(handlers: Record<string, T>, name: string): T => {
    const handler = Object.hasOwn(handlers, name) ? handlers[name] : undefined;
    if (!handler) throw new Error(`No handler answers ${name}`);
    return handler;
  };
  return {
    // The ask's type tied this input to this name; it cannot be seen through the message.
    answer: async (name, tenantId, input) => find(ANSWERS, name)(services, tenantId, input as never),
    stream: (name, tenantId, input) => find(STREAMS, name)(services, tenantId, input as never),
  };
}
