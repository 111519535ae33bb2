import type { FeedWriter } from "../feed-type.ts";
import { elementName, elements, group, XML_HEAD } from "./xml.ts";

/** Items as elements called as the columns are. */
export const plainXml = (list: string, item: string): FeedWriter => ({
  head: () => `${XML_HEAD}<${list}>\n`,
  item: (values, _, names) =>
    group(item, names.map((name) => elements(elementName(name), values[name])).join("")) || `<${item}/>`,
  between: "\n",
  tail: `\n</${list}>\n`,
});
