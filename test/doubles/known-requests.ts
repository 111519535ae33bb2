import { ROUTES } from "../connectors/published/routes.ts";
import type { Received } from "./shops.ts";

/** Addresses that a platform itself names, for files that are put or fetched. */
const NAMED = /^\/(?:d|upload|results\/\d+)$/;
/** Pictures of products, which uploads fetch. */
const PICTURE = /\.(?:png|jpe?g|webp|gif)$/;

interface Known {
  method: string;
  path: RegExp;
  query: readonly string[];
}

const readLine = (line: string): Known => {
  const [method = "", path = "", ...query] = line.split(/\s+/);
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return { method, path: new RegExp(`^${literal.replaceAll(/\{\w+\}/g, "[^/]+")}$`), query };
};

const KNOWN = Object.fromEntries(
  Object.entries(ROUTES).map(([id, { published, undescribed = [], fields }]) => [
    id,
    { fields, routes: [...published, ...undescribed].map(readLine) },
  ]),
);

/** A text without what stands in the innermost of these brackets, until none is left. */
function without(text: string, brackets: RegExp): string {
  const left = text.replaceAll(brackets, "");
  return left === text ? text : without(left, brackets);
}

/** The fields that a document of GraphQL begins with, without their aliases, arguments and directives. */
export function rootFields(document: string): string[] {
  const plain = without(document.replaceAll(/"(?:[^"\\]|\\.)*"|@\w+/g, ""), /\([^()]*\)/g);
  const selected = without(plain.slice(plain.indexOf("{") + 1, plain.lastIndexOf("}")), /\{[^{}]*\}/g);
  return [...selected.matchAll(/(?:\w+\s*:\s*)?(\w+)/g)].map(([, name = ""]) => name);
}

function fieldFault({ text }: Pick<Received, "text">, fields: readonly string[]): string | undefined {
  const { query = "", variables } = JSON.parse(text);
  const asked = [query, variables?.mutation, variables?.query].filter((each) => /^\s*(?:query|mutation|\{)/.test(each));
  return asked.flatMap(rootFields).find((each) => !fields.includes(each));
}

/**
 * Why a request is none of those that the platform's table in `test/connectors/published/routes.ts` has; `undefined`: it is one.
 * Without a platform it is to be one of any.
 */
export function unknownRequest({ method, path, text }: Received, platform?: string): string | undefined {
  const { pathname, searchParams } = new URL(path, "https://receiver.test");
  if (NAMED.test(pathname) || (method === "GET" && PICTURE.test(pathname))) return undefined;
  const of = platform === undefined ? Object.values(KNOWN) : [KNOWN[platform]];
  const all = of.flatMap((each) => each?.routes ?? []);
  const found = all.filter((each) => each.method === method && each.path.test(pathname));
  if (found.length === 0) return `${platform ?? "no platform"} has no published request ${method} ${pathname}`;
  const taken = found.flatMap(({ query }) => query);
  const name = [...searchParams.keys()].find((each) => !taken.includes(each) && !taken.includes("*"));
  if (name !== undefined) return `${method} ${pathname} takes no ${name}`;
  if (!pathname.endsWith("/graphql.json")) return undefined;
  const field = fieldFault({ text }, KNOWN["shopify"]?.fields ?? []);
  return field === undefined ? undefined : `Shopify's schema has no ${field} to begin with`;
}
