import type { WebRun } from "../../db/web/runs.ts";
import { findPassages, type Source } from "../../src/ai/documents/find-passages.ts";
import { findTarget, type Target } from "../../src/ai/enrichment/facts/product-facts.ts";
import type { Evidence } from "../../src/ai/enrichment/grounding/ground-text.ts";
import { generate, isFailure } from "../../src/ai/enrichment/run/generate.ts";
import { type Generation, givenPassages, type TypeFailure } from "../../src/ai/enrichment/run/generation.ts";
import { noteRunType, releaseRun, whileHeld } from "../../src/ai/enrichment/run/hold-product.ts";
import { planRun } from "../../src/ai/enrichment/run/plan-run.ts";
import { storeRun } from "../../src/ai/enrichment/run/store-run.ts";
import type { Generated } from "../../src/ai/enrichment/types.ts";
import { allSources, collectWeb, PASSAGES_ENOUGH } from "../../src/ai/web/collect.ts";
import { noteWebRun } from "../../src/ai/web/start-web-run.ts";
import type { WebOutcome, WebRequest } from "../../src/ai/web/web-request.ts";
import { ApiError } from "../../src/http/output/errors.ts";
import { OutboundError } from "../../src/outbound/outbound-error.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { readDependency, requireDependency } from "../../src/settings/read-dependency.ts";

const TYPES = ["descriptions", "seo", "attributes"] as const;

/** A request waits meanwhile. */
const WAIT_MAX_MS = 20_000;

interface Collected {
  documents: string;
  webResults: string;
  warnings: string[];
  sources: Source[];
  evidence: Evidence[];
  run: WebRun;
}

/** Collects passages, and from the web where those are too few and it is wanted. Throws WEB_SEARCH_NOT_CONFIGURED. */
async function collect(
  services: ThreadServices,
  target: Target,
  { request, run, signal }: { request: WebRequest; run: WebRun; signal: AbortSignal },
): Promise<Collected> {
  const db = services.reader(request.tenantId);
  const passages = request.skipA ? [] : await findPassages(services, db, target);
  const isSearched = !request.skipB && passages.length < PASSAGES_ENOUGH;
  const search = isSearched ? await readDependency(db, services.secrets, "web-search") : undefined;
  if (isSearched && !search && passages.length === 0) await requireDependency(db, services.secrets, "web-search");
  const warnings = isSearched && !search ? ["Web search is not configured"] : [];
  let web: Awaited<ReturnType<typeof collectWeb>> = { text: "", sources: [], texts: [] };
  if (search) {
    const words = [target.product.title, target.product.ean].filter((word) => word !== null).join(" ");
    const reader = { services, tenantId: request.tenantId, signal, waitMaxMs: WAIT_MAX_MS };
    web = await collectWeb(reader, search, words).catch((error: unknown) => {
      if (!(error instanceof OutboundError)) throw error;
      warnings.push(error.message);
      return { text: "", sources: [], texts: [] };
    });
  }
  const found = {
    chunksFound: passages.length,
    usedWeb: search !== undefined,
    sources: allSources(passages, web.sources),
  };
  const collected: WebRun = { ...run, ...found, collect: "completed" };
  const given = givenPassages(passages);
  const pages = web.sources.map((source, index) => ({ source, text: web.texts[index] ?? "" }));
  const evidence = [...given.evidence, ...pages];
  return {
    documents: given.documents,
    webResults: web.text,
    warnings,
    sources: found.sources,
    evidence,
    run: collected,
  };
}

/** Runs the web pipeline for a product that is held for it, and stores what it makes, unapplied. */
export async function run(
  services: ThreadServices,
  tenantId: string,
  wanted: Omit<WebRequest, "tenantId">,
  signal: AbortSignal,
): Promise<WebOutcome> {
  const request = { ...wanted, tenantId };
  return whileHeld(services, tenantId, wanted.runId, () => runHeld(services, request, signal));
}

async function runHeld(services: ThreadServices, request: WebRequest, signal: AbortSignal): Promise<WebOutcome> {
  const { tenantId, productId, runId } = request;
  const db = services.reader(tenantId);
  const note = (state: WebRun) => services.write(noteWebRun, tenantId, state);
  let state: WebRun = startOf(request, services.now());
  await note(state);
  try {
    const target = await findTarget(db, productId, null);
    const {
      documents,
      webResults,
      warnings,
      sources,
      run: collected,
    } = await collect(services, target, { request, run: state, signal });
    state = collected;
    if (documents === "" && webResults === "") {
      await note({ ...state, synthesize: "skipped", finishedAtMs: services.now() });
      return { generated: [], failures: [], warnings };
    }
    state = { ...state, synthesize: "running" };
    await note(state);
    const made = await synthesize(services, target, { ...request, documents, webResults, sources }, signal);
    const isMade = made.generated.length > 0;
    const errorMessage = made.failures[0]?.message ?? null;
    await note({ ...state, synthesize: isMade ? "completed" : "failed", errorMessage, finishedAtMs: services.now() });
    return { ...made, warnings };
  } catch (error) {
    const failed = state.collect === "running" ? { collect: "failed" as const } : { synthesize: "failed" as const };
    const errorMessage = error instanceof ApiError ? error.message : "The run broke off";
    await note({ ...state, ...failed, errorMessage, finishedAtMs: services.now() });
    throw error;
  } finally {
    await services.write(releaseRun, tenantId, { productId, runId });
  }
}

const startOf = ({ productId, runId }: WebRequest, nowMs: number): WebRun => ({
  productId,
  id: runId,
  collect: "running",
  synthesize: "not_started",
  chunksFound: 0,
  usedWeb: false,
  sources: [],
  errorMessage: null,
  startedAtMs: nowMs,
  finishedAtMs: null,
});

async function synthesize(
  services: ThreadServices,
  target: Target,
  {
    tenantId,
    productId,
    runId,
    ...given
  }: WebRequest & Required<Pick<Generation, "documents" | "webResults" | "sources">>,
  signal: AbortSignal,
) {
  const db = services.reader(tenantId);
  const ready = await requireDependency(db, services.secrets, "ai-provider");
  const prompts = await planRun(db, target, [...TYPES]);
  const begin = (type: string) => services.write(noteRunType, tenantId, { productId, runId, type });
  const place = { services, tenantId, db, ready, begin, options: { signal } };
  const generation = { prompts, languages: [], action: "web_enrichment", ...given };
  const outcomes = await generate(place, target, generation);
  const generated = outcomes.filter((each): each is Generated => !isFailure(each));
  const failures: TypeFailure[] = outcomes.filter(isFailure);
  const stored = {
    productId,
    entityId: null,
    runId,
    generated,
    policy: { mode: "never" as const, overwrite: false, reviewed: "all" as const },
  };
  if (generated.length > 0) await services.write(storeRun, tenantId, stored);
  return { generated, failures };
}
