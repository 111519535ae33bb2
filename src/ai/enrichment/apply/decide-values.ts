import { machineTexts } from "../../../../db/ai/machine-texts.ts";
import { findContentRecord } from "../../../../db/content-variants/content-records.ts";
import type { ProposalKind, ProposalReason } from "../../../../db/enrichment/proposals.ts";
import type { Reader } from "../../../../db/ports.ts";
import { isRecord } from "../../../text/unknown-values.ts";
import { textDigest } from "../../provider/machine-texts.ts";
import type { Target } from "../facts/product-facts.ts";
import type { Grounding } from "../metadata.ts";
import type { Generated } from "../types.ts";
import type { TextsByLanguage, Values } from "./apply-values.ts";

/** What a run stores by itself: all, what is at least so sure, or nothing. `usual` is what requests mean that say `true`. */
export const APPLY_MODES = ["usual", "always", "confident", "never"] as const;
export type ApplyMode = (typeof APPLY_MODES)[number];

/** The least confidence with which a mode stores a value. A category needs the usual one in any case (S33.2). */
const LEAST: Record<ApplyMode, number> = { always: 0, usual: 0.6, confident: 0.8, never: Number.POSITIVE_INFINITY };

/** The mode that a request means: the contract's booleans, or a word. */
export const modeOf = (said: boolean | ApplyMode | undefined, otherwise: ApplyMode = "usual"): ApplyMode =>
  said === undefined ? otherwise : said === true ? "usual" : said === false ? "never" : said;

/** What a run may do with the values that it makes. */
export interface ApplyPolicy {
  mode: ApplyMode;
  /** Also over what a person wrote. */
  overwrite: boolean;
  /** What is left alone where somebody has reviewed the texts: all of them, those that are filled in, or none. */
  reviewed: "all" | "filled" | "none";
}

/** A value for one field, and what stands there. */
export interface Candidate {
  kind: ProposalKind;
  field: string;
  language: string;
  value: unknown;
  current: unknown;
  /** Whether a machine wrote `current`, and no one has changed it since. */
  isMachine: boolean;
  /** Whether `current` is another than when the value was made. */
  isEdited: boolean;
  grounding: Grounding | undefined;
  confidence: number;
}

/** What is stored, and what waits and why. */
export interface Decision {
  applied: Candidate[];
  held: (Candidate & { reason: ProposalReason })[];
}

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0);

/** Equal for equal values; "" for an empty one. */
export const digestOfValue = (value: unknown): string => (isEmpty(value) ? "" : textDigest(value));

/** What stands in a field of a target. */
export function currentOf({ texts, product, entity }: Target, field: string): unknown {
  if (field === "category_id") return product.categoryId;
  if (field === "title" && !entity) return product.title;
  if (!field.startsWith("attributes.")) return texts[field];
  const { attributes } = texts;
  return isRecord(attributes) ? attributes[field.slice("attributes.".length)] : undefined;
}

/** The fields of a type as they are decided on: each attribute by itself. */
export function fieldsOf({ type, fields, value }: Pick<Generated, "type" | "fields" | "value">): [string, unknown][] {
  if (type === "categorize") {
    const { category_id: id } = Object(value);
    return typeof id === "string" ? [["category_id", id]] : [];
  }
  return Object.entries(fields).flatMap(([field, each]) =>
    field === "attributes" && isRecord(each)
      ? Object.entries(each).map(([name, one]): [string, unknown] => [`attributes.${name}`, one])
      : [[field, each] as [string, unknown]],
  );
}

/** The digests of what stands in the fields of a type when it is made. */
export const baseOf = (
  target: Target,
  generated: Pick<Generated, "type" | "fields" | "value">,
): Record<string, string> =>
  Object.fromEntries(fieldsOf(generated).map(([field]) => [field, digestOfValue(currentOf(target, field))]));

const kindOf = (field: string): ProposalKind =>
  field === "category_id" ? "category" : field.startsWith("attributes.") ? "attribute" : "text";

