import { PlatformError } from "../engine/platform-error.ts";

/**
 * Proves a right by a request that a platform cannot carry out: it looks at rights first, and what it says then does not
 * matter. Throws what its owner is to do where the right is missing.
 */
export async function provesRight(send: () => Promise<unknown>, advice: string): Promise<void> {
  try {
    await send();
  } catch (error) {
    if (!(error instanceof PlatformError) || error.reason === "unreachable") throw error;
    if (error.reason === "credentials") throw new PlatformError("credentials", `${advice} ${error.message}`);
  }
}
