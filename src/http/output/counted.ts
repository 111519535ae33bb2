import { type Language, type MessageKey, translate } from "./messages.ts";

/** What is counted in messages: each has a text for one and one for several. */
type Noun = MessageKey extends infer Key ? (Key extends `${infer Name}.one` ? Name : never) : never;

/** A number with its noun; French takes the singular for nought, too. */
export function counted(language: Language, count: number, noun: Noun): string {
  const form = new Intl.PluralRules(language).select(count) === "one" ? "one" : "other";
  return translate(language, `${noun}.${form}`, { count });
}
