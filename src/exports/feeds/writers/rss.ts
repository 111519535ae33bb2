import type { FeedWriter } from "../feed-type.ts";
import { element, elementName, group, textsOf, XML_HEAD } from "./xml.ts";

const SHIPPING = ["country", "region", "service", "price"] as const;

/** `FR:::5.90 EUR` as the elements that Google has for its parts. */
const shipping = (text: string): string => {
  const parts = text.split(":");
  return group("g:shipping", SHIPPING.map((name, index) => element(`g:${name}`, parts[index]?.trim())).join(""));
};

/** RSS 2.0 with the elements of Google's name space. Source: https://support.google.com/merchants/answer/160589 */
export const rss: FeedWriter = {
  head: ({ shopName, shopUrl }) =>
    `${XML_HEAD}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>` +
    `${element("title", shopName || "Products")}${element("link", shopUrl || "https://localhost/")}` +
    `${element("description", shopName || "Products")}\n`,
  item: (values, _, names) =>
    group(
      "item",
      names
        .flatMap((name) =>
          textsOf(values[name]).map((text) =>
            name === "shipping" && text.includes(":") ? shipping(text) : element(`g:${elementName(name)}`, text),
          ),
        )
        .join(""),
    ),
  between: "\n",
  tail: "\n</channel></rss>\n",
};
