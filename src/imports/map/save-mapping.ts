import { setMapping } from "../../../db/imports/imports.ts";
import { mutation } from "../../../db/ports.ts";
import { ApiError, invalidBody } from "../../http/output/errors.ts";
import { findLanguages } from "../../settings/languages.ts";
import { requireMovable } from "../require-import.ts";
import { type MappingInput, mappingProblems } from "./check-mapping.ts";

/** Keeps how the columns of an import become fields. Throws INVALID_STATE, and VALIDATION_FAILED with every problem. */
export const saveMapping = mutation(
  "imports.save-mapping",
  async (tx, { id, mapping }: { id: string; mapping: MappingInput }) => {
    const { found, status } = await requireMovable(tx, id, "save_mapping");
    if (found.status === "pending" && found.mapping !== null) {
      const details = { current_state: found.status, allowed_states: ["awaiting_mapping", "ready"] };
      throw new ApiError("INVALID_STATE", { details });
    }
    const { enabled } = await findLanguages(tx);
    const problems = mappingProblems(mapping, { columns: found.columns, enabledLanguages: enabled });
    if (problems.length > 0) throw invalidBody(problems);
    await setMapping(tx, { id, status, mapping });
    return { id, status };
  },
);
