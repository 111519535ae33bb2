import { deleteApiKey, findApiKey } from "../../db/api-keys/api-keys.ts";
import { mutation } from "../../db/ports.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { required } from "../http/output/errors.ts";
import { requireVersion } from "../http/output/etag.ts";

/** Revokes a key for good. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const revokeApiKey = mutation(
  "api-keys.revoke",
  async (tx, { id, expected }: { id: string; expected: string[] | null }, context) => {
    const known = required(await findApiKey(tx, id), "api_key", id);
    requireVersion(expected, known.version);
    await deleteApiKey(tx, id);
    const details = { name: known.name };
    await noteAudit(tx, context, { action: "api_key.revoked", resource: "api_key", resourceId: id, details });
  },
);