/** What machines have written of one place, by field. */
async function machineDigests(db: Reader, { product, entity }: Target, language: string) {
  const place = { productId: product.id, language, entityId: entity?.id ?? "", configurationId: "" };
  return new Map((await machineTexts.list(db, { where: place })).map(({ field, textHash }) => [field, textHash]));
}

const confidenceOf = ({ type, value }: Generated, grounding: Grounding | undefined): number =>
  type === "categorize" ? Number(Object(value).confidence ?? 0) : (grounding?.confidence ?? 1);

/** The values that a run has made of a type, each beside what stands in its field. Names of attributes that exist are left out. */
export async function candidatesOf(db: Reader, target: Target, generated: Generated): Promise<Candidate[]> {
  const known = await machineDigests(db, target, target.language);
  const own = fieldsOf(generated).flatMap(([field, value]): Candidate[] => {
    const current = currentOf(target, field);
    if (field.startsWith("attributes.") && !isEmpty(current)) return [];
    const grounding = generated.grounding?.[field];
    const about = { kind: kindOf(field), field, language: target.language, value, current, grounding };
    const base = generated.base?.[field];
    return [
      {
        ...about,
        isMachine: known.get(field) === digestOfValue(current),
        isEdited: base !== undefined && base !== digestOfValue(current),
        confidence: confidenceOf(generated, grounding),
      },
    ];
  });
  return [...own, ...(await translationsOf(db, target, generated))];
}

async function translationsOf(db: Reader, target: Target, { texts = {}, grounding }: Generated): Promise<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const [language, fields] of Object.entries(texts)) {
    const key = { productId: target.product.id, language, entityId: null, configurationId: null };
    const content = (await findContentRecord(db, key))?.content ?? {};
    const known = await machineDigests(db, { ...target, entity: null }, language);
    for (const [field, value] of Object.entries(fields)) {
      const current = content[field];
      const held = grounding?.[`${language}.${field}`];
      const isMachine = known.get(field) === digestOfValue(current);
      const about = { kind: "translation" as const, field, language, value, current, isMachine, grounding: held };
      // A run translates what has no texts yet.
      candidates.push({ ...about, isEdited: !isEmpty(current), confidence: held?.confidence ?? 1 });
    }
  }
  return candidates;
}

/** Why a value is not stored, if so. */
function reasonOf(candidate: Candidate, target: Target, policy: ApplyPolicy): ProposalReason | undefined {
  const { current, isMachine, isEdited, confidence, kind } = candidate;
  if (policy.mode === "never") return "requested";
  const isPersons = !isEmpty(current) && !isMachine;
  if (isPersons && isEdited) return "edited";
  const isSpared = policy.reviewed === "all" || (policy.reviewed === "filled" && !isEmpty(current));
  if (target.isReviewed && kind !== "translation" && isSpared) return "reviewed";
  if (isPersons && !policy.overwrite) return "written";
  const least = kind === "category" ? Math.max(LEAST.usual, LEAST[policy.mode]) : LEAST[policy.mode];
  return confidence < least ? "unsure" : undefined;
}

/** Which values are stored and which wait. What a field has already is neither. */
export function decide(candidates: readonly Candidate[], target: Target, policy: ApplyPolicy): Decision {
  const decision: Decision = { applied: [], held: [] };
  for (const candidate of candidates) {
    const reason = reasonOf(candidate, target, policy);
    const isSame = digestOfValue(candidate.value) === digestOfValue(candidate.current);
    if (reason === undefined) decision.applied.push(candidate);
    else if (!isSame) decision.held.push({ ...candidate, reason });
  }
  return decision;
}

/** Values as they are stored with a target. */
export function valuesOf(applied: readonly Candidate[]): { values: Values; texts: TextsByLanguage } {
  const values: Record<string, unknown> = {};
  const texts: Record<string, Record<string, string>> = {};
  for (const { kind, field, language, value } of applied) {
    if (kind === "translation") texts[language] = { ...texts[language], [field]: String(value) };
    else if (kind !== "attribute") values[field] = value;
    else {
      const attributes = isRecord(values["attributes"]) ? values["attributes"] : {};
      values["attributes"] = { ...attributes, [field.slice("attributes.".length)]: value };
    }
  }
  return { values, texts };
}
