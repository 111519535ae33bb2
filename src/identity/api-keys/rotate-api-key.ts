import { mutation } from "../../../db/ports.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { type Conditional, requireVersion } from "../../http/output/etag.ts";
import { isoOfMs } from "../../text/instant.ts";
import { ApiKey } from "./api-key.ts";
import type { StoredKey } from "./raw-key.ts";

interface Rotation extends Conditional {
  id: string;
  isTest: boolean;
  kept: StoredKey;
}

/** Gives a key another value; the old one opens nothing any more. Throws NOT_FOUND and PRECONDITION_FAILED. */
export const rotateApiKey = mutation(
  "api-keys.rotate",
  async (tx, { id, expected, isTest, kept }: Rotation, context) => {
    const known = await ApiKey.require(tx, id);
    requireVersion(expected, known.version);
    const rotatedAt = isoOfMs(context.now());
    await ApiKey.table.update(tx, [{ ...known, ...kept, is_test: isTest, rotated_at: rotatedAt }]);
    await noteAudit(tx, context, "api_key.rotated", id, { name: known.name });
    return { id, rotatedAt };
  },
);
