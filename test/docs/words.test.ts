import { expect, test } from "bun:test";
import { CONSOLE_COMMANDS } from "../../src/cli/control/console-commands.ts";
import { SETTINGS } from "../../src/config/settings.ts";
import { ERRORS } from "../../src/http/output/faults/error-codes.ts";
import { MESSAGE_KEYS, type MessageKey, translate } from "../../src/http/output/messages.ts";
import { app } from "../harness.ts";

/** Words of a dialect of our own: what a reader stumbles over, each with what to write. */
const BANNED: readonly [RegExp, string][] = [
  [/\banew\b/i, "again"],
  [/\bin hand\b/i, "already started, in progress"],
  [/\bparted\b/i, "separated"],
  [/\bso (?:many|long|much)\b/i, "the number, a maximum of"],
  [/(?<!separated )\bby commas\b/i, "comma-separated"],
  [/\bwh(?:at|o|ich|ere)ever\b/i, "any, regardless of"],
  [/\bnobody\b/i, "no user, no competitor"],
  [/\b(?:that|which) there (?:is|are)(?: not)?\b/i, "that exist, missing"],
  [/\b(?:is|are) (?:none|gone)\b/i, "does not exist, is deleted"],
  [/\bt(?:old|ells?|elling) (?:\w+ )?apart\b/i, "distinguish"],
  [/\bas it came\b/i, "unchanged"],
  [/\bmade (?:known|up for|good)\b/i, "caught up"],
  [/\bstands (?:in|for itself|there)\b/i, "is"],
  [/\bit exists already\b/i, "already exists"],
  [/\bthings?\b/i, "item, resource, or its name"],
];

const faults = (texts: Iterable<readonly [place: string, text: string]>) =>
  [...texts].flatMap(([place, text]) =>
    BANNED.filter(([word]) => word.test(text)).map(([, instead]) => `${place}: "${text}": write "${instead}"`),
  );

// The names of the catalogue, which a set of texts forgets.
const messages = [...MESSAGE_KEYS].map((key) => [key, translate("en", key as MessageKey)] as const);

test("messages, remedies, settings and commands are in plain English", () => {
  const commands = CONSOLE_COMMANDS.flatMap(({ group, verb, description, options }) =>
    [description, ...options.map((each) => each.description)].map((text) => [`${group} ${verb}`, text] as const),
  );
  const remedies = Object.entries(ERRORS).map(([code, { fix }]) => [code, fix.en] as const);
  const settings = Object.entries(SETTINGS).map(([name, { description }]) => [name, description] as const);

  expect(faults([...messages, ...remedies, ...settings, ...commands])).toEqual([]);
});

test("what the description says is in plain English", async () => {
  const described = await (await app.handle(new Request("http://localhost/api/v1/openapi.json"))).text();
  const texts: [string, string][] = [];
  JSON.parse(described, (key, value) => {
    if ((key === "description" || key === "summary") && typeof value === "string") texts.push([key, value]);
    return value;
  });

  expect([...new Set(faults(texts))]).toEqual([]);
});

test("both languages say the same with the same values", () => {
  const holes = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).toSorted();
  const unlike = [...MESSAGE_KEYS].filter((key) => {
    const [en, fr] = [translate("en", key as MessageKey), translate("fr", key as MessageKey)];
    return fr.trim() === "" || holes(en).join() !== holes(fr).join();
  });

  expect(unlike).toEqual([]);
});
