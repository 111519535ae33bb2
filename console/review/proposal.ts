/** What a text is founded on: a field of the product, or a passage of a document or a web page. */
export type Source =
  | { kind: "fact"; name: string; label: string; value: string }
  | { kind: "passage"; document_id: string | null; title: string; page: number | null; url: string | null };

/** A value that waits for somebody, as the API shows it. */
export interface Proposal {
  id: string;
  product_id: string;
  product_name: string | null;
  language: string;
  kind: string;
  field: string;
  value: unknown;
  previous: unknown;
  difference: { op: "same" | "removed" | "added"; text: string }[];
  confidence: number;
  reason: string;
  flags: { kind: string; text: string; confidence: number }[];
  sentences: { text: string; sources: Source[] }[];
  provider: string;
  model: string;
  created_at: string;
}

/** A run of a model on a product. */
export interface Run {
  enrichment_type: string;
  cost_usd: number;
  created_at: string;
}
const NEAR_MS = 2_000;

/** What the run has cost that made this value; `undefined` when it is not known any more. */
export function costOf({ created_at: madeAt, kind, field }: Proposal, runs: readonly Run[]): number | undefined {
  const isOfType = (type: string): boolean => {
    if (kind === "category") return type === "categorize";
    if (kind === "attribute") return type === "attributes";
    if (kind === "translation") return type === "translate";
    return field.startsWith("seo_") ? type === "seo" : type === "descriptions";
  };
  return runs.find(
    ({ enrichment_type: type, created_at: at }) =>
      isOfType(type) && Math.abs(Date.parse(at) - Date.parse(madeAt)) < NEAR_MS,
  )?.cost_usd;
}

/** A value as a person edits it. */
export const asText = (value: unknown): string =>
  value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value);
