import type { Static } from "@sinclair/typebox";
import {
  type FoundChunk,
  findChunksByVector,
  findChunksByWords,
  hasChunks,
  listBoundChunks,
} from "../../../db/documents/chunks.ts";
import type { Reader } from "../../../db/ports.ts";
import { spaceOf } from "../../../search/follower-state.ts";
import type { ThreadServices } from "../../runtime/services.ts";
import { embedTexts } from "../../search/similar/embed-texts.ts";
import { findEmbeddingSettings } from "../../search/similar/embedding-settings.ts";
import { nameKey } from "../../text/name-key.ts";
import { replaceTags } from "../../text/plain-text.ts";
import { type Target, variablesOf } from "../enrichment/facts/product-facts.ts";
import type { SourceBody } from "../enrichment/metadata.ts";

/** The score that a passage must reach, and how many are returned. Source: decision S33.10. */
const SCORE_MIN = 0.35;
const PASSAGES_MAX = 8;
const CANDIDATES = 50;
const WORDS_MAX = 20;
const WORD_LENGTH_MIN = 3;
const QUERY_LENGTH_MAX = 1_000;
/** Somebody waits, and words find passages too. */
const EMBED_MS_MAX = 10_000;

/** A passage that says something of a product. */
export interface Passage extends FoundChunk {
  /** 0 to 1, of its words and its meaning; the product's own documents begin at the least that counts. */
  score: number;
}

type FindingServices = Pick<ThreadServices, "outbound" | "secrets" | "log">;

const wordsOf = (text: string): string[] =>
  (nameKey(text).match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length >= WORD_LENGTH_MIN);

/** The better of the share of the words and the similarity of the meaning, and nearer to 1 when the other agrees. */
function fusedScore(share: number, similarity: number): number {
  const [less, more] = [share, Math.max(0, similarity)].toSorted((one, other) => one - other) as [number, number];
  return more < SCORE_MIN ? more : more + ((1 - more) * less) / 2;
}

function scored(chunk: FoundChunk, words: readonly string[]): Passage {
  const has = new Set(wordsOf(chunk.text));
  const share = words.length === 0 ? 0 : words.filter((word) => has.has(word)).length / words.length;
  const fused = fusedScore(share, chunk.similarity);
  const score = chunk.isBound ? SCORE_MIN + (1 - SCORE_MIN) * fused : fused;
  return { ...chunk, score: Math.round(score * 1000) / 1000 };
}

/** The passages of like meaning; none where no embedding server is configured or it does not answer. */
async function findByMeaning(services: FindingServices, db: Reader, productId: string, query: string) {
  const settings = await findEmbeddingSettings(db, services.secrets);
  if (!settings) return [];
  try {
    const [vector = []] = await embedTexts(services.outbound, settings, [query], EMBED_MS_MAX);
    const model = spaceOf(settings.identity, vector.length);
    return await findChunksByVector(db, { productId, model, vector, limit: CANDIDATES });
  } catch (error) {
    services.log.warn({ error: String(error) }, "passages are found by their words alone");
    return [];
  }
}

/** Each passage once, with the greatest similarity that is known. */
function distinct(chunks: readonly FoundChunk[]): FoundChunk[] {
  const found = new Map<string, FoundChunk>();
  for (const chunk of chunks) {
    const key = `${chunk.documentId} ${chunk.chunkIndex}`;
    const before = found.get(key);
    if (!before || before.similarity < chunk.similarity) found.set(key, chunk);
  }
  return [...found.values()];
}

/** The best passages of the documents of a product and of all products, by words and by meaning, best first. */
export async function findPassages(services: FindingServices, db: Reader, target: Target): Promise<Passage[]> {
  if (!(await hasChunks(db))) return [];
  const { title = "", brand = "", category = "", sku = "", ean = "", ...rest } = await variablesOf(db, target);
  const { short_description: short = "" } = rest;
  const productId = target.product.id;
  const words = [...new Set(wordsOf(`${title} ${brand} ${sku} ${ean}`))].slice(0, WORDS_MAX);
  // Words of letters and digits alone: nothing of them is an operator.
  const any = words.map((word) => `"${word}"`).join(" OR ");
  const match = `tenant_id : "${db.tenantId}" AND text : (${any})`;
  const query = [title, brand, category, replaceTags(short, " ")].filter((part) => part !== "").join("\n");
  const found = [
    ...(await listBoundChunks(db, productId, CANDIDATES)),
    ...(words.length === 0 ? [] : await findChunksByWords(db, { productId, match, limit: CANDIDATES })),
    ...(await findByMeaning(services, db, productId, query.slice(0, QUERY_LENGTH_MAX))),
  ];
  return distinct(found)
    .map((chunk) => scored(chunk, words))
    .filter(({ score }) => score >= SCORE_MIN)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, PASSAGES_MAX);
}

/** The passages as a model is given them, each with where it is from. */
export const passagesText = (passages: readonly Passage[]): string =>
  passages.map(({ title, chunkIndex, text }) => `[${title}, passage ${chunkIndex + 1}]\n${text}`).join("\n\n");

/** What a text was made of: a passage of a document, or a page. As the API shows it. */
export type Source = Static<typeof SourceBody>;

/** Where passages are from. */
export const sourcesOf = (passages: readonly Passage[]): Source[] =>
  passages.map(({ documentId, title, chunkIndex, page, score }) => ({
    document_id: documentId,
    title,
    chunk_index: chunkIndex,
    page,
    url: null,
    score,
  }));
