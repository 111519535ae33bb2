import { markApplied } from "../../../../db/ai/calls.ts";
import { noteUnreviewed } from "../../../../db/content-variants/unreviewed.ts";
import { insertProposals, type ProposalReason, settleProposals } from "../../../../db/enrichment/proposals.ts";
import { enrichmentResults, insertHistory, listResults, type StoredResult } from "../../../../db/enrichment/results.ts";
import { releaseProduct } from "../../../../db/enrichment/runs.ts";
import { type MutationContext, mutation, type Tx } from "../../../../db/ports.ts";
import { applyValues, type TextsByLanguage } from "../apply/apply-values.ts";
import {
  type ApplyPolicy,
  type Candidate,
  candidatesOf,
  type Decision,
  decide,
  digestOfValue,
  valuesOf,
} from "../apply/decide-values.ts";
import { findTarget, type Target } from "../facts/product-facts.ts";
import type { Metadata } from "../metadata.ts";
import type { EnrichmentType, Generated } from "../types.ts";

/** What a run has made for a product. */
export interface FinishedRun {
  productId: string;
  entityId: string | null;
  /** Who has the product; `null`: it was not necessary. */
  runId: string | null;
  generated: readonly Generated[];
  /** What of it is stored with the product. */
  policy: ApplyPolicy;
  /** The batch that it is part of. */
  batchId?: string | undefined;
}

/** What of a run is stored with the product, and what waits for somebody. Plain data; as the API shows it. */
export interface StoredRun {
  applied: boolean;
  appliedFields: string[];
  held: { field: string; language: string; reason: ProposalReason; confidence: number }[];
}

/** What the target had before of a type, in the form in which values are shown; `undefined`: nothing. */
function previousOf({ texts, product }: Target, type: EnrichmentType, last: StoredResult | undefined): unknown {
  if (type === "descriptions") return texts["description"] || undefined;
  if (type === "seo") {
    const { seo_title: title = null, seo_meta_description: meta = null } = texts;
    return title === null && meta === null ? undefined : { title, meta_description: meta };
  }
  if (last) return last.value;
  if (type === "attributes") return texts["attributes"] ?? undefined;
  return type === "categorize" && product.categoryId !== null ? { category_id: product.categoryId } : undefined;
}

/** By which revisions of which prompts a value was made. */
const versionsOf = ({ prompt_version: version, names_prompt: names }: Metadata): string | null =>
  [version, names?.version].filter((each) => each !== undefined).join(", ") || null;

/** The prompt of one field: names have their own. */
const promptOf = ({ kind, field }: Candidate, metadata: Metadata) => {
  const { prompt_slug: slug, prompt_version: version = null, names_prompt: names } = metadata;
  return kind === "translation" && field === "title" && names ? names : { slug, version };
};

/** How a field is shown as applied: attributes are one, and so are the texts of a language. */
const shownField = ({ kind, field, language }: Candidate): string =>
  kind === "translation" ? language : kind === "attribute" ? "attributes" : field;

/**
 * Stores what a run has made: the last values, the history, with the policy's leave the product's texts, and what waits for
 * somebody, in one transaction. Throws PRODUCT_NOT_FOUND and NOT_FOUND.
 */
export const storeRun = mutation(
  "enrichment.store",
  (tx, run: FinishedRun, context): Promise<StoredRun> => storeFinished(tx, run, context),
);

/** The same inside another mutation. */
export async function storeFinished(tx: Tx, run: FinishedRun, context: MutationContext): Promise<StoredRun> {
  const { productId, entityId, runId, generated, policy } = run;
  if (runId !== null) await releaseProduct(tx, { productId, id: runId });
  const target = await findTarget(tx, productId, entityId);
  const decisions = new Map<Generated, Decision>();
  for (const each of generated) decisions.set(each, decide(await candidatesOf(tx, target, each), target, policy));
  await storeMade(tx, run, { target, decisions }, context);
  const all = [...decisions.values()];
  const applied = all.flatMap((decision) => decision.applied);
  if (applied.length > 0) await applyByItself(tx, target, applied, context);
  await holdValues(tx, run, { target, decisions }, context);
  await markApplied(
    tx,
    generated.flatMap(({ callIds }) => callIds),
  );
  const appliedFields = [...new Set(applied.map(shownField))];
  const held = all.flatMap((decision) =>
    decision.held.map(({ field, language, reason, confidence }) => ({ field, language, reason, confidence })),
  );
  return { applied: applied.length > 0, appliedFields, held };
}

