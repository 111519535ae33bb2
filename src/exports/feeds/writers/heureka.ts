import type { FeedWriter } from "../feed-type.ts";
import { element, elementName, elements, group, textsOf, XML_HEAD } from "./xml.ts";

/** `Colour=red` as a parameter with its value. */
const params = (texts: readonly string[]): string =>
  texts
    .map((text) => {
      const at = text.indexOf("=");
      const value = element("VAL", text.slice(at + 1));
      return at < 1 || value === "" ? "" : group("PARAM", element("PARAM_NAME", text.slice(0, at)) + value);
    })
    .join("");

/** Source: https://heureka.github.io/xml-feed-specs */
export const heureka: FeedWriter = {
  head: () => `${XML_HEAD}<SHOP>\n`,
  item: (values, _, names) =>
    group(
      "SHOPITEM",
      names
        .map((name) => {
          if (name === "PARAM") return params(textsOf(values[name]));
          if (name === "CATEGORYTEXT") return element(name, textsOf(values[name]).join(" | ").replaceAll(" > ", " | "));
          return elements(elementName(name), values[name]);
        })
        .join(""),
    ),
  between: "\n",
  tail: "\n</SHOP>\n",
};
