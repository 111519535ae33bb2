import { stdout } from "node:process";
import { flagOf, type Sources, settingTexts } from "../config/config.ts";
import { SETTING_NAMES, SETTINGS } from "../config/settings.ts";

/** `catalogd config`: every setting, its value and where that came from. Secrets are masked. */
export function printConfig(sources: Sources): void {
  const texts = settingTexts(sources);
  const rows = SETTING_NAMES.map((name) => {
    const { text, origin } = texts[name];
    const { env, description } = SETTINGS[name];
    const secret = "secret" in SETTINGS[name];
    const shown = text === undefined ? "(not set)" : secret ? "********" : text;
    return [env, `--${flagOf(name)}`, shown, origin, description];
  });
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    stdout.write(`${cells.join("  ")}\n`);
  }
}
