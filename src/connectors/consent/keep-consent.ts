import { connectorRows, findConnector } from "../../../db/connectors/connectors.ts";
import { mutation } from "../../../db/ports.ts";
import { deleteSecret, putSecret } from "../../../db/secrets/secrets.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { required } from "../../http/output/errors.ts";
import type { Sealed } from "../../secrets/secret-box.ts";
import { placeOf, type SealedCredentials, storeCredentials } from "../credentials.ts";

/** Under which name a consent that was asked for is stored: other credentials forget it. */
export const CONSENT_FIELD = "consent";

/** Notes that an owner is asked; an earlier question counts no longer. Throws NOT_FOUND. */
export const askConsent = mutation(
  "connectors.ask-consent",
  async (tx, { id, sealed }: { id: string; sealed: Sealed }): Promise<void> => {
    required(await findConnector(tx, id), "connector", id);
    await putSecret(tx, placeOf(id), { field: CONSENT_FIELD, ...sealed, hint: null });
  },
);

/** Takes a consent that was asked for: of two answers to it only the first gets `true`. */
export const takeConsent = mutation(
  "connectors.take-consent",
  async (tx, { id }: { id: string }): Promise<boolean> => (await deleteSecret(tx, placeOf(id), CONSENT_FIELD)) > 0,
);

/** Stores what a consent has brought. Returns the connector's version then; `null`: it has other credentials meanwhile. */
export const keepConsent = mutation(
  "connectors.keep-consent",
  async (
    tx,
    { id, version, credentials }: { id: string; version: number; credentials: SealedCredentials },
    context,
  ): Promise<number | null> => {
    const connector = await findConnector(tx, id);
    if (connector?.version !== version) return null;
    const { isConfigured, receiverKey } = credentials;
    const stored = { ...connector, isConfigured, receiverKey, status: "pending" as const, statusMessage: null };
    await connectorRows.update(tx, { ...stored, version: version + 1 });
    await storeCredentials(tx, id, credentials);
    await noteAudit(tx, context, "connector.changed", id, { name: connector.name, fields: ["credentials"] });
    return version + 1;
  },
);
