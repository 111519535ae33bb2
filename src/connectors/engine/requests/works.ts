import { createHash } from "node:crypto";
import { findConnector } from "../../../../db/connectors/connectors.ts";
import { deletePlatformWorks, platformWorks } from "../../../../db/connectors/platform-works.ts";
import { mutation, type Reader } from "../../../../db/ports.ts";
import { PlatformError } from "../platform-error.ts";
import type { Api, Work } from "./platform-api.ts";

/** Where works that a platform has not ended are stored between the turns of a push. */
export interface WorkStore {
  find(key: string): Promise<string | undefined>;
  keep(key: string, externalId: string): Promise<void>;
  forget(key: string): Promise<void>;
}

/** A work that has not ended after this time is begun again. */
const KEPT_MS = 24 * 60 * 60_000;

/** What a platform calls the work of that key; `undefined`: none was begun lately. */
export async function findWork(db: Reader, connectorId: string, workKey: string, nowMs: number) {
  const work = await platformWorks.find(db, { connectorId, workKey });
  return work && work.startedAtMs > nowMs - KEPT_MS ? work.externalId : undefined;
}

/** Notes a work that a platform has taken; `externalId`: `null` when it has ended. */
export const noteWork = mutation(
  "connectors.note-work",
  async (
    tx,
    { connectorId, workKey, externalId }: { connectorId: string; workKey: string; externalId: string | null },
    { now },
  ): Promise<void> => {
    if (!(await findConnector(tx, connectorId))) return;
    await deletePlatformWorks(tx, { connectorId, workKey, beforeMs: now() - KEPT_MS });
    if (externalId !== null) await platformWorks.save(tx, { connectorId, workKey, externalId, startedAtMs: now() });
  },
);

const POLLS_MAX = 30;
const FIRST_WAIT_MS = 50;
const WAIT_MAX_MS = 5_000;
/** A push that can be followed on later waits for this time in its slot, and then lets others work for a while. */
const PATIENCE_MS = 10_000;
const LATER_MS = 30_000;

const keyOf = ({ name, content }: Pick<Work<unknown>, "name" | "content">) =>
  createHash("sha256")
    .update(JSON.stringify([name, content]))
    .digest("base64url");

/** Whether a work was begun in an earlier turn and is not known to have ended. */
export const isFollowed = async (work: Pick<Work<unknown>, "name" | "content">, store?: WorkStore): Promise<boolean> =>
  (await store?.find(keyOf(work))) !== undefined;

/** What became of a work that has ended. What has failed as a whole is begun again. */
async function endOf<T>(read: () => Promise<T>, key: string, store: WorkStore | undefined): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof PlatformError && error.reason === "refused") await store?.forget(key);
    throw error;
  }
}

/**
 * Follows a work until it has ended. With a store, one that was begun in an earlier turn is not begun again, and what takes
 * longer than some seconds throws a `PlatformError` that says when to ask again; without one it may take two minutes.
 */
export async function followWork<T>(api: Pick<Api, "wait">, work: Work<T>, store?: WorkStore): Promise<T> {
  const key = keyOf(work);
  const known = await store?.find(key);
  const externalId = known ?? (await work.begin(key));
  if (known === undefined) await store?.keep(key, externalId);
  let waitedMs = 0;
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const ended = await endOf(() => work.poll(externalId), key, store);
    if (ended !== undefined) {
      const done = await endOf(async () => (await work.after?.(ended)) ?? ended, key, store);
      await store?.forget(key);
      return done;
    }
    if (store && waitedMs >= PATIENCE_MS) {
      throw new PlatformError("unreachable", `${work.name} has not ended yet`, { waitMs: LATER_MS });
    }
    const ms = Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** poll);
    waitedMs += ms;
    await api.wait(ms);
  }
  throw new PlatformError("unreachable", `${work.name} has not ended within two minutes`);
}
