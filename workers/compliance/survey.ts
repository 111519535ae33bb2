import { surveyCompliance } from "../../src/products/compliance/survey.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Sums up how compliant a catalog is, which looks at every product of a tenant. */
export const survey = ({ reader }: ThreadServices, tenantId: string) => surveyCompliance(reader(tenantId));
