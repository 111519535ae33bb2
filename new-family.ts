import { type Names, scaffold } from "./scaffold.ts";

/*
 * `npm run new-family NAME` (plural, kebab-case: `price-tiers`) writes a family to start from: a resource with a name and a
 * text, its table, its routes, examples and a test, and a line in each list that must know it. Then change the fields.
 */

/** The files of a family by their paths. */
function filesOf({ family, noun, table, One, Many, one, many, word, words, title }: Names): Record<string, string> {
  return {
    [`db/schema/${family}.sql`]: `-- ${title}.

-- One ${word} of a tenant.
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
    [`src/${family}/${noun}.ts`]: `import { changesOf } from "../kit/resource/changes.ts";
import { lineField, nameField } from "../kit/resource/fields.ts";
import { BY_NAME } from "../kit/resource/named.ts";
import { record } from "../kit/resource/record.ts";

/** What a ${word} is, in one sentence. */
export const ${One} = record({
  table: "${table}",
  noun: "${table}",
  fields: {
    name: nameField(255, "Unique, regardless of case and accents."),
    description: lineField(1_000, "What it is for."),
  },
  ...BY_NAME,
});

export const ${one}Changes = changesOf("${family}", ${One}, { unique: { field: "name", column: "name_key" } });
`,
    [`src/${family}/routes.ts`]: `import { DELETE, EDIT, VIEW } from "../products/policies.ts";
import { resourceRoutes } from "../kit/resource/resource.ts";
import type { Services } from "../runtime/services.ts";
import { ${One}, ${one}Changes } from "./${noun}.ts";

/** \`/${family}\` */
export const ${one}Routes = (services: Services) =>
  resourceRoutes(services, ${One}, {
    path: "/${family}",
    tag: "${title}",
    rights: { view: VIEW, edit: EDIT, remove: DELETE },
    changes: ${one}Changes,
    texts: {
      one: "${One}",
      many: "${Many}",
      create: "Only the name is required.",
      read: "As it was last stored.",
      change: "Fields that are absent stay as they are, null clears.",
      remove: "For good.",
    },
  });
`,
    [`src/${family}/family.ts`]: `import { family } from "../runtime/family.ts";

export const ${many} = family({
  tags: [{ name: "${title}", description: "What they are for." }],
  routes: async () => [(await import("./routes.ts")).${one}Routes],
  mutations: () => Promise.all([import("./${noun}.ts")]),
});
`,
    [`test/${family}/family.ts`]: `import { body, of } from "../examples/step.ts";
import { testFamily } from "../sweeps/test-families.ts";

const MADE = { ${table}_id: "{create${One}.id}" };

export const ${many} = testFamily({
  seed: {
    make: async ({ tenant, canary }) => {
      const made = await tenant.post("/${family}", { name: \`${title} \${canary}\`, description: canary });
      return { ${table}_id: made.body.id };
    },
  },
  silent: {
    because: "${words}: no event tells of them",
    operations: ["create${One}", "put${One}", "update${One}", "delete${One}"],
  },
  examples: [
    ["create${One}", body({ name: "First", description: "What it is for." })],
    ["put${One}", of(MADE, { description: "What else it is for." })],
    ["update${One}", of(MADE, { name: "Second" })],
  ],
  unique: { create${One}: ["body/name"], update${One}: ["body/name"] },
  sources: MADE,
  lasting: { because: "one row for each that people enter, until they delete it", tables: ["${table}"] },
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

scaffold("new-family", filesOf);
