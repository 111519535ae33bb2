import { PlatformError } from "../../engine/platform-error.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { answerOf, call, viewOf } from "./magento-requests.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/use-rest/bulk-endpoints/ and operation-status-endpoints/ : bodies of one
// kind as a list, each carried out by the shop's queue. Fewer products than this are not worth its wait.
export const BULK = { above: 100, upTo: 1_000 };
export const NAME = "Magento's bulk request, which its queue consumer async.operations.all carries out,";
const UPLOAD_MS = 120_000;
/** What one request holds: PHP takes 8 MB where its settings name no other size. */
const REQUEST_MAX = 6 * 1024 * 1024;
/** What Magento can keep of one body: the column has 65,535 bytes, some of which say what it is (magento/magento2#34980). */
const KEPT_MAX = 60_000;
const NO_BULK = "00000000-0000-0000-0000-000000000000";
/** States of an operation; of the others the request is to be sent again. */
const [DONE, REFUSED, OPEN] = [1, 3, 4];

/** A text as PHP writes it as JSON: in ASCII, and with slashes that are escaped. */
const php = (value: unknown): string =>
  JSON.stringify(value)
    .replaceAll("/", "\\/")
    .replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** How much a file of that size adds to a body: in base64, of which one letter in 64 is a slash that is escaped twice. */
export const fileLength = (sizeBytes: number): number => Math.ceil((sizeBytes * 4 * 1.05) / 3);

/** Whether Magento can keep a body until its queue comes to it: as JSON within JSON. `more`: what it has beside. */
export const isKept = (body: unknown, more: number): boolean => php(php(body)).length + more <= KEPT_MAX;

/** The first of some bodies that go in one request, by their lengths. */
function firstOf(lengths: readonly number[]): number {
  let [sum, count] = [0, 0];
  for (const length of lengths) {
    sum += length;
    if (sum > REQUEST_MAX && count > 0) break;
    count++;
  }
  return count;
}

/** What became of one body; `undefined`: the shop did not take it, or did not come through with it. */
export type Done = "done" | { error: string } | undefined;

/** Whether the shop has such requests, and lets these credentials see what becomes of them. */
export const hasBulk = (api: Api): Promise<boolean> =>
  api.once("magento bulk", async () => {
    const isRead = (status: number) => status < 500 && status !== 429;
    const { status, text } = await answerOf(api, `V1/bulk/${NO_BULK}/status`, {}, isRead);
    // An address that the shop does not have is answered by 404, too.
    return status === 200 || (status === 404 && !/route/i.test(text));
  });

async function begin(api: Api, view: string, bodies: readonly unknown[]): Promise<string> {
  const request = { method: "POST", json: bodies, timeoutMs: UPLOAD_MS } as const;
  const answer = (await answerOf(api, "async/bulk/V1/products", request, undefined, view)).json();
  const id = textOf(member(answer, "bulk_uuid"));
  const taken = listOf(member(answer, "request_items")).filter((each) => member(each, "status") !== "rejected");
  if (id === undefined || taken.length === 0) throw new PlatformError("refused", "Magento took no bulk request");
  return id;
}

function doneOf(operation: unknown): Done {
  const status = numberOf(member(operation, "status"));
  if (status === REFUSED) return { error: textOf(member(operation, "result_message")) ?? "refused" };
  return status === DONE ? "done" : undefined;
}

/** What became of each body. An operation is named by the place of its body; before Magento 2.4 by numbers in their order. */
function placed(operations: readonly unknown[], count: number): Done[] {
  const idOf = (operation: unknown) => numberOf(member(operation, "id")) ?? -1;
  const sorted = operations.toSorted((one, other) => idOf(one) - idOf(other));
  const isPlace = sorted.every((each) => idOf(each) >= 0 && idOf(each) < count);
  if (!isPlace && sorted.length !== count) return Array.from({ length: count });
  const byPlace = new Map(sorted.map((each, rank) => [isPlace ? idOf(each) : rank, each]));
  return Array.from({ length: count }, (_, place) => doneOf(byPlace.get(place)));
}

interface Bulk {
  content: unknown;
  count: number;
  bodies: () => Promise<unknown[]>;
  /** What follows it: until that has ended, too, it is not sent again. */
  after?: (done: Done[]) => Promise<Done[]>;
}

/**
 * Sends many bodies in one request and follows it until the shop's queue has carried all of them out, in later turns where
 * that takes longer. Throws `PlatformError` where it takes none.
 */
const sendInBulk = (api: Api, view: string, { content, count, bodies, after }: Bulk): Promise<Done[]> =>
  api.follow({
    name: NAME,
    content,
    begin: async () => begin(api, view, await bodies()),
    poll: async (id) => {
      const operations = listOf(member(await call(api, `bulk/${encodeURIComponent(id)}/status`), "operations_list"));
      const isOpen = operations.length === 0 || operations.some((each) => numberOf(member(each, "status")) === OPEN);
      return isOpen ? undefined : placed(operations, count);
    },
    ...(after && { after }),
  });

/** A body that goes in bulk, and how long it is. */
export interface Row {
  length: number;
  body: () => Promise<unknown>;
}

interface Rows {
  content: unknown;
  rows: readonly Row[];
  /** What follows the last of them: until that has ended, too, none is sent again. */
  next?: (done: readonly Done[]) => Promise<void>;
  /** The store view that they are for; absent: that of the connector. */
  view?: string;
}

/** Sends bodies in bulk, as many in a request as it may hold. */
export async function sendRows(api: Api, all: Rows, before: readonly Done[] = []): Promise<Done[]> {
  const { content, rows, next, view = viewOf(api) } = all;
  const count = firstOf(rows.map(({ length }) => length));
  const rest = rows.slice(count);
  const bodies = async () => {
    const made: unknown[] = [];
    for (const { body } of rows.slice(0, count)) made.push(await body());
    return made;
  };
  const after = async (done: Done[]) => {
    const known = [...before, ...done];
    if (rest.length > 0) return sendRows(api, { ...all, content: [content, rest.length], rows: rest }, known);
    await next?.(known);
    return known;
  };
  return sendInBulk(api, view, { content, count, bodies, after });
}
