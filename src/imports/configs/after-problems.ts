import type { FieldProblem } from "../../http/output/errors.ts";
import { folderPath, isFolder } from "../../remote-files/remote-folder.ts";
import type { AfterFile, ConfigRow } from "./import-config.ts";

const PLACEHOLDERS = "{name}, {stem}, {extension}, {date}";

/** What cannot be done with files of such a source. */
export function afterProblems({ source_type: type, after_success, after_failure }: ConfigRow): FieldProblem[] {
  const of = (field: string, after: AfterFile): FieldProblem[] => {
    if (after.action === "leave") return [];
    if (type === "url") return [{ field: `${field}.action`, type: "invalid_value", key: "import_configs.after_url" }];
    if (after.action === "move") return folderProblems(`${field}.folder`, after.folder);
    if (after.action === "delete") return [];
    if (type === "email")
      return [{ field: `${field}.action`, type: "invalid_value", key: "import_configs.after_mail" }];
    return nameProblems(`${field}.name`, after.name);
  };
  return [...of("after_success", after_success), ...of("after_failure", after_failure)];
}

function folderProblems(field: string, folder: string | undefined): FieldProblem[] {
  if (folder === undefined) return [{ field, type: "missing" }];
  const isOther = !["", "/", "./"].includes(folderPath(folder));
  return isOther && isFolder(folder) ? [] : [{ field, type: "invalid_value", key: "import_configs.after_folder" }];
}

function nameProblems(field: string, name: string | undefined): FieldProblem[] {
  if (name === undefined) return [{ field, type: "missing" }];
  const isName = isFolder(name) && !/[/\\]/.test(name) && /\{(?:name|stem)\}/.test(name) && name !== "{name}";
  if (isName) return [];
  return [{ field, type: "invalid_value", key: "import_configs.after_name", params: { placeholders: PLACEHOLDERS } }];
}
