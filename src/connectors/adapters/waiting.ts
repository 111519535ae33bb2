import { PlatformError } from "../engine/platform-error.ts";
import type { Api } from "../engine/requests/platform-api.ts";

const POLLS_MAX = 30;
const FIRST_WAIT_MS = 50;
const WAIT_MAX_MS = 5_000;

/** Asks a platform again and again whether its work has ended, for two minutes at most. `undefined`: it has not yet. */
export async function pollUntil<T>(
  api: Pick<Api, "wait">,
  work: string,
  request: () => Promise<T | undefined>,
): Promise<T> {
  for (let poll = 0; poll < POLLS_MAX; poll++) {
    const ended = await request();
    if (ended !== undefined) return ended;
    await api.wait(Math.min(WAIT_MAX_MS, FIRST_WAIT_MS * 2 ** poll));
  }
  throw new PlatformError("unreachable", `${work} has not ended within two minutes`);
}
