import { Type } from "@sinclair/typebox";
import { enqueue } from "../../../../db/jobs/queue.ts";
import { fixed } from "../../../../db/keyed-table.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import type { SourcePart } from "../../../../db/pricing/source-parts.ts";
import { countAllProducts } from "../../../../db/products/lists/count.ts";
import { jsonColumn, NUMBER } from "../../../../db/table.ts";
import { counter, given, hidden, id, madeAt, note, shown, status, time } from "../../../kit/runs/fields.ts";
import { lifecycleOf } from "../../../kit/runs/lifecycle.ts";
import { AT_ONCE, run } from "../../../kit/runs/run.ts";
import { Sources } from "../bodies.ts";
import type { AnalysisRef } from "../jobs.ts";

/** The sources as answers show them, the most used first. */
const sourcesBody = (parts: readonly SourcePart[]) =>
  parts
    .toSorted((one, other) => other.prices - one.prices || (one.source < other.source ? -1 : 1))
    .map(({ sumCents, ...part }) => Sources.of({ ...part, averageCents: sumCents / part.prices }));

/** Comparisons of the price sources of all products, in the background. */
export const SourceAnalyses = run({
  table: "price_source_analysis",
  noun: "price_source_analysis",
  fields: {
    id,
    status: status(["processing", "completed", "failed", "cancelled"]),
    days: given("days"),
    total: shown(fixed(NUMBER), { total: [Type.Integer({ description: "Products when it began." })] }),
    evaluated: counter("evaluated", "Products looked at."),
    sources: shown(hidden<SourcePart[]>(jsonColumn<SourcePart[]>(), []), {
      sources: [Type.Array(Sources.Body, { description: "Of the products looked at so far." }), sourcesBody],
    }),
    /** Products up to this row are counted. */
    afterRow: hidden(NUMBER, 0),
    error: note("error"),
    startedAtMs: madeAt("started_at"),
    completedAtMs: time("completed_at"),
  },
  ...AT_ONCE,
  moves: { ...AT_ONCE.moves, retry: { from: ["failed", "cancelled"], to: "processing" } },
});

const enqueueAnalysis = (tx: Tx, { id: analysisId }: { id: string }, context: MutationContext) =>
  enqueue(tx, "pricing.analyse-sources", { analysisId }, context, { queue: "bulk" });

export const lifecycle = lifecycleOf("price-source-analysis", SourceAnalyses, { enqueue: enqueueAnalysis });
/** A change of them by its name, as threads find it. */
export const { move: moveSourceAnalysis } = lifecycle;

/** Begins to compare the sources of all products, over what was entered or changed in the last days. */
export const beginSourceAnalysis = mutation(
  "pricing.begin-source-analysis",
  async (tx, { days }: { days: number }, context) => {
    const made = { id: context.newId(), days, total: await countAllProducts(tx), startedAtMs: context.now() };
    const row = await SourceAnalyses.table.insert(tx, made);
    await enqueueAnalysis(tx, row, context);
    return row;
  },
);

function merged(one: SourcePart, other: SourcePart | undefined): SourcePart {
  if (!other) return one;
  return {
    source: one.source,
    prices: one.prices + other.prices,
    products: one.products + other.products,
    lowestCents: Math.min(one.lowestCents, other.lowestCents),
    highestCents: Math.max(one.highestCents, other.highestCents),
    sumCents: one.sumCents + other.sumCents,
    timesBest: one.timesBest + other.timesBest,
    lastUpdatedMs: Math.max(one.lastUpdatedMs, other.lastUpdatedMs),
  };
}

interface AnalysedPart {
  id: string;
  /** The row behind which the part began, and the last one of it. */
  afterRow: number;
  upToRow: number;
  evaluated: number;
  sources: SourcePart[];
}

/** Adds what sources ask for some products, once. Answers whether it goes on. */
export const noteSources = mutation(
  "pricing.note-sources",
  async (tx, { id: analysisId, afterRow, upToRow, evaluated, sources }: AnalysedPart): Promise<boolean> => {
    const row = await SourceAnalyses.find(tx, analysisId);
    if (row?.status !== "processing" || row.afterRow !== afterRow) return false;
    const known = new Map(row.sources.map((each) => [each.source, each]));
    for (const each of sources) known.set(each.source, merged(each, known.get(each.source)));
    const sum = { evaluated: row.evaluated + evaluated, sources: [...known.values()] };
    await SourceAnalyses.table.update(tx, { ...row, ...sum, afterRow: upToRow });
    return true;
  },
);

export const finishSourceAnalysis = mutation(
  "pricing.finish-source-analysis",
  async (tx, { id: done }: { id: string }, context) => {
    await lifecycle.settleById(tx, done, "complete", { error: null }, context);
  },
);

/** What its job leaves when it cannot go on. */
export const failSourceAnalysis = (tx: Tx, { analysisId }: AnalysisRef, error: string, context: MutationContext) =>
  lifecycle.settleById(tx, analysisId, "fail", { error }, context);
