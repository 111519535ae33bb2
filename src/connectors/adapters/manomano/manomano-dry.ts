import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What ManoMano answers of a change of offers, as its adapter reads it. */
export const dry = (): DryAnswer => {
  return ({ method }: ApiRequest) => (method === "GET" ? undefined : {});
};
