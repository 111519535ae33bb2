import { findApiKey, updateApiKeyValue } from "../../db/api-keys/api-keys.ts";
import { mutation } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";
import type { RawKey } from "./raw-key.ts";

export interface ApiKeyRotation {
  id: string;
  /** The versions the caller has read; `null`: any. */
  expected: string[] | null;
  isTest: boolean;
  secret: Omit<RawKey, "key">;
}

/** Gives a key another value; the old one opens nothing any more. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const rotateApiKey = mutation(
  "api-keys.rotate",
  async (tx, { id, expected, isTest, secret }: ApiKeyRotation, context) => {
    const known = required(await findApiKey(tx, id), "api_key", id);
    requireVersion(expected, known.version);
    const nowMs = context.now();
    await updateApiKeyValue(tx, { id, isTest, keyHash: secret.keyHash, keyHint: secret.keyHint, nowMs });
    const details = { name: known.name };
    await noteAudit(tx, context, { action: "api_key.rotated", resource: "api_key", resourceId: id, details });
    return { id, rotatedAtMs: nowMs };
  },
);
