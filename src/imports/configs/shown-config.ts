import { rowsById } from "../../kit/resource/expansion.ts";
import { READ } from "../policies.ts";
import { type ConfigRow, ImportConfig } from "./import-config.ts";

/** A source without its kind, which stands beside it. */
export function shownSource(row: ConfigRow): Record<string, unknown> {
  const { type: _, ...source } = row.source;
  return source;
}

/** A configuration as answers show it. */
export const configBody = (row: ConfigRow) => ({ ...ImportConfig.bodyOf(row), source: shownSource(row) });

/** For answers that name configurations. */
export const configsById = rowsById(ImportConfig, READ, configBody);
