import { findProductField, isEmpty, type ProductField } from "../tables/exported-fields.ts";
import type { ExportValue } from "../tables/table.ts";
import type { ProfileRow, Source } from "./profile-row.ts";

/** In which language, and as whose, texts are wanted. */
export interface TextWish {
  /** `null`: the pivot language. */
  language: string | null;
  pivot: string;
  /** Whether the pivot's text is in for one that does not exist. */
  fallback: boolean;
  entityId?: string | undefined;
  configurationId?: string | undefined;
}

const OVERRIDDEN: Record<string, "description" | "shortDescription"> = {
  description: "description",
  short_description: "shortDescription",
};

/** What an entity says in a language, its configuration before it; an override is in the language that was requested. */
function ofEntity({ product, facts }: ProfileRow, name: string, wish: TextWish & { entityId: string }): unknown {
  const { entityId, configurationId, language, pivot } = wish;
  const requested = language ?? pivot;
  const texts = (facts.texts.get(product.id) ?? []).filter(
    (each) => each.entityId === entityId && each.language === requested,
  );
  const own = texts.find((each) => configurationId !== undefined && each.configurationId === configurationId);
  if (!isEmpty(own?.content[name])) return own?.content[name];
  const member = OVERRIDDEN[name];
  const override = member && facts.overrides.get(product.id)?.find((each) => each.entityId === entityId)?.[member];
  if (!isEmpty(override)) return override;
  return texts.find((each) => each.configurationId === null)?.content[name];
}

/** A text of a product as nearest as there is one: a configuration's, its entity's, the one all share, the pivot's. */
export function textSource(field: ProductField, wish: TextWish): Source {
  const pivotField = field.pivot ?? field;
  const { language, pivot, fallback, entityId } = wish;
  const isPivot = language === null || language === pivot;
  const shared = (row: ProfileRow) =>
    isPivot || language === null ? pivotField.read(row.product) : row.product.contents[language]?.[field.name];
  return {
    kind: "plain",
    members: ["id", ...pivotField.needs, ...(isPivot ? [] : (["contents"] as const))],
    facts: entityId === undefined ? [] : ["texts"],
    languages: isPivot || language === null ? [] : [language],
    entityIds: entityId === undefined ? [] : [entityId],
    read: (row) => {
      const said = entityId === undefined ? undefined : ofEntity(row, field.name, { ...wish, entityId });
      if (!isEmpty(said)) return said as ExportValue; // read from JSON
      const text = shared(row);
      if (!isEmpty(text)) return text as ExportValue;
      return fallback ? pivotField.read(row.product) : null;
    },
  };
}

/** The field of that name, if its text depends on the language. */
export function findTextField(name: string): ProductField | undefined {
  const field = findProductField(name);
  return field?.pivot ? field : undefined;
}
