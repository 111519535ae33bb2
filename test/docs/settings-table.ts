import process from "node:process";
import { SETTING_NAMES, SETTINGS, variableOf } from "../../src/config/settings.ts";
import { replaceBetween } from "./markers.ts";

/** The table of `docs/settings.md`. Run this file to write it there: `bun test/docs/settings-table.ts`. */
export function settingsTable(): string {
  const cell = (text: string) => text.replaceAll("|", "\\|");
  const rows = SETTING_NAMES.map((name) => {
    const { fallback, description } = SETTINGS[name];
    return `| \`${variableOf(name)}\` | ${fallback === undefined ? "" : `\`${cell(fallback)}\``} | ${cell(description)} |`;
  });
  return ["| setting | default | |", "|---|---|---|", ...rows].join("\n");
}

if (import.meta.main) {
  await replaceBetween("docs/settings.md", "settings", settingsTable());
  process.stdout.write(`${SETTING_NAMES.length} settings written\n`);
}
