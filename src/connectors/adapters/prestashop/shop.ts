import type { Api, ApiRequest } from "../../engine/adapter.ts";
import { baseOf, basicAuth } from "../../engine/platform-values.ts";

// Source: https://devdocs.prestashop-project.org/9/webservice/ : written as XML, read as JSON (`output_format`)

/** Asks the webservice. An empty answer is an empty object, and so is one that is not to be read. */
export async function call(
  api: Api,
  path: string,
  request: Partial<ApiRequest> = {},
  accepts?: (status: number) => boolean,
  isUnread = false,
): Promise<unknown> {
  const { shop_url: shop, api_key: key = "" } = api.credentials;
  const url = `${baseOf(shop)}/api/${path}${path.includes("?") ? "&" : "?"}output_format=JSON`;
  const headers = {
    authorization: basicAuth(key, ""),
    ...(request.body !== undefined && { "content-type": "text/xml" }),
    ...request.headers,
  };
  const answer = await api.request({ method: "GET", ...request, url, headers }, accepts);
  return isUnread || answer.text.trim() === "" ? {} : answer.json();
}

const cdata = (text: string) => `<![CDATA[${text.replaceAll("]]>", "]]]]><![CDATA[>")}]]>`;
export const node = (name: string, value: string | number | null) =>
  value === null ? "" : `<${name}>${cdata(String(value))}</${name}>`;

/** A text in languages of the shop, by their ids. */
export const spokenNode = (name: string, texts: readonly (readonly [id: string, text: string])[]) =>
  `<${name}>${texts.map(([id, text]) => `<language id="${id}">${cdata(text)}</language>`).join("")}</${name}>`;

export const document = (inner: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><prestashop xmlns:xlink="http://www.w3.org/1999/xlink">${inner}</prestashop>`;
