import { mutation } from "../../db/ports.ts";
import { deleteSecrets } from "../../db/secrets/secrets.ts";
import { deleteSetting } from "../../db/settings/settings.ts";
import { noteAudit } from "../audit/note-audit.ts";
import { requireVersion } from "../http/output/etag.ts";
import type { DependencyName } from "./dependencies.ts";
import { findDependency, placeOf } from "./stored-dependency.ts";

/** Forgets a dependency with its secret. Without one it changes nothing. Throws PRECONDITION_FAILED. */
export const removeDependency = mutation(
  "settings.remove-dependency",
  async (tx, { name, expected }: { name: DependencyName; expected: string[] | null }, context): Promise<void> => {
    if (expected) requireVersion(expected, (await findDependency(tx, name)).version);
    await deleteSecrets(tx, placeOf({ name }));
    if (!(await deleteSetting(tx, name))) return;
    await noteAudit(tx, context, "setting.removed", name);
  },
);
