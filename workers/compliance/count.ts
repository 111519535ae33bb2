import { countIssues, type IssueFilter } from "../../src/products/compliance/survey.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Counts the products with faults, which looks at every product of a tenant. */
export const count = ({ reader }: ThreadServices, tenantId: string, filter: IssueFilter) =>
  countIssues(reader(tenantId), filter);
