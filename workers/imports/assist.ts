import type { AnalyzedFile } from "../../src/imports/upload/analyze-request.ts";
import { assisted } from "../../src/imports/upload/assist.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Asks the tenant's model what the columns of an analysed file hold. Throws AI_PROVIDER_NOT_CONFIGURED. */
export const assist = (services: ThreadServices, tenantId: string, analysis: AnalyzedFile): Promise<AnalyzedFile> =>
  assisted(services, tenantId, analysis);
