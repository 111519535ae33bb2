import type { FaultyProduct } from "../../db/compliance/checks.ts";
import type { Thumbnail } from "../../db/media/media.ts";
import type { PriceSource } from "../../db/pricing/price-sources.ts";
import type { ProductFilter } from "../../db/products/filter.ts";
import type { ProviderFailure } from "../ai/call-provider.ts";
import type { LedgerAnswer, LedgerRequest } from "../ai-stats/stats.ts";
import type { IssueFilter, IssuePage, Survey } from "../compliance/survey.ts";
import type { RewriteOutcome, RewriteRequest } from "../content/overlays/rewriting.ts";
import type { Passage } from "../documents/find-passages.ts";
import type { FileOfMappings, ImportedMappings } from "../ean-asin/read-mappings.ts";
import type { TypeFailure } from "../enrichment/generate.ts";
import type { Execution, GenerateRequest } from "../enrichment/generate-request.ts";
import type { Generated } from "../enrichment/types.ts";
import type { SingleRequest, SingleResult, TestedPlatform } from "../export-platforms/asked.ts";
import type { ExportOptions } from "../exports/export-options.ts";
import type { FileAnalysis } from "../imports/parse/analyze-file.ts";
import type { DetectedFile } from "../imports/parse/detected-file.ts";
import type { AnalyzeRequest, DetectRequest } from "../imports/upload/analyze-request.ts";
import type { ThumbnailRequest } from "../media/thumbnail-request.ts";
import type { NotedCheck } from "../price-monitor/check/note-check.ts";
import type { ChangesRequest, ChangesRows } from "../products/changes/find-changes.ts";
import type { ReferenceRequest, ReferenceRows } from "../products/lists/find-by-reference.ts";
import type { ProductCount, ProductPageRequest, ProductPageRows } from "../products/lists/find-page.ts";
import type { rescoreAll } from "../products/stats/rescore.ts";
import type { StatsAnswers, StatsRequest } from "../products/stats/stats.ts";
import type { RepricingScope } from "../repricing/evaluate.ts";
import type { Simulated } from "../repricing/simulated.ts";
import type { SearchPageRows } from "../search/find-page.ts";
import type { SearchRequest } from "../search/find-products.ts";
import type { SimilarProduct, SimilarRequest } from "../search/find-similar.ts";
import type { Suggested, SuggestRequest } from "../search/suggest.ts";
import type { TranslationEstimate } from "../translation/estimate.ts";
import type { TranslationRequest } from "../translation/request.ts";
import type { WebOutcome, WebRequest } from "../web/web-request.ts";
import type { Attempt } from "../webhooks/attempt.ts";

/**
 * Work that a request waits for and that is too heavy for the HTTP thread: it runs in a worker thread and is
 * forgotten when the process ends. What it changes is changed once, however often it is asked. `family.verb` is also its file: `workers/family/verb.ts`.
 */
export interface Asks {
  "compliance.count": { input: IssueFilter; result: number };
  "compliance.issues": { input: IssuePage; result: FaultyProduct[] };
  "compliance.survey": { input: undefined; result: Survey };
  "connectors.test": { input: { id: string }; result: { error: string | null } };
  "ean-asin.import-file": { input: FileOfMappings; result: ImportedMappings };
  "export-platforms.send-one": { input: SingleRequest; result: SingleResult };
  "export-platforms.test": { input: TestedPlatform; result: { error: string | null } };
  "documents.find": { input: { productId: string }; result: Passage[] };
  "enrichment.count": { input: ProductFilter; result: number };
  "enrichment.execute": {
    input: { productId: string; slug: string };
    result: Execution | { failure: ProviderFailure };
  };
  "enrichment.generate": { input: GenerateRequest; result: (Generated | TypeFailure)[] };
  "enrichment.ledger": { input: LedgerRequest; result: LedgerAnswer };
  "imports.analyze": { input: AnalyzeRequest; result: FileAnalysis };
  "imports.detect": { input: DetectRequest; result: DetectedFile };
  "media.make-thumbnails": { input: ThumbnailRequest; result: Thumbnail[] };
  "overlays.write-anew": { input: RewriteRequest; result: RewriteOutcome[] };
  "price-monitor.check-one": { input: { productId: string }; result: NotedCheck };
  "pricing.sources": { input: { productId: string | null; days: number }; result: PriceSource[] };
  "products.by-reference": { input: ReferenceRequest; result: ReferenceRows };
  "products.changes": { input: ChangesRequest; result: ChangesRows };
  "products.count": { input: ProductFilter; result: ProductCount };
  "products.page": { input: ProductPageRequest; result: ProductPageRows };
  "products.rescore": { input: undefined; result: Awaited<ReturnType<typeof rescoreAll>> };
  "products.stats": { input: StatsRequest; result: StatsAnswers[keyof StatsAnswers] };
  "repricing.simulate": { input: RepricingScope; result: Simulated };
  "search.find": { input: SearchRequest; result: SearchPageRows };
  "search.similar": { input: SimilarRequest; result: SimilarProduct[] };
  "search.suggest": { input: SuggestRequest; result: Suggested };
  "translation.estimate": {
    input: TranslationRequest;
    result: { estimate: TranslationEstimate; products: number };
  };
  "web.run": { input: Omit<WebRequest, "tenantId">; result: WebOutcome };
  "webhooks.attempt": {
    input: { webhookId: string; eventId: string; body: string };
    result: Attempt | undefined;
  };
}

/** Like `Asks`, but the answer is a stream of bytes. */
export interface StreamAsks {
  "map-prices.export": {
    input: { productId: string | null; competitorId: string | null; format: "csv" | "xlsx" };
  };
  "exports.stream": { input: ExportOptions };
}

export type AskName = keyof Asks;
export type StreamAskName = keyof StreamAsks;
export type InputOf<A> = A extends { input: infer Input } ? Input : never;
export type ResultOf<A> = A extends { result: infer Result } ? Result : never;

/** What the HTTP thread asks of the worker threads. */
export interface Asking {
  /**
   * Throws SYSTEM_SERVICE_UNAVAILABLE when too much waits to be answered. A signal ends the work, or drops the ask while it
   * still waits, when nobody waits for the answer any more; the ask throws the signal's reason then, if it is an `ApiError`.
   */
  ask<K extends AskName>(
    name: K,
    tenantId: string,
    input: InputOf<Asks[K]>,
    signal?: AbortSignal,
  ): Promise<ResultOf<Asks[K]>>;
  /**
   * The stream is made as fast as it is read. Cancelling it ends the work. Throws RATE_LIMIT_EXCEEDED when the tenant has
   * too many open.
   */
  askStream<K extends StreamAskName>(
    name: K,
    tenantId: string,
    input: InputOf<StreamAsks[K]>,
  ): ReadableStream<Uint8Array>;
}
