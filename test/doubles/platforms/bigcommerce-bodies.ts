import { BIGCOMMERCE, BIGCOMMERCE_TYPES } from "../../connectors/published/bigcommerce.ts";

const membersOf = (text: string) =>
  text.split(/\s+/).map((each) => {
    const [, name = "", needed, type] = /^([^!:]+)(!)?(?::(.+))?$/.exec(each) ?? [];
    return { name, isNeeded: needed !== undefined, type };
  });

function faultIn(text: string, value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return "an object is needed";
  const known = membersOf(text);
  const lacking = known.find(({ name, isNeeded }) => isNeeded && !(name in value));
  if (lacking) return `${lacking.name} is needed`;
  for (const [name, held] of Object.entries(value)) {
    const described = known.find((each) => each.name === name);
    if (!described) return `${name} is not known`;
    const inner = described.type === undefined ? undefined : BIGCOMMERCE_TYPES[described.type];
    const fault =
      inner &&
      [held]
        .flat()
        .map((each) => faultIn(inner, each))
        .find((each) => each !== undefined);
    if (fault) return `${name}: ${fault}`;
  }
  return undefined;
}

/** The operation that an address of the catalog is of; `undefined`: it is of none that is described here. */
export const operationOf = (method: string, path: string): string | undefined =>
  Object.keys(BIGCOMMERCE).find((each) =>
    new RegExp(`^${each.replaceAll(/\{\w+\}/g, "\\d+")}$`).test(`${method} ${path}`),
  );

/** Why BigCommerce refuses a request; `undefined`: it takes it. */
export function requestFault(operation: string, query: URLSearchParams, body: unknown): string | undefined {
  const { body: text, isList, query: names = "" } = BIGCOMMERCE[operation] ?? {};
  const unknown = [...query.keys()].find((name) => !names.split(" ").includes(name));
  if (unknown) return `${unknown} is not known`;
  if (text === undefined) return undefined;
  if (Array.isArray(body) !== (isList ?? false)) return "a list where none is, or none";
  return [body]
    .flat()
    .map((each) => faultIn(text, each))
    .find((each) => each !== undefined);
}
