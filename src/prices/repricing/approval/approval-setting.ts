import { mutation, type Reader } from "../../../../db/ports.ts";
import { findSetting, putSetting } from "../../../../db/settings/settings.ts";
import { noteAudit } from "../../../audit/note-audit.ts";
import { requireVersion, versionOf } from "../../../http/output/etag.ts";

/** Whether runs wait for a second person. */
export interface ApprovalSetting {
  approval_required: boolean;
}

const NAME = "repricing";
const DEFAULT: ApprovalSetting = { approval_required: false };

export const findApprovalSetting = async (db: Reader): Promise<ApprovalSetting> =>
  // Only the mutation below writes it.
  ((await findSetting(db, NAME)) as ApprovalSetting | undefined) ?? DEFAULT;

/** Sets whether runs wait for a second person; those that wait go on waiting. Throws PRECONDITION_FAILED. */
export const setApproval = mutation(
  "repricing.set-approval",
  async (tx, { setting, expected }: { setting: ApprovalSetting; expected: string[] | null }, context) => {
    const before = await findApprovalSetting(tx);
    requireVersion(expected, versionOf(before));
    if (before.approval_required === setting.approval_required) return before;
    await putSetting(tx, NAME, setting, context.now());
    const details = { ...setting };
    await noteAudit(tx, context, { action: "setting.changed", resource: "setting", resourceId: NAME, details });
    return setting;
  },
);
