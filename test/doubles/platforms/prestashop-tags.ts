import { nameKey } from "../../../src/text/name-key.ts";
import type { Reply } from "../shops.ts";
import type { Call } from "./platform.ts";

interface Tag {
  id: number;
  id_lang: number;
  name: string;
}

const TAG = /<tag><id_lang><!\[CDATA\[(\d+)\]\]><\/id_lang><name><!\[CDATA\[(.*?)\]\]><\/name><\/tag>/g;
const refused: Reply = {
  status: 400,
  json: { errors: [{ code: 85, message: 'Validation error: "Property Tag->name is not valid"' }] },
};

/**
 * The `tags` of a PrestaShop as it was recorded: a document's tags are stored one after the other until one is refused, the last one is
 * answered, and names are found without regard to case and accents.
 */
export function prestashopTags() {
  const tags: Tag[] = [];
  const make = (text: string): Reply => {
    for (const [, language, name = ""] of text.matchAll(TAG)) {
      if (name === "" || name.length > 32 || /[<>={}]/.test(name)) return refused;
      tags.push({ id: tags.length + 1, id_lang: Number(language), name });
    }
    const last = tags.at(-1);
    return { status: 201, json: { tag: { ...last, id: String(last?.id) } } };
  };
  /** `undefined`: the call is of something else. */
  const answer = ({ route, query, text }: Call): Reply | undefined => {
    if (route === "POST /api/tags") return make(text);
    if (route !== "GET /api/tags") return undefined;
    const wanted = new Set((query.get("filter[name]") ?? "").slice(1, -1).split("|").map(nameKey));
    const found = tags.filter(({ name }) => wanted.has(nameKey(name)));
    return { json: found.length === 0 ? [] : { tags: found } };
  };
  return { tags, answer };
}