/** Stores what no user has decided; texts beside the product's own wait for a review. */
async function applyByItself(
  tx: Tx,
  target: Target,
  applied: readonly Candidate[],
  context: MutationContext,
): Promise<void> {
  const given = valuesOf(applied);
  await applyValues(tx, target, given, context);
  const { product, entity, language } = target;
  const place = { productId: product.id, entityId: entity?.id ?? "", configurationId: "" };
  const languages = entity ? [language] : Object.keys(given.texts ?? {});
  for (const each of languages) await noteUnreviewed(tx, { ...place, language: each }, context.now());
}

interface Decided {
  target: Target;
  decisions: ReadonlyMap<Generated, Decision>;
}

/** Stores the last values of each type, and an entry of the history for each. */
async function storeMade(tx: Tx, run: FinishedRun, { target, decisions }: Decided, context: MutationContext) {
  const { productId, entityId } = run;
  const nowMs = context.now();
  const last = new Map((await listResults(tx, productId, entityId)).map((each) => [each.type, each]));
  const about = { productId, entityId };
  const made = [...decisions];
  await enrichmentResults.saveAll(
    tx,
    made.map(([each, { applied }]) => ({
      ...about,
      type: each.type,
      value: { value: each.value, fields: each.fields, texts: each.texts ?? {}, base: each.base ?? {} },
      metadata: each.metadata,
      appliedFields: [...new Set(applied.map(shownField))],
      generatedAtMs: nowMs,
    })),
  );
  await insertHistory(
    tx,
    made.map(([each, { applied }]) => {
      const before = last.get(each.type);
      const stored = before && { ...before, value: storedValue(before).value };
      return {
        ...about,
        id: context.newId(),
        type: each.type,
        previousValue: previousOf(target, each.type, stored),
        newValue: each.value,
        provider: each.metadata.provider,
        model: each.metadata.model,
        promptSlug: each.metadata.prompt_slug,
        promptVersion: versionsOf(each.metadata),
        sources: each.metadata.sources ?? each.sourceTexts ?? [],
        isApplied: applied.length > 0,
        costMicros: each.costMicros,
        createdAtMs: nowMs,
      };
    }),
  );
}

/** Lets values wait, each in place of the one that waits for its field; what waited for a field that is stored is settled. */
async function holdValues(tx: Tx, run: FinishedRun, { decisions }: Decided, context: MutationContext) {
  const { productId, entityId, batchId = null } = run;
  const nowMs = context.now();
  const place = { productId, entityId: entityId ?? "", configurationId: "" };
  const stored = Map.groupBy(
    [...decisions.values()].flatMap(({ applied }) => applied),
    ({ language }) => language,
  );
  for (const [language, fields] of stored) {
    await settleProposals(
      tx,
      { ...place, language },
      fields.map(({ field }) => field),
      nowMs,
    );
  }
  await insertProposals(
    tx,
    [...decisions].flatMap(([{ metadata }, { held }]) =>
      held.map((each) => ({
        ...place,
        id: context.newId(),
        language: each.language,
        kind: each.kind,
        field: each.field,
        value: each.value,
        previous: each.current ?? null,
        baseHash: digestOfValue(each.current),
        confidence: each.confidence,
        reason: each.reason,
        flags: each.grounding?.flags ?? [],
        sentences: each.grounding?.sentences ?? [],
        provider: metadata.provider,
        model: metadata.model,
        promptSlug: promptOf(each, metadata).slug,
        promptVersion: promptOf(each, metadata).version,
        batchId,
        createdAtMs: nowMs,
      })),
    ),
  );
}

/** A stored value with what it is meant for, as `storeFinished` keeps it. */
export interface StoredValue {
  value: unknown;
  fields: Generated["fields"];
  texts: TextsByLanguage;
  /** The digests of what stood in the fields when it was made. */
  base: Record<string, string>;
}
export const storedValue = ({ value }: StoredResult): StoredValue => value as StoredValue;
