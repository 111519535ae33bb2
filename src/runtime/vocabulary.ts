import type { ErrorKind } from "../http/output/faults/error-kinds.ts";

/** A text in the languages of the service. */
export interface Text {
  en: string;
  fr: string;
}

/** An error code: how it is answered, what it says, and what the caller can do. */
export interface DeclaredError extends ErrorKind {
  says: Text;
  fix: Text;
}

/**
 * What a family says, in `src/<family>/vocabulary.ts`: names and texts that every thread needs, and that types are made of. So
 * it is apart from `family.ts`, which names code.
 */
export interface Vocabulary {
  /** Texts by key: `family.what`, with `{name}` where a value goes. */
  messages?: Readonly<Record<string, Text>>;
  /** Clients match on the codes: add, never rename. */
  errors?: Readonly<Record<string, DeclaredError>>;
  /** What the audit log notes, and of what. Users filter by these: add, never rename. */
  audit?: { actions: readonly string[]; resources: readonly string[] };
  /** What other systems can receive by webhooks. */
  events?: readonly string[];
}

/** Declares what a family says: `src/vocabulary.ts` lists them. */
export const vocabulary = <const V extends Vocabulary>(parts: V): V => parts;
