import type { Description } from "../documents/schemas.ts";
import { classOf, clientPieces } from "./client-text.ts";

const RUNTIME = "runtime";
const MODELS = "models";
const EVENTS = "webhook-events";
/** The part that has all others. */
const INDEX = "index";

const WORD = /[A-Za-z_$][\w$]*/g;
const COMMENT = /\/\*\*[\s\S]*?\*\//g;
const DECLARED = /^export (?:async )?(?:abstract )?(interface|type|class|function\*?|const) (\w+)/gm;

/** `importConfigs` as a file is called. */
const fileOf = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** The words of a text that are not in comments. */
const wordsOf = (text: string): Set<string> => new Set(text.replaceAll(COMMENT, "").match(WORD));

/** For each model the texts that need it, directly or by another model. */
function usersOf(models: ReadonlyMap<string, string>, users: ReadonlyMap<string, string>): Map<string, string[]> {
  const namedIn = (text: string) => [...wordsOf(text)].filter((word) => models.has(word));
  const namedBy = new Map([...models].map(([name, text]) => [name, namedIn(text)]));
  const found = new Map<string, string[]>();
  for (const [user, text] of users) {
    const open = namedIn(text);
    const seen = new Set(open);
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      found.set(name, [...(found.get(name) ?? []), user]);
      for (const next of namedBy.get(name) ?? []) {
        if (seen.has(next)) continue;
        seen.add(next);
        open.push(next);
      }
    }
  }
  return found;
}

/** What a part takes from another: types as types, so that nothing is loaded for them. */
function importText(text: string, from: string, source: string): string {
  const words = wordsOf(text);
  const names = [...source.matchAll(DECLARED)].flatMap(([, kind = "", name = ""]) => {
    if (!words.has(name)) return [];
    return [kind === "interface" || kind === "type" ? `type ${name}` : name];
  });
  return names.length === 0 ? "" : `import { ${names.join(", ")} } from "./${from}.ts";\n`;
}

/**
 * The client as several files, by name without ending: what sends the calls, a part for each group with the models that no
 * other group has, the models of several, and `index` with all of it. An editor that is shown one part reads no other group.
 */
export async function clientParts(description: Description, runtime: string): Promise<ReadonlyMap<string, string>> {
  const { intro, catalogd, events, models, groups } = await clientPieces(description);
  const users = new Map([...groups, [EVENTS, events]]);
  const usedBy = usersOf(models, users);
  const modelsOf = (isWanted: (its: string[]) => boolean) =>
    [...models].flatMap(([name, text]) => (isWanted(usedBy.get(name) ?? []) ? [text] : [])).join("");

  const shared = modelsOf((its) => its.length !== 1);
  const parts = new Map([
    [RUNTIME, runtime],
    [MODELS, shared],
  ]);
  for (const [user, text] of users) {
    const own = `${modelsOf(([first, ...others]) => first === user && others.length === 0)}${text}`;
    const imports = `${importText(own, RUNTIME, runtime)}${importText(own, MODELS, shared)}`;
    parts.set(fileOf(user), `${imports}\n${own.trimEnd()}\n`);
  }
  const classes = [...groups.keys()].map((group) => `import { ${classOf(group)} } from "./${fileOf(group)}.ts";\n`);
  const exported = [...parts.keys()].map((name) => `export * from "./${name}.ts";\n`);
  const sending = `import { type CatalogdOptions, sender } from "./${RUNTIME}.ts";\n`;
  parts.set(INDEX, `${intro}${[...classes, sending, ...exported].join("")}\n${catalogd}`);
  return parts;
}
