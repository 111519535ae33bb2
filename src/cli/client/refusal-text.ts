import { isRecord } from "../../text/unknown-values.ts";

const textOf = (value: unknown): string | undefined =>
  typeof value === "string" ? value : typeof value === "number" ? String(value) : undefined;

/** A problem of one field, or a warning with its code, as a line. */
function problemLine(value: unknown): string[] {
  if (!isRecord(value)) return [];
  const message = textOf(value["message"]);
  const name = textOf(value["field"]) ?? textOf(value["code"]);
  return message === undefined ? [] : [`  ${name === undefined ? "" : `${name}: `}${message}`];
}

/** Every list of problems in what an error says further, and how to mend it. */
function detailLines(details: unknown): string[] {
  if (Array.isArray(details)) return details.flatMap(problemLine);
  if (!isRecord(details)) return [];
  return Object.entries(details).flatMap(([name, value]) => {
    if (Array.isArray(value)) return value.flatMap(problemLine);
    const text = textOf(value);
    if (text === undefined || name === "retry_after") return [];
    return [name === "how_to_fix" ? `  ${text}` : `  ${name}: ${text}`];
  });
}

/** What the API refuses, in its own words: the sentence, then each field with its own, and what helps. */
export function refusalText(status: number, body: unknown): string {
  const whole = isRecord(body) ? body : {};
  const error = isRecord(whole["error"]) ? whole["error"] : whole;
  const message = textOf(error["message"]) ?? textOf(error["detail"]);
  const external = Array.isArray(whole["errors"]) ? whole["errors"].flatMap((each) => textOf(each) ?? []) : [];
  const first = message ?? external.shift() ?? `The service answered ${status}`;
  const lines = [first, ...external.map((each) => `  ${each}`), ...detailLines(error["details"])];
  const requestId = textOf(error["request_id"]);
  return [...lines, ...(status >= 500 && requestId !== undefined ? [`  request id: ${requestId}`] : [])].join("\n");
}
