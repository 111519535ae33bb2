import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import bmecat from "./files/bmecat-2005.xml" with { type: "text" };
import cxml from "./files/cxml-index.xml" with { type: "text" };
import google from "./files/google.tsv" with { type: "text" };
import heureka from "./files/heureka.xml" with { type: "text" };
import onix from "./files/onix-books.xml" with { type: "text" };
import ndjson from "./files/products.ndjson" with { type: "text" };
import shopify from "./files/shopify.csv" with { type: "text" };
import supplier from "./files/supplier-list-de.csv" with { type: "text" };
import yml from "./files/yml.xml" with { type: "text" };

const FILES: Record<string, string> = {
  // The types of Bun take any XML for a parsed document; here each is a text.
  "bmecat-2005.xml": bmecat as unknown as string,
  "cxml-index.xml": cxml as unknown as string,
  "google.tsv": google,
  "heureka.xml": heureka as unknown as string,
  "onix-books.xml": onix as unknown as string,
  "products.ndjson": ndjson,
  "shopify.csv": shopify,
  "supplier-list-de.csv": supplier,
  "yml.xml": yml as unknown as string,
};

/** Puts files of several kinds to import into a folder within another, also from the binary; gives where they are. */
export function writeExampleFiles(dataDir: string): string {
  const folder = join(dataDir, "examples");
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  return folder;
}
