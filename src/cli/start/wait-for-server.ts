import { setTimeout as sleep } from "node:timers/promises";

const FIRST_PAUSE_MS = 250;
const PAUSE_MS_MAX = 5_000;

/** What a server answers when it is there and waiting will not change its mind. */
const REFUSED = /\bHTTP status 4\d\d\b|AccessDenied|InvalidAccessKeyId|SignatureDoesNotMatch|InvalidBucketName/;
/** That it is not there, or not yet. */
const AWAY =
  /unable to connect|does not answer|connection|ECONN|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|socket|timed? ?out|aborted|error sending request|fetch failed|HTTP status 50[0234]/i;

/** An error and what it was caused by, in one text. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : "";
  return [code, error.message, error.cause === undefined ? "" : textOf(error.cause)].join(" ");
}

/** Whether it may come later: a server that is being started, or a name that is not known yet. */
export const isAway = (error: unknown): boolean => AWAY.test(textOf(error)) && !REFUSED.test(textOf(error));

/**
 * Runs `attempt` until it works, at growing intervals, as long as the server is away and `seconds` are not over. `note` is
 * called at the first failure. Throws what `attempt` threw last.
 */
export async function waitForServer<T>(
  attempt: () => Promise<T>,
  { seconds, note }: { seconds: number; note: (error: unknown) => void },
): Promise<T> {
  const endsAtMs = performance.now() + seconds * 1_000;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, PAUSE_MS_MAX)) {
    try {
      return await attempt();
    } catch (error) {
      const leftMs = endsAtMs - performance.now();
      if (!isAway(error) || leftMs <= 0) throw error;
      if (pauseMs === FIRST_PAUSE_MS) note(error);
      await sleep(Math.min(pauseMs, leftMs));
    }
  }
}
