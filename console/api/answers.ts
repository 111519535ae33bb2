/** One problem of a request, in the API's words. */
export interface FieldProblem {
  field: string;
  message: string;
}

/** Why the API did not do it. */
export interface Refusal {
  /** The HTTP status; 0: the service was not reached. */
  status: number;
  code: string;
  message: string;
  fields: FieldProblem[];
  details: unknown;
  requestId: string | undefined;
}

/** What a call brings: a value, or a refusal. It never throws. */
export type Answer<Value> =
  | {
      ok: true;
      value: Value;
      etag: string | undefined;
      status: number;
      /** Of the call; changes that it made have it in the history. */
      requestId: string | undefined;
    }
  | { ok: false; refusal: Refusal };

/** An answer that is known without a call. */
export const known = <Value>(value: Value): Answer<Value> => ({
  ok: true,
  value,
  etag: undefined,
  status: 200,
  requestId: undefined,
});

/** What refused a call; where nothing did, `then` goes on with what it brought. */
export async function refusalOf<Value>(
  call: Promise<Answer<Value>>,
  then: (value: Value, etag: string | undefined) => void,
): Promise<Refusal | undefined> {
  const answer = await call;
  if (!answer.ok) return answer.refusal;
  then(answer.value, answer.etag);
  return undefined;
}

const record = (value: unknown): Record<string, unknown> => Object(value) as Record<string, unknown>;
const text = (...candidates: unknown[]): string | undefined =>
  candidates.find((each): each is string => typeof each === "string" && each !== "");

const isProblem = (each: unknown): each is FieldProblem => {
  const { field, message } = record(each);
  return typeof field === "string" && typeof message === "string";
};

/** A refusal in any of the shapes that the API has. */
export function readRefusal(status: number, body: unknown): Refusal {
  const all = record(body);
  const error = record(all["error"]);
  const details = error["details"] ?? all["details"] ?? all["debug"];
  return {
    status,
    code: text(error["error_code"], all["error_code"], all["error_type"]) ?? `HTTP_${status}`,
    message: text(error["message"], all["message"], all["detail"]) ?? `${status}`,
    fields: Array.isArray(details) ? details.filter(isProblem) : [],
    details,
    requestId: text(error["request_id"]),
  };
}

/** A query as it is sent; what is absent or empty is left out, a list is repeated. */
export function queryText(query: Record<string, unknown>): string {
  const pairs = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of [value].flat()) {
      if (each !== undefined && each !== null && each !== "") pairs.append(name, String(each));
    }
  }
  return pairs.size === 0 ? "" : `?${pairs}`;
}

/** What the API answers as a list: `items` with `meta`, or a bare list. */
export interface Page<Row> {
  items: Row[];
  meta: { total?: number; next_cursor?: string | null; [name: string]: unknown };
}
