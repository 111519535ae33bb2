import { findIssues, type IssuePage } from "../../src/products/compliance/survey.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Finds a page of products with faults, which may look at every product of a tenant. */
export const issues = ({ reader }: ThreadServices, tenantId: string, page: IssuePage) =>
  findIssues(reader(tenantId), page);
