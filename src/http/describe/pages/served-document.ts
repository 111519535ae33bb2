import type { Language } from "../../output/messages.ts";

export type Read = () => Promise<object>;

/** A document of `docs/` that the service shows to those who integrate with it or operate it. */
export interface ServedDocument {
  /** Its address below `/docs/`. */
  id: string;
  /** Its file below `docs/`. */
  file: string;
  readers: "integrators" | "operators";
  title: Record<Language, string>;
  about: Record<Language, string>;
  /** Its text, by language. */
  read: Record<Language, Read>;
}
