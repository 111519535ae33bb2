import { textHash } from "../../db/text-hash.ts";

/** A number that names a reference: below zero, so that it is never an EAN. */
export const referenceNumber = (reference: string): number => -1 - textHash(reference);
