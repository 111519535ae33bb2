import { createHash } from "node:crypto";
import { slugOfKey } from "../../../db/products/slug.ts";
import { nameKey } from "../../text/name-key.ts";

/** With the dash and the hash behind it a code has at most 100 characters. */
const SLUG_MAX = 91;
const HASH_LENGTH = 8;
/** Letters, digits and pictures that no slug can say. */
const UNSAYABLE = /[^\p{ASCII}\p{P}\p{Z}\p{M}]/u;

/** The codes that are made of a competitor's name. */
export interface NameCodes {
  /** What a new competitor of the name is called, unless another has it; its slug when that says the whole name. */
  code: string;
  /** What it is called instead: the same for the same name, and of no other name. */
  distinct: string;
}

/** Names are compared without case and accents, so "Café Noir" is "Cafe Noir"; "A & B" and "A-B" are two names. */
export function codesOfName(name: string): NameCodes {
  const key = nameKey(name);
  const slug = slugOfKey(key).slice(0, SLUG_MAX).replace(/-$/, "");
  const hash = createHash("sha256")
    .update(key || name)
    .digest("hex")
    .slice(0, HASH_LENGTH);
  const distinct = `${slug || "competitor"}-${hash}`;
  return { code: slug === "" || UNSAYABLE.test(key) ? distinct : slug, distinct };
}
