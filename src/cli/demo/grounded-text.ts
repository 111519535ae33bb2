import { type Json, say } from "./client.ts";

interface Cited {
  kind: string;
  label?: string;
  value?: string;
  title?: string;
}

/** What a sentence is taken from, as somebody reads it. */
const sourceOf = ({ kind, label, value, title }: Cited) => (kind === "fact" ? `${label}: ${value}` : `${title}`);

/** Shows each sentence of a description with what it is taken from, and what no source says. */
export function sayGrounded(made: Json): void {
  // Documented as such.
  const { descriptions } = made["ai_metadata"] as Record<string, { grounding?: Record<string, unknown> }>;
  const grounding = descriptions?.grounding?.["description"] as
    | { confidence: number; sentences: { text: string; sources: Cited[] }[]; flags: { kind: string; text: string }[] }
    | undefined;
  if (!grounding) return;
  say("   Each sentence, and what of the catalog it is taken from:");
  for (const { text, sources } of grounding.sentences) {
    const from = sources.map(sourceOf).join("; ");
    say(`     "${text}" ← ${from || "no source"}`);
  }
  const flags = grounding.flags.map(({ kind, text }) => `${kind} ${text}`).join(", ");
  const flagged = flags ? `; no source says: ${flags}` : "";
  say(`     confidence ${grounding.confidence}${flagged}. What is below 0.6 is not stored by itself.`);
}
