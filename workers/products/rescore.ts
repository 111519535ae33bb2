import { rescoreAll } from "../../src/products/stats/rescore.ts";
import type { ThreadServices } from "../../src/runtime/services.ts";

/** Counts the completeness of every product again. */
export const rescore = ({ reader, write }: ThreadServices, tenantId: string) => rescoreAll(reader(tenantId), write);
