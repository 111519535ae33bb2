import { openZip, type ZipEntry } from "../archive/open-zip.ts";
import type { FileSource } from "../file-source.ts";
import { FileUnreadable } from "../file-unreadable.ts";
import { drainPart, findPart, partsOf } from "../xlsx/part-reader.ts";
import { localName } from "../xml/xml-events.ts";

const SPREADSHEET = /^application\/vnd\.oasis\.opendocument\.spreadsheet(?:-template)?\s*$/;
const MIMETYPE_BYTES = 100;

async function beginning(entry: ZipEntry): Promise<string> {
  let text = "";
  if (entry.isEncrypted || entry.sizeBytes > MIMETYPE_BYTES) return text;
  for await (const chunk of entry.read()) text += new TextDecoder().decode(chunk);
  return text;
}

/** Whether an archive is a spreadsheet of OpenDocument: it says so in its first file, by its content at the latest. */
export async function isOds(entries: readonly ZipEntry[]): Promise<boolean> {
  const names = new Set(entries.map(({ name }) => name));
  const mimetype = entries.find(({ name }) => name === "mimetype");
  if (mimetype) return SPREADSHEET.test(await beginning(mimetype));
  return names.has("content.xml") && names.has("META-INF/manifest.xml");
}

/** Throws FileUnreadable workbook_protected when the manifest says that parts are encrypted. */
async function refuseEncrypted(manifest: ZipEntry | undefined, file: string): Promise<void> {
  if (!manifest) return;
  await drainPart(manifest, {
    open: (name) => {
      if (localName(name) === "encryption-data") throw new FileUnreadable("workbook_protected", { file });
    },
    text: () => undefined,
    close: () => undefined,
  });
}

/** The part of a spreadsheet in which all its sheets are. Throws FileUnreadable: workbook_protected, workbook_broken. */
export async function contentOf(source: FileSource): Promise<ZipEntry> {
  const file = source.name;
  const parts = partsOf(await openZip(source));
  await refuseEncrypted(findPart(parts, "META-INF/manifest.xml"), file);
  const part = findPart(parts, "content.xml");
  if (part) return part;
  throw new FileUnreadable(parts.has("encrypted-package") ? "workbook_protected" : "workbook_broken", {
    file,
    part: "content.xml",
  });
}
