import { ApiError } from "../../http/output/errors.ts";
import type { Language } from "../../http/output/messages.ts";
import type { Asking } from "../../runtime/asks.ts";
import type { DryRun } from "./dry-run.ts";

/** How many dry runs of a tenant may run or wait. */
const LINE_MAX = 5;
/** From the request to the answer: longer, and the connection would be closed as idle. */
const DEADLINE_MS = 200_000;
const RETRY_SECONDS = 30;

interface Waiting {
  importId: string;
  ending: AbortController;
  /** Resolves when it has ended, however. */
  ended: Promise<void>;
}

const cancelled = () => new ApiError("INVALID_STATE", { key: "imports.dry_run_cancelled" });
const tooMany = () =>
  new ApiError("RATE_LIMIT_EXCEEDED", {
    params: { seconds: RETRY_SECONDS },
    details: { detail: `${LINE_MAX} dry runs at a time`, retry_after: RETRY_SECONDS },
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
const tooLong = () =>
  new ApiError("REQUEST_TIMEOUT", { key: "imports.dry_run_too_long", params: { seconds: DEADLINE_MS / 1000 } });

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));

/**
 * The dry runs of all tenants in this process. Of each tenant one runs at a time, the others wait for it in their order. Each
 * ends when it is cancelled, when its caller has left and after 200 seconds.
 */
export class DryRuns {
  readonly #ask: Asking["ask"];
  readonly #lines = new Map<string, Waiting[]>();

  constructor({ ask }: Pick<Asking, "ask">) {
    this.#ask = ask;
  }

  /** Throws what the dry run does, RATE_LIMIT_EXCEEDED, REQUEST_TIMEOUT, and INVALID_STATE when it was cancelled. */
  async run(tenantId: string, input: { id: string; language: Language }, left: AbortSignal): Promise<DryRun> {
    const line = this.#lines.get(tenantId) ?? [];
    if (line.length >= LINE_MAX) throw tooMany();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const waiting: Waiting = { importId: input.id.toLowerCase(), ending: new AbortController(), ended };
    const before = line.map((each) => each.ended);
    this.#lines.set(tenantId, line);
    line.push(waiting);
    const { signal } = waiting.ending;
    const leave = () => waiting.ending.abort(cancelled());
    left.addEventListener("abort", leave, { once: true });
    const timer = setTimeout(() => waiting.ending.abort(tooLong()), DEADLINE_MS);
    try {
      await Promise.race([Promise.all(before), aborted(signal)]);
      return await this.#ask("imports.dry-run", tenantId, input, signal);
    } finally {
      clearTimeout(timer);
      left.removeEventListener("abort", leave);
      line.splice(line.indexOf(waiting), 1);
      if (line.length === 0) this.#lines.delete(tenantId);
      end();
    }
  }

  /** Ends the dry runs of an import; whether there was any. */
  cancel(tenantId: string, importId: string): boolean {
    const found = (this.#lines.get(tenantId) ?? []).filter((each) => each.importId === importId.toLowerCase());
    for (const { ending } of found) ending.abort(cancelled());
    return found.length > 0;
  }
}
