import { createHash } from "node:crypto";
import { randomText } from "../../identity/auth/random-text.ts";
import type { FeedType } from "./feed-type.ts";

// 256 bits.
const LENGTH = 43;
const SHAPE = /^([0-9A-Za-z]{43})(?:\.(xml|tsv|csv|txt|json))?$/;

/** What is stored of a token. */
export interface KeptToken {
  /** SHA-256, hex: it is random, so there is nothing to guess. */
  token_hash: string;
  token_hint: string;
}

export const hashToken = (token: string): string => createHash("sha256").update(token).digest("hex");

/** A new token: what its holder is given, and what is stored of it. */
export function newToken(): { token: string; kept: KeptToken } {
  const token = randomText(LENGTH);
  return { token, kept: { token_hash: hashToken(token), token_hint: token.slice(-4) } };
}

/** The token and the ending, if any, that the name of a file says; `undefined`: it is no feed's. */
export function readFileName(name: string): { token: string; ending: string | undefined } | undefined {
  const [, token, ending] = SHAPE.exec(name) ?? [];
  return token !== undefined ? { token, ending } : undefined;
}

/** Where a marketplace fetches a feed. */
export const feedUrl = (origin: string, token: string, { ending }: Pick<FeedType, "ending">): string =>
  `${origin}/api/v1/feeds/${token}.${ending}`;
