import { type FoundChunk, findSharedChunks, listBoundChunks } from "../../db/documents/documents.ts";
import type { Reader } from "../../db/ports.ts";
import { type Target, variablesOf } from "../enrichment/product-facts.ts";
import { nameKey } from "../text/name-key.ts";

/** What a passage must reach, and how many are told. Source: decision S33.10. */
const SCORE_MIN = 0.35;
const PASSAGES_MAX = 8;
const CANDIDATES = 50;
const WORDS_MAX = 20;
const WORD_LENGTH_MIN = 3;

/** A passage that says something of a product. */
export interface Passage extends FoundChunk {
  /** 0 to 1: the share of the product's words that are in it; the product's own documents begin at the least that counts. */
  score: number;
}

const wordsOf = (text: string): string[] =>
  (nameKey(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= WORD_LENGTH_MIN);

function scored(chunk: FoundChunk, words: readonly string[]): Passage {
  const has = new Set(wordsOf(chunk.text));
  const share = words.length === 0 ? 0 : words.filter((word) => has.has(word)).length / words.length;
  const score = chunk.isBound ? SCORE_MIN + (1 - SCORE_MIN) * share : share;
  return { ...chunk, score: Math.round(score * 1000) / 1000 };
}

/** The best passages of the documents of a product and of all products, best first. */
export async function findPassages(db: Reader, target: Target): Promise<Passage[]> {
  const { title, brand, sku, ean } = { title: "", brand: "", sku: "", ean: "", ...(await variablesOf(db, target)) };
  const words = [...new Set(wordsOf(`${title} ${brand} ${sku} ${ean}`))].slice(0, WORDS_MAX);
  const bound = await listBoundChunks(db, target.product.id, CANDIDATES);
  // Words of letters and digits alone: nothing of them is an operator.
  const any = words.map((word) => `"${word}"`).join(" OR ");
  const match = `tenant_id : "${db.tenantId}" AND text : (${any})`;
  const shared = words.length === 0 ? [] : await findSharedChunks(db, match, CANDIDATES);
  return [...bound, ...shared]
    .map((chunk) => scored(chunk, words))
    .filter(({ score }) => score >= SCORE_MIN)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, PASSAGES_MAX);
}

/** The passages as a model is given them, each with where it is from. */
export const passagesText = (passages: readonly Passage[]): string =>
  passages.map(({ title, chunkIndex, text }) => `[${title}, passage ${chunkIndex + 1}]\n${text}`).join("\n\n");

/** Where passages are from, as the API shows it. */
export const sourcesOf = (passages: readonly Passage[]) =>
  passages.map(({ documentId, title, chunkIndex, score }) => ({
    document_id: documentId,
    title,
    chunk_index: chunkIndex,
    url: null,
    score,
  }));
