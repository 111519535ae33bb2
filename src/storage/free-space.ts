import { statfs } from "node:fs/promises";
import type { Config } from "../config/config.ts";
import { ApiError } from "../http/output/errors.ts";

/** How much of the data folder's disk must stay free. */
type SpaceRules = Pick<Config, "dataDir" | "databaseUrl" | "s3Endpoint" | "minFreeMib" | "minFreePercent">;

const MIB = 1024 * 1024;
/** Uploads that come together look once. */
const CACHE_MS = 1_000;

const looks = new Map<string, { atMs: number; space: Promise<Space> }>();

interface Space {
  freeBytes: number;
  totalBytes: number;
}

async function lookAt(folder: string): Promise<Space> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
}

/** The space of a folder's disk, at most a second old. Throws when it is unknown. */
function spaceOf(folder: string): Promise<Space> {
  const nowMs = performance.now();
  const known = looks.get(folder);
  if (known && nowMs - known.atMs < CACHE_MS) return known.space;
  const space = lookAt(folder);
  looks.set(folder, { atMs: nowMs, space });
  return space;
}

/** How much is free, and whether that is less than must stay free: then nothing large is taken on. */
export async function findSpace(rules: SpaceRules): Promise<{ freeBytes: number; isShort: boolean }> {
  const { freeBytes, totalBytes } = await spaceOf(rules.dataDir);
  // Nothing grows here.
  if (rules.databaseUrl !== undefined && rules.s3Endpoint !== undefined) return { freeBytes, isShort: false };
  const min = Math.max(rules.minFreeMib * MIB, (totalBytes * rules.minFreePercent) / 100);
  return { freeBytes, isShort: freeBytes < min };
}

/**
 * The same chunks of a file that is written into the data folder; throws INSUFFICIENT_STORAGE once the disk is about to be full:
 * what is left is for the database.
 */
export async function* leavingSpace(rules: SpaceRules, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    if (rules.s3Endpoint === undefined) await requireSpace(rules);
    yield chunk;
  }
}

/**
 * Throws INSUFFICIENT_STORAGE when the disk is about to be full. For what takes space for long: uploads, exports, imports;
 * all else goes on until the disk is.
 */
export async function requireSpace(rules: SpaceRules): Promise<void> {
  if ((await findSpace(rules)).isShort) throw new ApiError("INSUFFICIENT_STORAGE");
}
