interface Member {
  name: string;
  isNeeded: boolean;
  type: string | undefined;
}

const isText = (value: unknown) => typeof value === "string";
/** The types of values; every other is one of the description's own. */
const VALUES: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: isText,
  flag: (value) => typeof value === "boolean",
  number: Number.isFinite,
  whole: Number.isInteger,
  decimal: (value) => isText(value) && /^-?\d+(?:\.\d+)?$/.test(String(value)),
  texts: (value) => typeof value === "object" && value !== null && Object.values(value).every(isText),
};

const membersOf = (text: string): Member[] =>
  text
    .trim()
    .split(/\s+/)
    .map((each) => {
      const [, name = "", needed, type] = /^([^!:]+)(!)?(?::(.+))?$/.exec(each) ?? [];
      return { name, isNeeded: needed !== undefined, type };
    });

/** By the types of a description, whose members stand each as `name`, `name!` where it is needed, and `name:type`. */
export type Types = Readonly<Record<string, string>>;

function valueFault(types: Types, type: string, value: unknown): string | undefined {
  if (type.endsWith("?")) return value === null ? undefined : valueFault(types, type.slice(0, -1), value);
  if (type.endsWith("[]")) {
    if (!Array.isArray(value)) return "a list is needed";
    return value.map((each) => valueFault(types, type.slice(0, -2), each)).find((each) => each !== undefined);
  }
  const isOne = VALUES[type];
  if (isOne) return isOne(value) ? undefined : `${JSON.stringify(value)} is no ${type}`;
  return membersFault(types, types[type] ?? "", value);
}

/** Why an object is none that these members describe; `undefined`: it is one. */
export function membersFault(types: Types, text: string, value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return "an object is needed";
  const known = membersOf(text);
  const lacking = known.find(({ name, isNeeded }) => isNeeded && !(name in value));
  if (lacking) return `${lacking.name} is needed`;
  for (const [name, held] of Object.entries(value)) {
    const described = known.find((each) => each.name === name);
    if (!described) return `${name} is not known`;
    const fault = described.type === undefined ? undefined : valueFault(types, described.type, held);
    if (fault) return `${name}: ${fault}`;
  }
  return undefined;
}
