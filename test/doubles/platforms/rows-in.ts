import { parse } from "csv-parse/sync";

/** The rows of a file that was sent as a part of a form. */
export function rowsIn({ text }: { text: string }): Record<string, string>[] {
  const [, csv = ""] = /text\/csv\r\n\r\n([\s\S]*?)\r\n--/.exec(text) ?? [];
  return parse(csv, { delimiter: ";", columns: true });
}
