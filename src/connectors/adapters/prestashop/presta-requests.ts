import { PlatformError } from "../../engine/platform-error.ts";
import { baseOf, basicAuth, listOf, member } from "../../engine/platform-values.ts";
import type { Api, ApiAnswer, ApiRequest } from "../../engine/requests/platform-api.ts";

// Source: https://devdocs.prestashop-project.org/9/webservice/ : written as XML, read as JSON (`output_format`)
const FAILED = 500;
const NOT_ALLOWED = 405;
const AGAIN_MS = 500;

/** A shop whose PHP warns of something answers 500 with all that was asked for, and has done what it was to do. */
function hasAll(answer: ApiAnswer): boolean {
  try {
    const { errors, ...rest } = Object(answer.json());
    const isWarning = (each: unknown) => /^\[PHP (?:Warning|Notice|Deprecated)/.test(String(member(each, "message")));
    return Object.keys(rest).length > 0 && listOf(errors).every(isWarning);
  } catch {
    return false;
  }
}

/** Asks the webservice. An empty answer is an empty object, and so is one that is not to be read. */
export async function call(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts = (status: number) => status < 400,
  isUnread = false,
): Promise<unknown> {
  const { shop_url: shop, api_key: key = "" } = api.credentials;
  const url = `${baseOf(shop)}/api/${path}${path.includes("?") ? "&" : "?"}output_format=JSON`;
  const typed = request.body !== undefined && { "content-type": "text/xml" };
  const busyMs = (answer: ApiAnswer) => (answer.status === FAILED && !hasAll(answer) ? AGAIN_MS : undefined);
  const sent = {
    method: "GET" as const,
    ...request,
    url,
    headers: { authorization: basicAuth(key, ""), ...typed, ...request.headers },
    busyMs,
  };
  const answer = await api.request(sent, (status) => accepts(status) || status === FAILED || status === NOT_ALLOWED);
  if (answer.status === NOT_ALLOWED && !accepts(NOT_ALLOWED)) throw refusedRight(sent.method, path);
  return isUnread || answer.text.trim() === "" ? {} : answer.json();
}

/** The key lacks a right: no product of the run would do better. */
const refusedRight = (method: string, path: string) =>
  new PlatformError(
    "credentials",
    `The webservice key may not ${method} ${path.split(/[/?]/)[0]}: tick it in Advanced Parameters, Webservice, Permissions`,
  );

const cdata = (text: string) => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
export const node = (name: string, value: string | number | null) =>
  value === null ? "" : `<${name}>${cdata(String(value))}</${name}>`;

/** A text in languages of the shop, by their ids. */
export const spokenNode = (name: string, texts: readonly (readonly [id: string, text: string])[]) =>
  `<${name}>${texts.map(([id, text]) => `<language id="${id}">${cdata(text)}</language>`).join("")}</${name}>`;

export const document = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><prestashop xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</prestashop>`;
