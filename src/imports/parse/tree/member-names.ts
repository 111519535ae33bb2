import { isObject, isScalar, scalarText, TEXT, type Tree, type TreeObject } from "./tree.ts";

/** The last of them is SAP's. */
const LANGUAGE_MARKS: readonly string[] = ["@lang", "@xml:lang", "@language", "@languageCode", "SPRAS_ISO"];
/** Of ONIX are those without `@`. */
const KIND_MARKS: readonly string[] =
  "@price_type @type ProductIDType MeasureType TextType PriceType TitleType ResourceContentType".split(" ");
/** Members with the unit of others beside them: of GS1, of ONIX and of SAP. */
const UNIT_MARKS: readonly (readonly [unit: string, measures: readonly string[]])[] = [
  ["@measurementUnitCode", [TEXT]],
  ["MeasureUnitCode", ["Measurement"]],
  ["GEWEI", ["NTGEW", "BRGEW"]],
  ["MEABM", ["LAENG", "BREIT", "HOEHE"]],
];
const LANGUAGE = /^([a-z]{2,3})(?:[-_]\w{2,4})?$/i;
const KIND = /^[\w-]{1,40}$/;
/** What catalogs call languages by ISO 639-2, and what headers do. */
const SHORT_LANGUAGES: Record<string, string> = {
  eng: "en",
  deu: "de",
  ger: "de",
  fra: "fr",
  fre: "fr",
  spa: "es",
  ita: "it",
  nld: "nl",
  dut: "nl",
  por: "pt",
  pol: "pl",
  ces: "cs",
  cze: "cs",
};

const textOf = (object: TreeObject, name: string): string => {
  const value = object[name];
  return isScalar(value) && value !== undefined ? scalarText(value) : "";
};

function markOf(object: TreeObject): { mark: string; said: string } | undefined {
  for (const mark of LANGUAGE_MARKS) {
    const [, code = ""] = LANGUAGE.exec(textOf(object, mark)) ?? [];
    if (code !== "") return { mark, said: SHORT_LANGUAGES[code.toLowerCase()] ?? code.toLowerCase() };
  }
  for (const mark of KIND_MARKS) {
    const kind = textOf(object, mark);
    if (KIND.test(kind)) return { mark, said: kind };
  }
  return undefined;
}

/**
 * What a member is called, by what marks it among others of its name: `<name lang="fr">` is `name[fr]`, a price of
 * `price_type="nrp"` is `price[nrp]`; and the member without the mark.
 */
export function markedMember(name: string, tree: Tree): { name: string; tree: Tree } {
  const found = isObject(tree) ? markOf(tree) : undefined;
  if (!found || !isObject(tree)) return { name, tree };
  const { [found.mark]: _, ...rest } = tree;
  return { name: `${name}[${found.said}]`, tree: rest };
}

/** The same object with units behind its measures where they are said beside. */
export function withUnits(object: TreeObject): TreeObject {
  let changed = object;
  for (const [mark, measures] of UNIT_MARKS) {
    const unit = textOf(object, mark);
    const there = measures.filter((each) => textOf(object, each) !== "");
    if (unit === "" || there.length === 0) continue;
    const { [mark]: _, ...rest } = changed;
    changed = { ...rest, ...Object.fromEntries(there.map((each) => [each, `${textOf(object, each)} ${unit}`])) };
  }
  return changed;
}

const NAMES: ReadonlySet<string> = new Set(
  "name key code label attribute param_name fname attribute_code attribute_name".split(" "),
);
const VALUES: ReadonlySet<string> = new Set(["value", "val", "fvalue", "param_value", TEXT]);
/** What may stand beside the two. */
const UNITS: ReadonlySet<string> = new Set(["unit", "funit"]);
const BESIDE: ReadonlySet<string> = new Set("forder order fdescr id position sort".split(" "));
const NAME_MAX = 100;

interface Pair {
  name?: string;
  value?: Tree;
  unit?: string;
}

/** Takes in a member of what may be a pair; whether it still may. */
function takeMember(pair: Pair, member: string, tree: Tree): boolean {
  const plain = member.replace(/^@/, "").toLowerCase();
  if (NAMES.has(plain) && pair.name === undefined && isScalar(tree)) pair.name = scalarText(tree).trim();
  else if (VALUES.has(plain) && pair.value === undefined && !isObject(tree)) pair.value = tree;
  else if (UNITS.has(plain) && isScalar(tree)) pair.unit = scalarText(tree).trim();
  else return BESIDE.has(plain);
  return true;
}

/** The name and the value of a pair such as `<PARAM><PARAM_NAME>…</PARAM_NAME><VAL>…</VAL></PARAM>`. */
export function pairOf(object: TreeObject): { name: string; value: Tree } | undefined {
  const pair: Pair = {};
  for (const [member, tree] of Object.entries(object)) if (!takeMember(pair, member, tree)) return undefined;
  const { name = "", value, unit = "" } = pair;
  if (name === "" || value === undefined) return undefined;
  const isMeasured = unit !== "" && isScalar(value) && value !== null;
  return {
    name: name.slice(0, NAME_MAX).replace(/\s+/g, " "),
    value: isMeasured ? `${scalarText(value)} ${unit}` : value,
  };
}
