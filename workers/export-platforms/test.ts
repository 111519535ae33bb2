import { storedRemoteError } from "../../src/exports/platforms/item-errors.ts";
import { findConfig, openPlatform } from "../../src/exports/platforms/open-platform.ts";
import type { TestedPlatform } from "../../src/exports/platforms/requested-job.ts";
import { RemoteError } from "../../src/remote-files/remote-error.ts";
import { type RemoteFolder, textFile } from "../../src/remote-files/remote-folder.ts";
import { within } from "../../src/remote-files/within.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

const LIMIT_MS = 15_000;

/** Writes a small file and deletes it. Answers what is stored of the error, `null` of none. */
export async function test(
  { reader, secrets, outbound, newId }: ThreadServices,
  tenantId: string,
  tested: TestedPlatform,
): Promise<{ error: string | null }> {
  const config = "config" in tested ? tested.config : await findConfig(reader(tenantId), secrets, tested.platformId);
  const id = newId();
  let folder: RemoteFolder | undefined;
  const probe = async () => {
    folder = await openPlatform(tested.type, config, outbound);
    const name = `.pm-test-${id}`;
    await folder.put(name, textFile("ok"), id.slice(-12));
    await folder.remove(name);
  };
  try {
    await within(probe(), LIMIT_MS);
    return { error: null };
  } catch (error) {
    if (error instanceof RemoteError) return { error: storedRemoteError(error) };
    throw error;
  } finally {
    await folder?.close();
  }
}
