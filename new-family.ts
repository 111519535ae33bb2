import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { argv, exit, stderr, stdout } from "node:process";

/*
 * `npm run new-family NAME` (plural, kebab-case: `price-tiers`) writes a family to start from: a resource with a name and a
 * text, its table, its routes, examples and a test, and a line in each list that must know it. Then change the fields.
 */

const SINGULAR: readonly [RegExp, string][] = [
  [/ies$/, "y"],
  [/(s|x|ch|sh)es$/, "$1"],
  [/s$/, ""],
];

const camel = (kebab: string) => kebab.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const pascal = (kebab: string) => camel(kebab).replace(/^\w/, (letter) => letter.toUpperCase());
const words = (kebab: string) => kebab.replaceAll("-", " ");

function singularOf(plural: string): string {
  const [pattern, ending] = SINGULAR.find(([each]) => each.test(plural)) ?? [/$/, ""];
  return plural.replace(pattern, ending);
}

/** The files of a family by their paths. */
function filesOf(family: string): Record<string, string> {
  const noun = singularOf(family);
  const [One, Many, table] = [pascal(noun), pascal(family), noun.replaceAll("-", "_")];
  const title = words(family).replace(/^\w/, (letter) => letter.toUpperCase());
  return {
    [`db/schema/${family}.sql`]: `-- ${title}.

-- One ${words(noun)} of a tenant.
create table ${table} (
  tenant_id     text not null,
  id            text not null,
  name          text not null,
  -- Lower case, without accents: names are matched by it.
  name_key      text not null,
  description   text,
  created_at_ms integer not null,
  updated_at_ms integer not null,
  -- Grows with every change; it is the ETag.
  version       integer not null default 1,
  primary key (tenant_id, id)
) strict;
create unique index ${table}_name on ${table} (tenant_id, name_key);
create index ${table}_newest on ${table} (tenant_id, created_at_ms, id);
`,
    [`src/${family}/${noun}.ts`]: `import { changesOf } from "../resource/changes.ts";
import { lineField, nameField } from "../resource/fields.ts";
import { BY_NAME } from "../resource/named.ts";
import { record } from "../resource/record.ts";

/** What a ${words(noun)} is, in one sentence. */
export const ${One} = record({
  table: "${table}",
  noun: "${table}",
  fields: {
    name: nameField(255, "Unique, regardless of case and accents."),
    description: lineField(1_000, "What it is for."),
  },
  ...BY_NAME,
});

export const {
  create: create${One},
  update: update${One},
  remove: delete${One},
} = changesOf("${family}", ${One}, { unique: { field: "name", column: "name_key" } });
`,
    [`src/${family}/routes.ts`]: `import { DELETE, EDIT, VIEW } from "../products/policies.ts";
import { resourceRoutes } from "../resource/resource.ts";
import type { Services } from "../runtime/services.ts";
import { create${One}, delete${One}, ${One}, update${One} } from "./${noun}.ts";

/** \`/${family}\` */
export const ${camel(noun)}Routes = (services: Services) =>
  resourceRoutes(services, ${One}, {
    path: "/${family}",
    tag: "${title}",
    rights: { view: VIEW, edit: EDIT, remove: DELETE },
    changes: { create: create${One}, update: update${One}, remove: delete${One} },
    texts: {
      one: "${One}",
      many: "${Many}",
      list: "Newest first.",
      create: "Only the name is required.",
      read: "As it was last stored.",
      change: "Fields that are absent stay as they are, null clears.",
      remove: "For good.",
    },
  });
`,
    [`src/${family}/family.ts`]: `import { family } from "../runtime/family.ts";

export const ${camel(family)} = family({
  tags: [{ name: "${title}", description: "What they are for." }],
  routes: async () => [(await import("./routes.ts")).${camel(noun)}Routes],
  mutations: () => Promise.all([import("./${noun}.ts")]),
});
`,
    [`test/${family}/family.ts`]: `import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const MADE = { ${table}_id: "{create${One}.id}" };

export const ${camel(family)} = testFamily({
  seed: {
    make: async ({ tenant, canary }) => {
      const made = await tenant.post("/${family}", { name: \`${title} \${canary}\`, description: canary });
      return { ${table}_id: made.body.id };
    },
  },
  silent: {
    because: "${words(family)}: no event tells of them",
    operations: ["create${One}", "put${One}", "update${One}", "delete${One}"],
  },
  examples: [
    ["create${One}", body({ name: "First", description: "What it is for." })],
    ["put${One}", of(MADE, { description: "What else it is for." })],
    ["update${One}", of(MADE, { name: "Second" })],
  ],
  sources: MADE,
});
`,
    [`test/${family}/${family}.test.ts`]: `import { expect, test } from "bun:test";
import { newTenant } from "../harness.ts";

test("what was sent comes back, and nothing of another tenant does", async () => {
  const [tenant, other] = [await newTenant(), await newTenant()];

  const made = await tenant.post("/${family}", { name: "First", description: "A text" });

  expect(made.status).toBe(201);
  expect((await tenant.get(\`/${family}/\${made.body.id}\`)).body).toMatchObject({ name: "First", description: "A text" });
  expect((await other.get(\`/${family}/\${made.body.id}\`)).status).toBe(404);
});
`,
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
function register(family: string): void {
  const name = camel(family);
  addLine("src/families.ts", `import { ${name} } from "./${family}/family.ts";`, /^import /);
  addLine("src/families.ts", `  ${name},`, /^ {2}\w+,$/);
  addLine("db/schema.ts", `import ${name} from "./schema/${family}.sql" with { type: "text" };`, /^import /);
  addLine("db/schema.ts", `  ${name},`, /^ {2}\w+,$/);
  addLine("ARCHITECTURE.md", `| \`${family}/\` | ${words(family)} |`, /^\| `[\w-]+\/`(?:, `[\w-]+\/`)* \| /, "| in `src/` |");
}

const family = argv[2] ?? "";
if (!/^[a-z]+(?:-[a-z]+)*$/.test(family) || existsSync(`src/${family}`)) {
  stderr.write("Usage: npm run new-family NAME, a new name in the plural, in lower case with hyphens: price-tiers\n");
  exit(1);
}
for (const [path, text] of Object.entries(filesOf(family))) {
  mkdirSync(path.slice(0, path.lastIndexOf("/")), { recursive: true });
  writeFileSync(path, text);
  stdout.write(`${path}\n`);
}
register(family);
stdout.write(
  "Change the fields, then: npm run format && bun test/docs/schema-page.ts && npm run examples && npm run check\n",
);
