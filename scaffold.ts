import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";

/** What `new-family.ts` and `new-run.ts` share: the names of a family, and writing its files. */

const SINGULAR: readonly [RegExp, string][] = [
  [/ies$/, "y"],
  [/(s|x|ch|sh)es$/, "$1"],
  [/s$/, ""],
];

const camel = (kebab: string) => kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const capital = (text: string) => text.replace(/^\w/, (letter) => letter.toUpperCase());
const words = (kebab: string) => kebab.replaceAll("-", " ");

function singularOf(plural: string): string {
  const [pattern, ending] = SINGULAR.find(([each]) => each.test(plural)) ?? [/$/, ""];
  return plural.replace(pattern, ending);
}

/** A family's name in each writing: of `price-tiers`. */
export interface Names {
  /** `price-tiers` */
  family: string;
  /** `price-tier` */
  noun: string;
  /** `price_tier` */
  table: string;
  /** `PriceTier`, `PriceTiers` */
  One: string;
  Many: string;
  /** `priceTier`, `priceTiers` */
  one: string;
  many: string;
  /** `price tier`, `price tiers`, `Price tiers` */
  word: string;
  words: string;
  title: string;
}

function namesOf(family: string): Names {
  const noun = singularOf(family);
  return {
    family,
    noun,
    table: noun.replaceAll("-", "_"),
    One: capital(camel(noun)),
    Many: capital(camel(family)),
    one: camel(noun),
    many: camel(family),
    word: words(noun),
    words: words(family),
    title: capital(words(family)),
  };
}

/** Puts a line into a list of a file, in alphabetical order among lines of its kind; `kind` matches those behind `head`. */
function addLine(path: string, line: string, kind: RegExp, head = ""): void {
  const lines = readFileSync(path, "utf8").split("\n");
  const begin = lines.findIndex((each) => each.startsWith(head));
  if (begin < 0) throw new Error(`${path} has no line ${head}`);
  const end = head === "" ? lines.length : lines.indexOf("", begin);
  const places = lines.flatMap((each, index) => (index >= begin && index < end && kind.test(each) ? [index] : []));
  const before = places.find((index) => (lines[index] ?? "") > line);
  lines.splice(before ?? (places.at(-1) ?? -1) + 1, 0, line);
  writeFileSync(path, lines.join("\n"));
}

/** Makes the lists of the repository know a family. */
function register({ family, many, words: said }: Names): void {
  addLine("src/families.ts", `export { ${many} } from "./${family}/family.ts";`, /^export /);
  addLine("db/schema.ts", `import ${many} from "./schema/${family}.sql" with { type: "text" };`, /^import /);
  addLine("db/schema.ts", `  ${many},`, /^ {2}\w+,$/);
  addLine("ARCHITECTURE.md", `| \`${family}/\` | ${said} |`, /^\| `[\w-]+\/`(?:, `[\w-]+\/`)* \| /, "| in `src/` |");
}

/** Writes the files of the family that the command line names. */
export function scaffold(command: string, filesOf: (names: Names) => Record<string, string>): void {
  const family = argv[2] ?? "";
  if (!/^[a-z]+(?:-[a-z]+)*$/.test(family) || existsSync(`src/${family}`)) {
    stderr.write(
      `Usage: npm run ${command} NAME, a new name in the plural, in lower case with hyphens: price-tiers\n`,
    );
    exit(1);
  }
  const names = namesOf(family);
  for (const [path, text] of Object.entries(filesOf(names))) {
    mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    writeFileSync(path, text);
    stdout.write(`${path}\n`);
  }
  register(names);
  stdout.write(
    "Change the fields, then: npm run format && bun test/docs/schema-page.ts && npm run examples && npm run check\n",
  );
}
