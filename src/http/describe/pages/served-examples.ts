import { SERVED_DOCUMENTS } from "./served-documents.ts";

/** Where the recipes lie, as seen from `docs/`. */
export const EXAMPLES_FOLDER = "../clients/examples/";
/** The documents that show recipes whole. */
const SHOWING = ["guide", "clients"];
const SHOWN = /^( *)<!-- file: clients\/examples\/(\S+) -->\n *```\w+\n([\s\S]*?)^ *```$/gm;

/** The recipes that are served below `/docs/examples/`, in every language. */
export const EXAMPLE_FILES = [
  "items.csv",
  ...["erp", "shop-feed", "nightly-sftp"].flatMap((name) => ["ts", "py", "sh"].map((ending) => `${name}.${ending}`)),
] as const;

const textOf = (file: object): string => (file as { default: string }).default; // imported as a text

/** The text of a recipe, as a document shows it. */
export async function exampleText(file: string): Promise<string> {
  for (const { read } of SERVED_DOCUMENTS.filter(({ id }) => SHOWING.includes(id))) {
    for (const [, indent = "", name, text = ""] of textOf(await read.en()).matchAll(SHOWN)) {
      if (name === file) return text.replaceAll(new RegExp(`^${indent}`, "gm"), "");
    }
  }
  throw new Error(`No document shows ${file}`);
}
