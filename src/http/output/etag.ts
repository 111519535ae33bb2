import { createHash } from "node:crypto";
import { textHash } from "../../../db/text-hash.ts";
import { ApiError } from "./errors.ts";

type Headers = Record<string, string | undefined>;

/** The headers that `withETag` reads. */
export const CONDITIONS = ["if-none-match"] as const;

/** What `withETag` needs of a route's context. */
export interface ETagContext {
  headers: Headers;
  set: { headers: Record<string, string | number> };
}

const tagOf = (version: string | number, variant: string) => `"${version}${variant && `~${variant}`}"`;

/** Distinguishes bodies of one version of a resource: part of `withETag`'s `variant`. */
export const digestOf = (body: string): string => textHash(body).toString(36);

/** The tags of a header, without quotes and weakness; `"*"` means any. */
const readTags = (header: string): string[] =>
  header.split(",").map((tag) => tag.trim().replace(/^W\//, "").replaceAll('"', ""));

/** Whether `If-None-Match` names a tag: what the caller has is then what it would get. */
export function isKnownTag(header: string | null | undefined, tag: string): boolean {
  if (header === null || header === undefined) return false;
  const tags = readTags(header);
  return tags.includes("*") || readTags(tag).some((each) => tags.includes(each));
}

/**
 * Answers a single resource with its ETag, or 304 when the caller has this version. `version` changes with every change of
 * the resource; `variant` distinguishes representations of one version, such as languages.
 */
export function withETag<T>({ headers, set }: ETagContext, version: string | number, body: T, variant = ""): T {
  const tag = tagOf(version, variant);
  set.headers["etag"] = tag;
  set.headers["cache-control"] = "private, no-cache";
  if (!isKnownTag(headers["if-none-match"], tag)) return body;
  // A response of its own takes the place of the body; Elysia passes it on as it is.
  return new Response(null, { status: 304 }) as T;
}

/** A write that may be meant for certain versions of what it changes or deletes. */
export interface Conditional {
  /** As `ifMatch` reads them; `null`: any. */
  expected: string[] | null;
}

/** The versions a write is meant for: the `If-Match` header. `null`: any. Plain data, for a mutation's input. */
export function ifMatch(headers: Headers): string[] | null {
  const header = headers["if-match"];
  if (header === undefined || header.trim() === "*") return null;
  // The variant distinguishes representations; a write is to the resource.
  return readTags(header).map((tag) => tag.split("~")[0] ?? "");
}

const DIGEST_CHARACTERS = 22;
/** The version of a resource that does not count its changes: a digest of what it shows. */
export const versionOf = (body: unknown): string =>
  createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, DIGEST_CHARACTERS);

/** Throws PRECONDITION_FAILED for a write to what has no version, such as many products, when it names one. */
export function refuseVersions(headers: Headers): void {
  if (ifMatch(headers)) throw new ApiError("PRECONDITION_FAILED");
}

/** Throws PRECONDITION_FAILED unless the resource still has one of the versions the caller has read. */
export function requireVersion(expected: string[] | null, version: string | number): void {
  if (expected && !expected.includes(String(version))) {
    throw new ApiError("PRECONDITION_FAILED", { details: { current_etag: `"${version}"` } });
  }
}
