import { expect, test } from "bun:test";
import { basename } from "node:path";
import { Glob } from "bun";

/** Words of a dialect of our own in comments and names of tests, each with what to write. */
const BANNED: readonly [RegExp, string][] = [
  [/\banew\b/i, "again; made anew: rebuilt"],
  [/\bwho(?:m|se)?ever\b/i, "a caller who, the user who"],
  [/\bwh(?:at|ich|ere)ever\b/i, "any, regardless of"],
  [/\b(?:told|tell|telling)\b/i, "say, report, notify, emit"],
  [/\btells\b/i, "says, shows, reports, distinguishes"],
  [/\bnobody\b/i, "no user, no caller, no one"],
  [/\b(?:in hand|jobs? at hand)\b/i, "in progress"],
  [/\bso (?:many|long|much)\b(?! (?:as|that)\b)/i, "this number of, this long, a maximum of"],
  [/\bthings?\b/i, "resource, object, or its name"],
  [
    /(?<!\b(?:by|for|in|of|from|behind|which) )\b(?:that|which|those) there (?:is|are)\b/i,
    "that exists; that there is not: missing, unknown",
  ],
  [/\b(?:hasty|patient)\b/i, "interactive, bulk"],
  [/\bdesks?\b/i, "its name: scheduler, group"],
  [/\blanes?\b/i, "queue, concurrency"],
  [/\bstandings?\b/i, "rate limit state"],
  [/\bmanners\b/i, "what the headers do"],
  [/\brehears\w*/i, "dry run"],
  [/\bforgetful\b/i, "read-only"],
  [/\bparted\b/i, "separated"],
  [/\bas it came\b/i, "unchanged"],
  [/\b(?:is|are) dear(?:er)?\b/i, "expensive"],
];

/** The same in names of files and of what code declares, by their parts. */
const BANNED_PARTS = new Set(
  "anew whoever whatever told telling hasty patient desk lane lanes standing standings manners rehearsal forgetful stray".split(
    " ",
  ),
);

/**
 * Names that say the same of each folder, so that they may repeat: what `family({…})` and the kits look for, and the
 * parts of a family that every family may have. All other names of `src/` and `search/` are unique.
 */
const FIXED: ReadonlySet<string> = new Set(
  (
    "adapter bodies calls envelope events examples family fields jobs lifecycle list messages moves platform policies " +
    "routes schema seeds vocabulary"
  ).split(" "),
);
/** Further routes of a family, and the parts that both engines of the search, or several platforms, have. */
const FIXED_ENDINGS = /-routes$/;
const ENGINES = /^search\/(?:libsql|meilisearch)\/|^src\/connectors\/adapters\/[^/]+\//;

const FOLDERS = ["src", "db", "workers", "search", "bench", "test"];
const paths = (
  await Promise.all(FOLDERS.map((folder) => Array.fromAsync(new Glob(`${folder}/**/*.{ts,js}`).scan("."))))
)
  .flat()
  .filter((path) => !/node_modules|^test\/data\/|^test\/price-monitor\/pages\//.test(path))
  .toSorted();
const files = await Promise.all(paths.map(async (path) => [path, await Bun.file(path).text()] as const));

/** Comments as one line each, without what is quoted as code. */
const commentsOf = (text: string): string[] =>
  [...text.matchAll(/(?:^[ \t]*\/\/[^\n]*\n)+|^[ \t]*\/\*\*?[\s\S]*?\*\/|(?<=[;,{})\]] )\/\/ [^\n]*$/gm)].map(
    ([comment]) =>
      comment
        .replaceAll(/^[ \t]*(?:\/\/|\/\*\*?|\*\/|\*)/gm, " ")
        .replaceAll(/`[^`]*`|"[^"]*"/g, "…")
        .replaceAll(/\s+/g, " ")
        .trim(),
  );
const TEST_NAME = /\b(?:test|describe)(?:\.\w+)*(?:\([^"`]*?\))?\(\s*"((?:[^"\\]|\\.)*)"/g;
const namesOf = (path: string, text: string): string[] =>
  path.startsWith("test/") ? [...text.matchAll(TEST_NAME)].map(([, name = ""]) => name) : [];

/** This test and its kin quote the words. */
const QUOTES = /^test\/docs\/(?:code-words|words|sentences)\.test\.ts$/;

test("comments and names of tests are in plain English", () => {
  const faults = files.flatMap(([path, text]) =>
    QUOTES.test(path)
      ? []
      : [...commentsOf(text), ...namesOf(path, text)].flatMap((sentence) =>
          BANNED.flatMap(([word, instead]) => {
            const at = sentence.search(word);
            return at < 0 ? [] : [`${path}: "${sentence.slice(Math.max(0, at - 50), at + 60)}": write "${instead}"`];
          }),
        ),
  );

  expect(faults).toEqual([]);
});

const partsOf = (name: string): string[] =>
  name.split(/[-_.]|(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/).map((part) => part.toLowerCase());

test("names of files and of what code declares are in plain English", () => {
  const declared = /^\s*(?:export )?(?:async )?(?:abstract )?(?:const|let|function|class|interface|type) (\w+)/gm;
  const faults = files.flatMap(([path, text]) =>
    [basename(path), ...(path.startsWith("test/") ? [] : [...text.matchAll(declared)].map(([, name = ""]) => name))]
      .filter((name) => partsOf(name).some((part) => BANNED_PARTS.has(part)))
      .map((name) => `${path}: ${name}`),
  );

  expect(faults).toEqual([]);
});

const repeated = (named: readonly (readonly [name: string, path: string])[]): string[] =>
  [...Map.groupBy(named, ([name]) => name)].flatMap(([name, all]) =>
    all.length > 1 ? [`${name}: ${all.map(([, path]) => path).join(", ")}`] : [],
  );

test("no two files of src/ and search/ have one name, but for the fixed ones", () => {
  const named = paths.flatMap((path) => {
    const name = basename(path).replace(/\.ts$/, "");
    const isFree = FIXED.has(name) || FIXED_ENDINGS.test(name) || ENGINES.test(path);
    return /^(?:src|search)\/.*\.ts$/.test(path) && !isFree ? [[name, path] as const] : [];
  });

  expect(repeated(named)).toEqual([]);
});

test("no two classes have one name", () => {
  const named = files.flatMap(([path, text]) =>
    [...text.matchAll(/^(?:export )?(?:abstract )?class (\w+)/gm)].map(([, name = ""]) => [name, path] as const),
  );

  expect(repeated(named)).toEqual([]);
});
