import { findConnector } from "../../db/connectors/connectors.ts";
import { openCredentials, secretsOf } from "../../src/connectors/credentials.ts";
import { loadAdapter } from "../../src/connectors/engine/adapters.ts";
import { PlatformError } from "../../src/connectors/engine/platform-error.ts";
import { openApi } from "../../src/connectors/engine/requests/api.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";
import { redactSecrets } from "../../src/text/redact.ts";

/** The credentials that a platform gives for the code of a consent. Returns why it gives none, `null` when it does. */
export async function exchangeCode(
  services: ThreadServices,
  tenantId: string,
  { id, code, redirect, query }: { id: string; code: string; redirect: string; query: string },
  signal: AbortSignal,
): Promise<{ error: string | null; brought: Record<string, string> }> {
  const db = services.reader(tenantId);
  const connector = await findConnector(db, id);
  if (!connector) return { error: "The connector was deleted", brought: {} };
  const { exchange } = await loadAdapter(connector.platformId);
  const credentials = await openCredentials(services, db, id);
  const secrets = [...secretsOf(connector.platformId, credentials), code];
  try {
    // A code counts once: a request that may have had its effect is not sent again.
    const api = openApi(services.outbound, credentials, signal, { waitFor: services.pause, tries: 1 });
    const given = { code, redirect, query: new URLSearchParams(query) };
    return { error: null, brought: (await exchange?.(api, given)) ?? {} };
  } catch (error) {
    if (error instanceof PlatformError) return { error: redactSecrets(error.message, secrets), brought: {} };
    throw error;
  }
}
