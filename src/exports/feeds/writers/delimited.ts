import type { FeedWriter } from "../feed-type.ts";
import { textsOf } from "./xml.ts";

const BREAKS = /[\t\r\n]+/g;

/** Values beside each other, separated by tabs, which none of them holds. `head`: what stands before the names. */
export const tabbed = ({
  joinedBy = ",",
  head = () => "",
}: {
  joinedBy?: string;
  head?: (names: readonly string[]) => string;
} = {}): FeedWriter => ({
  head: (_, names) => `${head(names)}${names.join("\t")}\n`,
  item: (values, _, names) =>
    names.map((name) => textsOf(values[name]).join(joinedBy).replaceAll(BREAKS, " ")).join("\t"),
  between: "\n",
  tail: "\n",
});

const quoted = (text: string) => (/[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Lines of RFC 4180, for machines: no guard stands before what a spreadsheet might run. */
export const commaSeparated = ({ joinedBy = "," }: { joinedBy?: string } = {}): FeedWriter => ({
  head: (_, names) => `${names.map(quoted).join(",")}\r\n`,
  item: (values, _, names) => names.map((name) => quoted(textsOf(values[name]).join(joinedBy))).join(","),
  between: "\r\n",
  tail: "\r\n",
});
