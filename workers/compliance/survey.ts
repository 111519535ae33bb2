import {
  countIssues,
  findIssues,
  type IssueFilter,
  type IssuePage,
  surveyCompliance,
} from "../../src/compliance/survey.ts";
import type { ThreadServices } from "../../src/services.ts";

// Each of them may look at every product of a tenant.
export const issues = ({ reader }: ThreadServices, tenantId: string, page: IssuePage) =>
  findIssues(reader(tenantId), page);

export const count = ({ reader }: ThreadServices, tenantId: string, filter: IssueFilter) =>
  countIssues(reader(tenantId), filter);

export const survey = ({ reader }: ThreadServices, tenantId: string) => surveyCompliance(reader(tenantId));
