import { answerWith, IS_READ, seemingIds } from "../../engine/requests/dry-api.ts";
import type { ApiRequest, DryAnswer } from "../../engine/requests/platform-api.ts";

/** What Fnac Darty answers of a batch that it takes whole, as its adapter reads it; tokens and offers are read by POST, too. */
export function dry(): DryAnswer {
  const nextId = seemingIds();
  return ({ url }: ApiRequest) => {
    const service = url.split("/").at(-1);
    if (service === "auth" || service === "offers_query") return IS_READ;
    const batch = `<batch_id>${nextId()}</batch_id>`;
    return answerWith({ text: `<${service}_response status="OK">${batch}</${service}_response>` });
  };
}
