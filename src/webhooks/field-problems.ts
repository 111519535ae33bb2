import type { FieldProblem } from "../http/output/errors.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { OutboundError } from "../outbound/outbound-error.ts";

const HEADERS_MAX = 50;
// Source: https://www.rfc-editor.org/rfc/rfc9110#name-tokens
const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/;
// ASCII only: the runtimes disagree about how anything else is sent.
const HEADER_VALUE = /^[\t\x20-\x7e]{0,2000}$/;
/** What the connection needs, and what shows receivers that a delivery is ours. */
const RESERVED =
  /^(?:host|content-(?:type|length|encoding)|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|accept-encoding|proxy-.*|x-pm-signature|webhook-(?:id|timestamp|signature))$/i;
/** How long a check of the address may wait for the name; what is not found out by then is at each delivery. */
const LOOKUP_MS = 2_000;

type UrlProblem = "not_a_url" | "scheme" | "credentials" | "port" | "local_name" | "address";
const PROBLEM_TYPES: Record<UrlProblem, FieldProblem["type"]> = {
  not_a_url: "invalid_format",
  scheme: "invalid_format",
  credentials: "invalid_format",
  port: "invalid_value",
  local_name: "invalid_value",
  address: "invalid_value",
};

const isUrlProblem = (reason: string): reason is UrlProblem => Object.hasOwn(PROBLEM_TYPES, reason);

/** What no schema says of a webhook's fields: an address or headers that deliveries could not have. */
export const fieldChecks = ({ outbound }: { outbound: Outbound }) => ({
  url: (url: string) => urlProblems(outbound, url),
  headers: headerProblems,
});

/** What is wrong with the address of a webhook. A name that cannot be resolved now may be later. */
async function urlProblems(outbound: Outbound, url: string): Promise<FieldProblem[]> {
  try {
    const { hostname } = outbound.readUrl(url);
    await Promise.race([outbound.resolve(hostname), new Promise((resolve) => setTimeout(resolve, LOOKUP_MS))]);
    return [];
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { reason } = error;
    return isUrlProblem(reason) ? [{ field: "url", type: PROBLEM_TYPES[reason], key: `webhooks.url.${reason}` }] : [];
  }
}

function headerProblem(name: string, value: string): FieldProblem | undefined {
  const field = `headers.${name}`;
  if (!HEADER_NAME.test(name)) return { field, type: "invalid_format", key: "webhooks.header_name" };
  if (RESERVED.test(name)) return { field, type: "invalid_value", key: "webhooks.header_reserved" };
  return HEADER_VALUE.test(value) ? undefined : { field, type: "invalid_format", key: "webhooks.header_value" };
}

/** What is wrong with the headers of a webhook. */
function headerProblems(headers: Record<string, string>): FieldProblem[] {
  const entries = Object.entries(headers);
  if (entries.length > HEADERS_MAX) {
    const params = { limit: HEADERS_MAX };
    return [{ field: "headers", type: "too_long", key: "webhooks.headers_many", params }];
  }
  return entries.flatMap(([name, value]) => headerProblem(name, value) ?? []);
}
