import { nameKey } from "../../../text/name-key.ts";
import { listOf, member, numberOf, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { type Criterion, callAll, criteria } from "./magento-requests.ts";

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

/** What asks for products by it is a dropdown of the owner's own, which is the same in all store views. */
const CHOICES: readonly Criterion[] = [
  ["frontend_input", "eq", "select"],
  ["is_user_defined", "eq", "1"],
];
const CHOICES_MAX = 1_000;
const CHOICE = "fields=items[attribute_id,attribute_code,scope,default_frontend_label,options]";

const optionsIn = (options: unknown) =>
  listOf(options).flatMap((each) => {
    const [label, value] = [textOf(member(each, "label")), textOf(member(each, "value"))];
    return label === undefined || value === undefined ? [] : [{ label, value }];
  });

/** All dropdowns of the shop. The list of an attribute set does not say of what scope they are. */
const choicesOf = (api: Api): Promise<Attribute[]> =>
  api.once("magento choices", async () => {
    const path = `products/attributes?${criteria(CHOICES, { size: CHOICES_MAX })}&${CHOICE}`;
    const found = listOf(member(await callAll(api, path), "items"));
    return found
      .filter((each) => member(each, "scope") === "global")
      .map((each) => {
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

/** The codes of what products of an attribute set have. */
const codesOf = (api: Api, setId: number): Promise<Set<string>> =>
  api.once(`magento attributes ${setId}`, async () => {
    const all = listOf(await callAll(api, `products/attribute-sets/${setId}/attributes?fields=attribute_code`));
    return new Set(all.flatMap((each) => textOf(member(each, "attribute_code")) ?? []));
  });

/** The attributes by which products of an attribute set can be chosen. */
export async function attributesOf(api: Api, setId: number): Promise<Attribute[]> {
  const [all, codes] = [await choicesOf(api), await codesOf(api, setId)];
  return all.filter(({ code }) => codes.has(code));
}

/** The attribute of that name, else of that code. */
export const attributeNamed = (all: readonly Attribute[], name: string): Attribute | undefined =>
  all.find(({ label }) => nameKey(label) === nameKey(name)) ?? all.find(({ code }) => code === codeOf(name));

/** Adds the values that an attribute has not. */
export async function addValues(
  api: Api,
  { code, values, labels }: Attribute,
  names: readonly string[],
): Promise<void> {
  const byKey = new Map(names.map((name) => [nameKey(name), name]));
  const missing = [...byKey].flatMap(([key, name]) => (values.has(key) ? [] : [name]));
  if (missing.length === 0) return;
  const path = `products/attributes/${encodeURIComponent(code)}/options`;
  for (const label of missing) {
    const json = { option: { label, value: "" } };
    const answer = textOf(await callAll(api, path, { method: "POST", json }));
    // Some versions answer the id with a word before it, others another one than it got.
    if (answer !== undefined) values.set(nameKey(label), answer.replace(/^id_/, ""));
  }
  for (const { label, value } of optionsIn(await callAll(api, path))) {
    values.set(nameKey(label), value);
    labels.set(value, label);
  }
}
