import { expect, test } from "bun:test";
import { Glob } from "bun";
import { app } from "../harness.ts";

/** What the first impression found hard to read; each with a part of what was written instead, where that is still said. */
const SENTENCES: readonly [old: string, instead?: string][] = [
  ["takes in supplier files as they are, finds the products again"],
  ["with typing errors, facets and suggestions, by the database or by Meilisearch"],
  ["without it the next start is a first one again", "delete it to start from scratch"],
  ["Where port 3000 is taken", "If port 3000 is in use:"],
  ["with every call shown; stays running to try", "shows every call, and keeps running"],
  ["no match for a real model"],
  ["say which column is what", "(the answer to the upload suggests how), does a dry run, starts the import"],
  ["lets its heaps grow with the memory of the machine", "sizes its heap by the machine's memory"],
  ["tells their words", "`--help` lists their options with examples"],
  ["finish the requests and jobs in hand"],
  ["a second one says so and ends"],
  ["made anew beside the old one when they differ"],
  ["While that server is away searches answer 503, all else goes on"],
  ["Most threads for imports", "Maximum number of extra worker threads for imports, exports and other long jobs"],
  ["not set: there are none", "not set: the operator API is disabled"],
  ["Address at which others reach this service", "Public base URL of this service, used in image URLs"],
  ["What the names of this service's indexes", "Prefix of the index names on the Meilisearch server"],
  ["each work is driven on one right after the other", "one warm-up round, then three measured rounds"],
  ["Of all that has to be counted, much is linear", "Anything that must be counted grows with the catalog"],
  ["Tells keys apart", "Name of the key"],
  ["Give it the prefix pm_test_", "Create a key with the prefix pm_test_"],
  ["Only those behind this id"],
  ["It exists already", "Another {resource} already has the {field}"],
  ["You may not do this", "The API key does not have the scope {scope}"],
  ["There is nothing with this id or name", 'No {resource} matches "{id}"'],
  ["Take a new key for a new request", "Use a new Idempotency-Key"],
  ["Stands in this language already", "is already in another group"],
  ["Look up to 100 EANs up", "Look up EANs in bulk"],
  ["Count the completeness of every product anew", "Recalculate completeness"],
  ["Read the own account", "Get the current user"],
  ["With how many products it has"],
];

/** The words that no page for users has; those that are said of code stay free. */
const BANNED = /\b(?:anew|parted|(?:wh(?:at|o|ich))ever|nobody|it exists already|as it came)\b|\bin hand\b/i;

/** One line, so that an end of line hides nothing. */
const read = async (path: string) => (await Bun.file(path).text()).replaceAll(/\s+/g, " ");
const DEVELOPERS = /(?:decisions|schema|measurements|test-plan)\.md$/;
const PAGES = ["README.md", ...(await Array.fromAsync(new Glob("docs/*.md").scan(".")))].filter(
  (path) => !DEVELOPERS.test(path),
);
const SOURCES = ["src", "db", "workers"].map((folder) => new Glob(`${folder}/**/*.ts`));
const paths = [...PAGES, ...(await Promise.all(SOURCES.map((each) => Array.fromAsync(each.scan("."))))).flat()];
const texts = await Promise.all(paths.map(read));
const described = await (await app.handle(new Request("http://localhost/api/v1/openapi.json"))).text();
const all = [...texts, described].join("\n");

test("the sentences that were hard to read are gone, and the better ones are there", () => {
  expect(SENTENCES.filter(([old]) => all.includes(old)).map(([old]) => old)).toEqual([]);
  expect(SENTENCES.flatMap(([, instead]) => (instead && !all.includes(instead) ? [instead] : []))).toEqual([]);
});

test.each(PAGES)("%s is in plain English", (path) => {
  expect(texts[paths.indexOf(path)]?.match(new RegExp(`.{0,60}(?:${BANNED.source})`, "gi")) ?? []).toEqual([]);
});
