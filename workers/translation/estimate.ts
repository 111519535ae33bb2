import { estimateTranslation } from "../../src/ai/translation/estimate.ts";
import type { TranslationRequest } from "../../src/ai/translation/request.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Says what a translation would take: it looks at every product of the filter. */
export const estimate = (
  services: ThreadServices,
  tenantId: string,
  request: TranslationRequest,
  signal: AbortSignal,
) => estimateTranslation(services.reader(tenantId), services.secrets, request, signal);
