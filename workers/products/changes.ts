import { type ChangesRequest, type ChangesRows, findChanges } from "../../src/products/changes/find-changes.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Reads a page of what has changed that would hold up the HTTP thread. */
export const changes = (services: ThreadServices, tenantId: string, request: ChangesRequest): Promise<ChangesRows> =>
  findChanges(services.reader(tenantId), request);
