import { statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SCHEMA_VERSION } from "../migrate.ts";
import type { WriterStats } from "../ports.ts";
import { type CommitCount, newCommitCount, noteOpened } from "./commit-count.ts";
import { type DiskRefuses, diskRefusal, diskRemedy, isWritable } from "./disk-refusal.ts";
import { openFileReader } from "./frozen-reader.ts";
import { InstanceLocked } from "./instance-lock.ts";
import type { WriteRequest } from "./waiting-line.ts";
import { openWriter, type Writer, type WriterOptions } from "./writer.ts";

const RETRY_MS = 1_000;
/** A process that was killed ends when its memory is freed, which takes a while where there is much. */
const LOCK_WAIT_MS = 5_000;
const LOCK_RETRY_MS = 100;
/** Readers that had to open the log of a file to be read only keep the writer from it. */
const OPENS_IN_VAIN_MAX = 5;
const START_AGAIN = "The disk was read-only and takes writes again: the service has to start anew";

/** Throws what to do unless the file can be read as it is. */
function requireReadable(path: string, refusal: DiskRefuses): void {
  const isFirst = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) === 0;
  const needsDisk = (why: string) =>
    new Error(`${why}, and its disk takes no writes (${refusal.message}). ${diskRemedy(refusal.reason, { isFirst })}`);
  if (isFirst) throw needsDisk(`There is no database in ${dirname(path)} yet`);
  let version: number;
  try {
    const { connection } = openFileReader(path);
    version = Number(connection.row("pragma user_version", {})?.["user_version"]);
    connection.close();
  } catch {
    throw needsDisk(`The database ${path} cannot be opened`);
  }
  if (version !== SCHEMA_VERSION) {
    throw needsDisk(`The database has schema version ${version}, this catalogd needs ${SCHEMA_VERSION}`);
  }
}

/** Opens the writer; waits some seconds for another process that is about to end. */
async function openUnlocked(path: string, options: WriterOptions, commits: CommitCount): Promise<Writer> {
  const givesUpAtMs = performance.now() + LOCK_WAIT_MS;
  for (;;) {
    try {
      return await openWriter(path, options, commits);
    } catch (error) {
      if (!(error instanceof InstanceLocked) || performance.now() > givesUpAtMs) throw error;
      await sleep(LOCK_RETRY_MS);
    }
  }
}

/**
 * Opens the writer of a database file, as `openWriter` does, and has it run `first` before all else. On a disk that takes no
 * writes it answers all the same, so that the file can be read: it refuses what comes and tries again every second.
 */
export async function openLateWriter(
  path: string,
  options: WriterOptions,
  first: readonly WriteRequest[],
): Promise<Writer> {
  const late = new LateWriter(path, options, first);
  await late.open();
  return late;
}

class LateWriter implements Writer {
  readonly commits = newCommitCount();
  readonly #path: string;
  readonly #options: WriterOptions;
  readonly #first: readonly WriteRequest[];
  #writer: Writer | undefined;
  /** Why nothing is written yet. */
  #refusal: DiskRefuses | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  #opensInVain = 0;

  constructor(path: string, options: WriterOptions, first: readonly WriteRequest[]) {
    this.#path = path;
    this.#options = options;
    this.#first = first;
  }

  async open(): Promise<void> {
    await this.#advance();
    if (!this.#refusal) return;
    if (!this.#writer) requireReadable(this.#path, this.#refusal);
    this.#retry();
  }

  submit = (request: WriteRequest): Promise<unknown> =>
    this.#refusal || !this.#writer ? Promise.reject(this.#refusal) : this.#writer.submit(request);
  stats = (): WriterStats => this.#writer?.stats() ?? { queued: 0, committed: 0, groups: 0 };
  stopWaiting = (): void => this.#writer?.stopWaiting();

  close = (): void => {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#writer?.close();
  };

  /** Goes on from where it stands. Throws what is none of the disk's doing. */
  async #advance(): Promise<void> {
    try {
      const opened = this.#writer ?? (await openUnlocked(this.#path, this.#options, this.commits));
      this.#writer = opened;
      for (const request of this.#first) await opened.submit(request);
      noteOpened(this.commits);
      this.#refusal = undefined;
    } catch (error) {
      this.#noteRefusal(error);
    }
  }

  #noteRefusal(error: unknown): void {
    const refusal = diskRefusal(error, this.#path);
    if (!refusal) throw error;
    this.#refusal = refusal;
    if (refusal.reason !== "read_only") return;
    // It was opened to be read only, and stays so.
    this.#writer?.close();
    this.#writer = undefined;
    if (!isWritable(this.#path)) return;
    this.#opensInVain++;
    if (this.#opensInVain > OPENS_IN_VAIN_MAX) throw new Error(START_AGAIN, { cause: error });
  }

  /** Tries again until it has succeeded. */
  #retry(): void {
    if (this.#refusal) this.#options.noteRefusal?.(this.#refusal);
    this.#timer = setTimeout(() => {
      void this.#advance().then(
        () => (this.#isClosed || !this.#refusal ? undefined : this.#retry()),
        (error: unknown) => this.#options.fail(error),
      );
    }, RETRY_MS);
  }
}
