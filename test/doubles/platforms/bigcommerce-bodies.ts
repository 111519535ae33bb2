import { BIGCOMMERCE, BIGCOMMERCE_TYPES } from "../../connectors/published/bigcommerce.ts";
import { membersFault } from "./published-members.ts";

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
    .map((each) => membersFault(BIGCOMMERCE_TYPES, text, each))
    .find((each) => each !== undefined);
}
