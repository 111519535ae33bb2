import { findConnector } from "../../../../db/connectors/connectors.ts";
import { mutation, type Reader } from "../../../../db/ports.ts";
import { deleteSecret, listSecrets, putSecret } from "../../../../db/secrets/secrets.ts";
import type { Sealed, SecretBox } from "../../../secrets/secret-box.ts";
import { placeOf } from "../../credentials.ts";
import type { FetchedToken } from "./platform-api.ts";

const FIELD = "token";
/** A token is renewed this long before it ends, a short one after most of its life: few runs take longer. */
const MARGIN_SECONDS = 30 * 60;
const MOST = 0.8;

interface StoredToken {
  token: string;
  renewAtMs: number;
}

/** Encrypts a token, to be stored. */
export function sealToken(
  secrets: SecretBox,
  { tenantId, connectorId }: { tenantId: string; connectorId: string },
  { token, seconds }: FetchedToken,
  nowMs: number,
): Sealed {
  const stored: StoredToken = { token, renewAtMs: nowMs + Math.max(seconds * MOST, seconds - MARGIN_SECONDS) * 1_000 };
  return secrets.seal({ tenantId, place: placeOf(connectorId), field: FIELD }, JSON.stringify(stored));
}

/** The stored token of a connector; `null` when there is none or it ends soon. */
export async function openToken(
  secrets: SecretBox,
  db: Reader & { tenantId: string },
  connectorId: string,
  nowMs: number,
): Promise<string | null> {
  const stored = (await listSecrets(db, placeOf(connectorId))).find(({ field }) => field === FIELD);
  if (!stored) return null;
  const text = secrets.open({ tenantId: db.tenantId, place: placeOf(connectorId), field: FIELD }, stored);
  // Written by `sealToken`.
  const { token, renewAtMs } = JSON.parse(text) as StoredToken;
  return renewAtMs > nowMs ? token : null;
}

/** Keeps a connector's token, or forgets one that the platform has refused; unless the connector has changed meanwhile. */
export const storeToken = mutation(
  "connectors.keep-token",
  async (
    tx,
    { connectorId, version, sealed }: { connectorId: string; version: number; sealed: Sealed | null },
  ): Promise<void> => {
    if ((await findConnector(tx, connectorId))?.version !== version) return;
    if (sealed === null) await deleteSecret(tx, placeOf(connectorId), FIELD);
    else await putSecret(tx, placeOf(connectorId), { field: FIELD, ...sealed, hint: null });
  },
);
