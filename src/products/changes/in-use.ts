import { ApiError } from "../../http/output/errors.ts";
import type { MessageKey } from "../../http/output/messages.ts";

/** 409: products, or other objects, still need what is to be deleted. */
export const inUse = (howToFix: MessageKey, details: Record<string, number>) =>
  new ApiError("INVALID_STATE", {
    key: "reference.in_use",
    details: { current_state: "in_use", action: "delete", allowed_actions: [], ...details },
    howToFix,
  });
