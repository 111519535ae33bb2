import type { FaultyProduct } from "../../../db/compliance/checks.ts";
import { call } from "../../runtime/calls/calls.ts";
import type { IssueFilter, IssuePage, Survey } from "./survey.ts";

export const countCall = call<IssueFilter, number>("compliance.count", { queuedAs: "busy.compliance" });
export const issuesCall = call<IssuePage, FaultyProduct[]>("compliance.issues", { queuedAs: "busy.compliance" });
export const surveyCall = call<undefined, Survey>("compliance.survey", { queuedAs: "busy.compliance" });
