import { IS_READ } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What a shop answers of a request that changes something: its searches and tokens are POST, too. */
export const dry = (): DryAnswer => {
  return ({ method, url }: ApiRequest) => {
    if (method === "GET") return undefined;
    return /\/api\/(?:search\/|oauth\/token)/.test(url) ? IS_READ : {};
  };
};
