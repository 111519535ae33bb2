import { setting, settingChange } from "../../../kit/setting.ts";

/** Whether runs wait for a second person. */
export interface ApprovalSetting {
  approval_required: boolean;
}

export const APPROVAL = setting<ApprovalSetting>("repricing", { approval_required: false });
export const { find: findApprovalSetting } = APPROVAL;

/** Sets whether runs wait for a second person; those that wait go on waiting. Throws PRECONDITION_FAILED. */
export const setApproval = settingChange("repricing.set-approval", APPROVAL, {
  apply: (_, change: ApprovalSetting) => change,
});
