import { invalidBody } from "../../http/output/errors.ts";

const PHRASES = ["DELETE ALL PRODUCTS", "SUPPRIMER TOUS LES PRODUITS"];

/** Throws VALIDATION_FAILED that says the phrase, unless it was given. */
export function requirePhrase(phrase: unknown): void {
  if (typeof phrase === "string" && PHRASES.includes(phrase.trim())) return;
  const type = phrase === undefined ? "missing" : "invalid_value";
  throw invalidBody([{ field: "confirmation_phrase", type, key: "products.confirm_deletion" }]);
}
