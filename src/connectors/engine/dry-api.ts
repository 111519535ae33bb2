import type { Api, ApiRequest, DryAnswer } from "./platform-api.ts";

/** Ids of what a preview only seems to make. */
const FIRST_ID = 990_000_001;
const SEEMING_ID = /\b990\d{6}\b/;

/** Gives out ids that no platform has yet. */
export function seemingIds(): () => number {
  let next = FIRST_ID;
  return () => next++;
}

/** Whether a text names what a preview only seems to have made. */
export const isSeeming = (text: string): boolean => SEEMING_ID.test(text);

/** What is said of a request that only reads, although it is no GET: the platform is asked. */
export const IS_READ = Symbol("is read");

/** A way to a platform that only reads from it. `noted` gets every request that would be sent, in their order. */
export function dryApi(api: Api, answerOf: DryAnswer, noted: ApiRequest[]): Api {
  const request: Api["request"] = async (sent, accepts) => {
    noted.push(sent);
    const known = answerOf(sent);
    if (known === undefined || known === IS_READ) {
      const isRead = sent.method === "GET" || known === IS_READ;
      if (!isRead) throw new TypeError(`A preview has no answer to ${sent.method} ${sent.url}`);
      return api.request(sent, accepts);
    }
    const text = JSON.stringify(known);
    return { status: 200, headers: {}, text, bytes: Buffer.from(text), json: () => known };
  };
  const dry: Api = { ...api, request, careful: () => dry };
  return dry;
}
