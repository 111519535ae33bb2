import { markDefault } from "../../../db/mapping-templates/templates.ts";
import { mutation } from "../../../db/ports.ts";
import { ApiError } from "../../http/output/errors.ts";
import { requireVersion } from "../../http/output/etag.ts";
import { Template } from "./template.ts";

/** Makes a template the one that uploads for its supplier use. Throws INVALID_STATE for one that has no supplier. */
export const setDefaultTemplate = mutation(
  "mapping-templates.set-default",
  async (tx, { id, expected }: { id: string; expected: string[] | null }, { now }) => {
    const { supplier_id: supplierId, version } = await Template.require(tx, id);
    requireVersion(expected, version);
    if (supplierId === null) {
      throw new ApiError("INVALID_STATE", { key: "templates.generic", details: { current_state: "generic" } });
    }
    await markDefault(tx, { id, supplierId, nowMs: now() });
    return await Template.require(tx, id);
  },
);
