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

/** `PPL:99:149` as a way of delivery with its prices, the last one on delivery. */
const delivery = (text: string): string => {
  const [id, price, onDelivery] = text.split(":").map((part) => part.trim());
  return group(
    "DELIVERY",
    element("DELIVERY_ID", id) + element("DELIVERY_PRICE", price) + element("DELIVERY_PRICE_COD", onDelivery),
  );
};

/** Source: https://heureka.github.io/xml-feed-specs */
export const heureka: FeedWriter = {
  head: () => `${XML_HEAD}<SHOP>\n`,
  item: (values, _, names) =>
    group(
      "SHOPITEM",
      names
        .map((name) => {
          if (name === "PARAM") return params(textsOf(values[name]));
          if (name === "DELIVERY") return textsOf(values[name]).map(delivery).join("");
          if (name === "CATEGORYTEXT") return element(name, textsOf(values[name]).join(" | ").replaceAll(" > ", " | "));
          return elements(elementName(name), values[name]);
        })
        .join(""),
    ),
  between: "\n",
  tail: "\n</SHOP>\n",
};
