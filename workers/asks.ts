import type { AskHandlers } from "../src/runtime/ask-line.ts";
import type { AskName, Asks, InputOf, ResultOf, StreamAskName, StreamAsks } from "../src/runtime/asks.ts";
import type { ThreadServices } from "../src/runtime/services.ts";

type Answer<A> = (
  services: ThreadServices,
  tenantId: string,
  input: InputOf<A>,
  signal: AbortSignal,
) => Promise<ResultOf<A>>;
type Stream<A> = (services: ThreadServices, tenantId: string, input: InputOf<A>) => AsyncIterable<Uint8Array>;

/** One handler per ask, loaded at its first use; the compiler refuses a missing one. */
const ANSWERS: { [K in AskName]: () => Promise<Answer<Asks[K]>> } = {
  "compliance.count": async () => (await import("./compliance/count.ts")).count,
  "compliance.issues": async () => (await import("./compliance/issues.ts")).issues,
  "compliance.survey": async () => (await import("./compliance/survey.ts")).survey,
  "connectors.test": async () => (await import("./connectors/test.ts")).test,
  "ean-asin.import-file": async () => (await import("./ean-asin/import-file.ts")).importFile,
  "export-platforms.send-one": async () => (await import("./export-platforms/send-one.ts")).sendOne,
  "export-platforms.test": async () => (await import("./export-platforms/test.ts")).test,
  "documents.find": async () => (await import("./documents/find.ts")).find,
  "enrichment.count": async () => (await import("./enrichment/count.ts")).count,
  "enrichment.execute": async () => (await import("./enrichment/execute.ts")).execute,
  "enrichment.generate": async () => (await import("./enrichment/generate.ts")).generate,
  "enrichment.ledger": async () => (await import("./enrichment/ledger.ts")).ledger,
  "imports.analyze": async () => (await import("./imports/analyze.ts")).analyze,
  "imports.detect": async () => (await import("./imports/detect.ts")).detect,
  "media.make-thumbnails": async () => (await import("./media/make-thumbnails.ts")).makeThumbnails,
  "overlays.write-anew": async () => (await import("./overlays/write-anew.ts")).writeAnew,
  "price-monitor.check-one": async () => (await import("./price-monitor/check-one.ts")).checkOne,
  "pricing.sources": async () => (await import("./pricing/sources.ts")).sources,
  "products.by-reference": async () => (await import("./products/by-reference.ts")).byReference,
  "products.changes": async () => (await import("./products/changes.ts")).changes,
  "products.count": async () => (await import("./products/count.ts")).count,
  "products.page": async () => (await import("./products/page.ts")).page,
  "products.rescore": async () => (await import("./products/rescore.ts")).rescore,
  "products.stats": async () => (await import("./products/stats.ts")).stats,
  "repricing.simulate": async () => (await import("./repricing/simulate.ts")).simulate,
  "search.find": async () => (await import("./search/find.ts")).find,
  "search.similar": async () => (await import("./search/similar.ts")).similar,
  "search.suggest": async () => (await import("./search/suggest.ts")).suggest,
  "translation.estimate": async () => (await import("./translation/estimate.ts")).estimate,
  "web.run": async () => (await import("./web/run.ts")).run,
  "webhooks.attempt": async () => (await import("./webhooks/attempt.ts")).attempt,
};
const STREAMS: { [K in StreamAskName]: () => Promise<Stream<StreamAsks[K]>> } = {
  "map-prices.export": async () => (await import("./map-prices/export.ts")).exportViolations,
  "exports.stream": async () => (await import("./exports/stream.ts")).stream,
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
    answer: async (name, tenantId, input, signal) =>
      (await find(ANSWERS, name)())(services, tenantId, input as never, signal),
    stream: async function* (name, tenantId, input) {
      yield* (await find(STREAMS, name)())(services, tenantId, input as never);
    },
  };
}
