import {
  readValidationPage,
  type ValidationPage,
  type ValidationPageRequest,
} from "../../src/prices/price-monitor/validation-page.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads a page of doubtful observations: a search looks at each that waits. */
export const validationPage = (
  services: ThreadServices,
  tenantId: string,
  request: ValidationPageRequest,
): Promise<ValidationPage> => readValidationPage(services.reader(tenantId), request);
