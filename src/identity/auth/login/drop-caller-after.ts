import type { Services } from "../../../runtime/services.ts";

/** Waits for a change of who may come in, and makes the very next request meet it. Passes on what it returns or throws. */
export const dropCallerAfter = <T>({ authenticator }: Services, tenantId: string, change: Promise<T>): Promise<T> =>
  // Also after an error: a server may have made the change and lost the answer.
  change.finally(() => authenticator.drop(tenantId));
