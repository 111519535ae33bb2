import { type ConfigFile, configFiles } from "../../../db/import-configs/config-files.ts";
import { insertImportErrors } from "../../../db/imports/import-errors.ts";
import { imports } from "../../../db/imports/imports.ts";
import type { JobKinds } from "../../../db/jobs/kinds.ts";
import { type MutationContext, mutation, type Tx } from "../../../db/ports.ts";
import { translate } from "../../http/output/messages.ts";
import { extensionOf } from "../../uploads/upload-name.ts";
import type { AfterFile } from "./import-config.ts";

const stemOf = (name: string) => name.slice(0, name.length - extensionOf(name).length);

/** Where a file is moved to, seen from its folder; `undefined`: it is deleted, or left. */
export function pathAfter({ action, folder = "", name: pattern = "" }: AfterFile, name: string, nowMs: number) {
  if (action === "move") return `${folder.replace(/\/+$/, "")}/${name}`;
  if (action !== "rename") return undefined;
  const extension = extensionOf(name);
  return pattern
    .replaceAll("{name}", name)
    .replaceAll("{stem}", stemOf(name))
    .replaceAll("{extension}", extension.slice(1))
    .replaceAll("{date}", new Date(nowMs).toISOString().slice(0, 10));
}

/** A path that is taken, with the time before its ending. */
export function sparePath(path: string, nowMs: number): string {
  const stamp = new Date(nowMs).toISOString().replaceAll(/[-:]|\.\d+/g, "");
  const at = path.lastIndexOf("/") + 1;
  const name = path.slice(at);
  return `${path.slice(0, at)}${stemOf(name)}-${stamp}${extensionOf(name)}`;
}

/** Notes that a file has another name in its folder: it is the same one. */
export const noteRenamed = mutation(
  "import-configs.note-renamed",
  async (tx, { file, name }: { file: ConfigFile; name: string }) => {
    await configFiles.erase(tx, { configId: file.configId, name: file.name });
    await configFiles.put(tx, { ...file, name });
  },
);

/** A warning of the import whose file could not be moved, renamed or deleted: it stays where it lies, and is not taken again. */
export async function noteUnsettled(
  tx: Tx,
  { importId }: JobKinds["imports.settle-source"]["payload"],
  error: string,
  { now }: MutationContext,
): Promise<void> {
  const found = await imports.find(tx, { id: importId });
  if (!found) return;
  const params = { name: found.fileName, reason: error };
  const messages = {
    en: translate("en", "imports.source.not_settled", params),
    fr: translate("fr", "imports.source.not_settled", params),
  };
  const warning = {
    ...({ rowNumber: 0, severity: "warning", errorType: "source_not_settled", field: null, rawValue: null } as const),
    seq: found.errorCount + found.warningCount + 1,
    messages,
  };
  await insertImportErrors(tx, importId, [warning], now());
  await imports.set(tx, { id: importId }, {}, { warningCount: 1, storedWarnings: 1 });
}
