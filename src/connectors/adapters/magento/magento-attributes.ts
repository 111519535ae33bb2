import { nameKey } from "../../../text/name-key.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { callAll } from "./magento-requests.ts";

// Source: https://developer.adobe.com/commerce/webapi/rest/tutorials/configurable-product/ : attributes of an attribute set, and
// their options. Names are those of the administration, not those of a store view.

/** An attribute of the shop by which products can be chosen. */
export interface Attribute {
  id: string;
  code: string;
  label: string;
  /** What the shop calls its values, by their names. */
  values: Map<string, string>;
  /** The same the other way round. */
  labels: Map<string, string>;
}

const codeOf = (name: string) => nameKey(name).replaceAll(/[^a-z0-9]+/g, "_");

/** What asks for products by it has: a dropdown of the owner's own, which is the same in all store views. */
const isChoice = (each: unknown) =>
  member(each, "frontend_input") === "select" &&
  member(each, "is_user_defined") === true &&
  member(each, "scope") === "global";

const optionsIn = (options: unknown) =>
  listOf(options).flatMap((each) => {
    const [label, value] = [textOf(member(each, "label")), textOf(member(each, "value"))];
    return label === undefined || value === undefined ? [] : [{ label, value }];
  });

/** The attributes by which products of an attribute set can be chosen. */
export const attributesOf = (api: Api, setId: number): Promise<Attribute[]> =>
  api.once(`magento attributes ${setId}`, async () => {
    const all = listOf(await callAll(api, `products/attribute-sets/${setId}/attributes`));
    return all.filter(isChoice).map((each) => {
      const options = optionsIn(member(each, "options"));
      return {
        id: String(numberOf(member(each, "attribute_id")) ?? ""),
        code: textOf(member(each, "attribute_code")) ?? "",
        label: textOf(member(each, "default_frontend_label")) ?? "",
        values: new Map(options.map(({ label, value }) => [nameKey(label), value])),
        labels: new Map(options.map(({ label, value }) => [value, label])),
      };
    });
  });

/** The attribute of that name, else of that code. */
export const attributeNamed = (all: readonly Attribute[], name: string): Attribute | undefined =>
  all.find(({ label }) => nameKey(label) === nameKey(name)) ?? all.find(({ code }) => code === codeOf(name));

/** Adds the values that an attribute has not. */
export async function addValues(api: Api, { code, values }: Attribute, names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !values.has(nameKey(name)));
  if (missing.length === 0) return;
  const path = `products/attributes/${encodeURIComponent(code)}/options`;
  for (const label of missing) {
    const json = { option: { label, value: "" } };
    const answer = textOf(await callAll(api, path, { method: "POST", json }));
    // Some versions answer the id with a word before it, others another one than it got.
    if (answer !== undefined) values.set(nameKey(label), answer.replace(/^id_/, ""));
  }
  for (const { label, value } of optionsIn(await callAll(api, path))) values.set(nameKey(label), value);
}
