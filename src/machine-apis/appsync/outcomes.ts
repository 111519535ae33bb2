import type { Language } from "../../http/output/messages.ts";
import type { Outcome } from "../../products/changes/set/apply.ts";
import { faultText } from "../../products/changes/set/fault-text.ts";
import { envelope } from "./envelope.ts";

const textIn = (item: unknown, field: string): string | null => {
  const value: unknown = typeof item === "object" && item !== null ? Reflect.get(item, field) : null;
  return typeof value === "string" ? value : null;
};

/** The answer to a sync: what became of each item, in order, and how many of each. */
export function syncAnswer(items: readonly unknown[], outcomes: readonly Outcome[], language: Language) {
  const counts = { created: 0, updated: 0, errors: 0 };
  const rows = outcomes.map((outcome, index) => {
    const reference = textIn(items[index], "reference");
    if ("fault" in outcome) {
      counts.errors++;
      return { reference, status: "error" as const, id: null, error: faultText(outcome.fault, language) };
    }
    const status = outcome.created ? ("created" as const) : ("updated" as const);
    counts[status]++;
    return { reference, status, id: outcome.id };
  });
  return envelope(rows, language, "appsync.synced", counts);
}

/** The answer to an update by EAN: which codes were found. */
export function updatesAnswer(items: readonly { ean: string }[], found: readonly boolean[], language: Language) {
  const rows = items.map(({ ean }, index) => {
    const updated = found[index] === true;
    return { ean, updated, status: updated ? ("ok" as const) : ("not_found" as const) };
  });
  const updated = rows.filter((row) => row.updated).length;
  return envelope(rows, language, "appsync.updated", { updated, missing: rows.length - updated });
}
