import { ROUTES } from "../connectors/published/routes.ts";
import { SQUARESPACE_BODIES, SQUARESPACE_TYPES } from "../connectors/published/squarespace.ts";
import { membersFault } from "./platforms/published-members.ts";
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

const pathOf = (path: string): RegExp => {
  const literal = path.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`);
  return new RegExp(`^${literal.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
};
const readLine = (line: string): Known => {
  const [method = "", path = "", ...query] = line.split(/\s+/);
  return { method, path: pathOf(path), query };
};

/** Those whose bodies its table has, of tests that name no platform, too. */
const SQUARESPACE_PATH = /^\/(?:v2|1\.0)\/commerce\//;

/** Why Squarespace refuses a body; files are judged by its site in tests. */
function squarespaceFault(pathname: string, { text, headers }: Pick<Received, "text" | "headers">): string | undefined {
  const [, described] = Object.entries(SQUARESPACE_BODIES).find(([path]) => pathOf(path).test(pathname)) ?? [];
  if (described === undefined) {
    return String(headers["content-type"]).startsWith("multipart/form-data") ? undefined : "a file is needed";
  }
  return membersFault(SQUARESPACE_TYPES, described, JSON.parse(text));
}

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

/** Why a platform whose bodies are described does not take one. */
function bodyFault(pathname: string, one: Pick<Received, "method" | "text" | "headers">): string | undefined {
  if (one.method === "POST" && SQUARESPACE_PATH.test(pathname)) {
    const fault = squarespaceFault(pathname, one);
    return fault === undefined ? undefined : `Squarespace takes no such POST ${pathname}: ${fault}`;
  }
  if (!pathname.endsWith("/graphql.json")) return undefined;
  const field = fieldFault(one, KNOWN["shopify"]?.fields ?? []);
  return field === undefined ? undefined : `Shopify's schema has no ${field} to begin with`;
}

/**
 * Why a request is none of those that the platform's table in `test/connectors/published/routes.ts` has; `undefined`: it is one.
 * Without a platform it is to be one of any.
 */
export function unknownRequest({ method, path, text, headers }: Received, platform?: string): string | undefined {
  const { pathname, searchParams } = new URL(path, "https://receiver.test");
  if (NAMED.test(pathname) || (method === "GET" && PICTURE.test(pathname))) return undefined;
  const of = platform === undefined ? Object.values(KNOWN) : [KNOWN[platform]];
  const all = of.flatMap((each) => each?.routes ?? []);
  const found = all.filter((each) => each.method === method && each.path.test(pathname));
  if (found.length === 0) return `${platform ?? "no platform"} has no published request ${method} ${pathname}`;
  const taken = found.flatMap(({ query }) => query);
  const name = [...searchParams.keys()].find((each) => !taken.includes(each) && !taken.includes("*"));
  if (name !== undefined) return `${method} ${pathname} takes no ${name}`;
  return bodyFault(pathname, { method, text, headers });
}
