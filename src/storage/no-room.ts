import { isDiskRefusal } from "../../db/local/disk-refusal.ts";
import { ApiError } from "../http/output/errors.ts";

/** What a disk says that has no room for a file, here or in the object store. */
const CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "XMinioStorageFull"]);

/** Whether a file could not be written for want of room. */
export const hasNoRoom = (error: unknown): boolean => CODES.has(Object(error).code);

/** Whether a disk took nothing more, be it what a file holds or what is noted of it. */
export const isDiskFull = (error: unknown): boolean =>
  hasNoRoom(error) || isDiskRefusal(error) || (error instanceof ApiError && error.code === "INSUFFICIENT_STORAGE");
