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

/** An answer that is more than JSON. */
class DryReply {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly text: string;

  constructor({ status = 200, headers = {}, text = "{}" }: Partial<Pick<DryReply, "status" | "headers" | "text">>) {
    this.status = status;
    this.headers = headers;
    this.text = text;
  }
}

/** What a platform would answer where that is not a body of JSON alone: with a status, headers or another text. */
export const answerWith = (said: ConstructorParameters<typeof DryReply>[0]): DryReply => new DryReply(said);

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
    const reply = known instanceof DryReply ? known : new DryReply({ text: JSON.stringify(known) });
    const { status, headers, text } = reply;
    return { status, headers, text, bytes: Buffer.from(text), json: () => JSON.parse(text) as unknown };
  };
  const dry: Api = { ...api, request, careful: () => dry };
  return dry;
}
