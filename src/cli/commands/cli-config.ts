import { stdout } from "node:process";
import { flagOf, type Sources, settingProblems, settingTexts } from "../../config/config.ts";
import { SETTING_NAMES, SETTINGS, variableOf } from "../../config/settings.ts";
import { EXIT } from "../exit-codes.ts";
import { columns } from "../print-table.ts";

const say = (lines: string[]) => stdout.write(`${lines.join("\n")}\n`);

/** `catalogd config`: every setting, its value and where that came from. Secrets are masked. */
export function printConfig(sources: Sources, isJson: boolean): void {
  const texts = settingTexts(sources);
  const settings = SETTING_NAMES.map((name) => {
    const { text, origin } = texts[name];
    const { description } = SETTINGS[name];
    const value = text !== undefined && "secret" in SETTINGS[name] ? "********" : text;
    return { setting: variableOf(name), flag: `--${flagOf(name)}`, value: value ?? null, origin, description };
  });
  if (isJson) {
    say([JSON.stringify(settings)]);
    return;
  }
  const rows = settings.map(({ setting, value, origin, description }) => [
    setting,
    value ?? "(not set)",
    origin,
    description,
  ]);
  say(columns([["setting", "value", "from", "description"], ...rows]));
}

/** `catalogd config check`: what is misspelt or has no good value. Returns what the program ends with. */
export function checkConfig(sources: Sources, isJson: boolean): number {
  const problems = settingProblems(sources);
  if (isJson) say([JSON.stringify(problems)]);
  else if (problems.length === 0) say([`All ${SETTING_NAMES.length} settings are fine.`]);
  else say(problems.map(({ setting, problem }) => `${setting}: ${problem}`));
  return problems.length === 0 ? 0 : EXIT.usage;
}
