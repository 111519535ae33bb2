import type { Example } from "../../src/http/describe/examples.ts";

/** What differs in each recording: ids, times, durations, ports, credentials and what is made of them. */
const DIFFERS: readonly (readonly [RegExp, string])[] = [
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, "ID"],
  [/\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z/g, "TIME"],
  [/\d{8}T\d{6}Z-[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}/g, "SNAPSHOT"],
  [/\d{4}-\d{2}-\d{2}/g, "DAY"],
  [/127\.0\.0\.1:\d+/g, "ADDRESS"],
  [/"[^"]{10}…"/g, '"CREDENTIAL"'],
  [/"(?=[a-z]*\d)[a-z0-9]{10}"/g, '"TENANT"'],
  [/\b(?=[a-f]*\d)[0-9a-f]{16,}\b/g, "HASH"],
  [/"[A-Za-z0-9_-]{20,}={0,2}"/g, '"TOKEN"'],
  [/"\w+_hint":"[^"]*"/g, '"HINT"'],
  [/\/feeds\/[A-Za-z0-9_-]+/g, "/feeds/TOKEN"],
  [/_\d{8}_\d{6}/g, "_TIME"],
  [/"(\w*(?:_ms|_seconds|_bytes|duration|uptime))":-?[\d.]+/g, '"$1":0'],
];

const withoutThese = (example: Example): string =>
  DIFFERS.reduce((text, [pattern, word]) => text.replaceAll(pattern, word), JSON.stringify(example));

/** The recorded examples, but those of before where only ids, times and their like differ: a recording changes few lines. */
export function keepUnchanged(recorded: readonly Example[], before: readonly Example[]): Example[] {
  const byId = new Map(before.map((example) => [example.id, example]));
  return recorded.map((example) => {
    const old = byId.get(example.id);
    return old && withoutThese(old) === withoutThese(example) ? old : example;
  });
}
