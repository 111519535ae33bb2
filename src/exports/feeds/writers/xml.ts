import { xmlText } from "../../xlsx/sheet-xml.ts";
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';

const isName = /^[A-Za-z_][\w.-]*(:[A-Za-z_][\w.-]*)?$/;

/** A name of a column as the name of an element: what XML does not allow in one becomes `_`. */
export function elementName(name: string): string {
  if (isName.test(name)) return name;
  const plain = name.replaceAll(/[^\w.-]/g, "_");
  return /^[A-Za-z_]/.test(plain) ? plain : `_${plain}`;
}

/** An element with a text; "" without one. */
export const element = (name: string, text: string | undefined, attributes = ""): string =>
  text === undefined || text === "" ? "" : `<${name}${attributes}>${xmlText(text)}</${name}>`;

/** An element around others; "" around nothing. */
export const group = (name: string, inner: string, attributes = ""): string =>
  inner === "" ? "" : `<${name}${attributes}>${inner}</${name}>`;

/** The texts of a value. */
export const textsOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === "string" ? [value] : value;

/** An element for each of the texts. */
export const elements = (name: string, value: string | readonly string[] | undefined): string =>
  textsOf(value)
    .map((text) => element(name, text))
    .join("");

/** The first text of a value. */
export const firstOf = (value: string | readonly string[] | undefined): string | undefined => textsOf(value)[0];
