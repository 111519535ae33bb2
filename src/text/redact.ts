import { Buffer } from "node:buffer";
import { MASK } from "./recognise-secrets.ts";

/** A shorter one would be found in any text, and would hide what is none. */
const LENGTH_MIN = 6;
const HALF_MIN = 8;

const base64Of = (text: string) => Buffer.from(text, "utf8").toString("base64");
/** How a text may come back: as it is, in an address, in a form, in JSON as we and as PHP write it. */
function writtenForms(text: string): string[] {
  const inJson = JSON.stringify(text).slice(1, -1);
  const inUrl = encodeURIComponent(text.toWellFormed());
  return [text, inUrl, inUrl.replaceAll("%20", "+"), inJson, inJson.replaceAll("/", "\\/")];
}
function formsOf(secret: string): string[] {
  const encoded = base64Of(secret).replace(/=+$/, "");
  const encodedForUrls = encoded.replaceAll("+", "-").replaceAll("/", "_");
  return [secret, encoded, encodedForUrls].flatMap(writtenForms);
}

/** Every pair that Basic authentication could have made of these. */
const pairsOf = (secrets: readonly string[]): string[] =>
  secrets.flatMap((user) => secrets.map((password) => `${user}:${password}`));

/** Both halves of a form that is long: a server may break it, or show a part of it. */
const halvesOf = (form: string): string[] => {
  const middle = Math.ceil(form.length / 2);
  return middle < HALF_MIN ? [] : [form.slice(0, middle), form.slice(middle)];
};

/** Every form in which these come back, the longest first: a part of it may be another. `halves`: their halves, too. */
export function secretForms(secrets: readonly string[], { halves = false } = {}): string[] {
  const known = [...new Set(secrets.filter((each) => each.length >= LENGTH_MIN))];
  const whole = [...pairsOf(known), ...known].flatMap(formsOf);
  const forms = new Set(halves ? [...whole, ...known.flatMap(formsOf).flatMap(halvesOf)] : whole);
  return [...forms].toSorted((one, other) => other.length - one.length);
}

/** A foreign text without such forms. */
export const redactForms = (text: string, forms: readonly string[]): string =>
  forms.reduce((left, form) => (left.includes(form) ? left.replaceAll(form, MASK) : left), text);

/** A foreign text without the secrets that were sent, in every form in which these come back. */
export const redactSecrets = (text: string, secrets: readonly string[]): string =>
  redactForms(text, secretForms(secrets));

/** Headers that hold no secret, with any value. */
export const PLAIN_HEADER =
  /^(?:accept(?:-.*)?|content-.*|user-agent|host|connection|if-.*|range|depth|destination|overwrite|prefer|cache-control|x-amz-(?:date|content-sha256)|anthropic-version)$/i;
const SECRET_PARAMETER = /key|token|secret|pass|sig|auth/i;

/** The secrets in the value of a header such as `Authorization`, whole and in its parts. */
export function secretsOfHeader(value: string): string[] {
  const [scheme = "", rest = ""] = value.split(/ (.*)/s);
  if (rest === "") return [value];
  if (scheme.toLowerCase() !== "basic") return [rest];
  const pair = Buffer.from(rest, "base64").toString("utf8");
  return [rest, pair, pair.slice(pair.indexOf(":") + 1)];
}

/** The secrets of a request, as far as its address and its headers show. */
export const secretsOfRequest = (url: URL, headers: Readonly<Record<string, string>>): string[] => [
  ...[...url.searchParams].flatMap(([name, value]) => (SECRET_PARAMETER.test(name) ? [value] : [])),
  ...Object.entries(headers).flatMap(([name, value]) => (PLAIN_HEADER.test(name) ? [] : secretsOfHeader(value))),
];
