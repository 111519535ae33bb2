import type { Connector } from "../../../../db/connectors/connectors.ts";
import { textOrNull, textsIn } from "../../../text/unknown-values.ts";
import { SOURCES, type Source } from "../fields.ts";
import type { ContentChoice, FieldRule } from "./content-rules.ts";

/** What the options of a connector say of what is sent. */
export interface ContentOptions extends ContentChoice {
  /** The other languages; `null`: those of the platform, where it keeps several. */
  languages: readonly string[] | null;
  /** What pushes send; absent: everything. */
  sends: ReadonlySet<Source> | undefined;
}

export function contentOptionsOf({ syncOptions }: Pick<Connector, "syncOptions">): ContentOptions {
  const { language, languages, entity_id: entityId, push_fields: fields, field_map: rules } = syncOptions;
  const chosen = textsIn(fields);
  return {
    language: textOrNull(language),
    languages: Array.isArray(languages) ? textsIn(languages) : null,
    entityId: textOrNull(entityId),
    rules: Array.isArray(rules) ? (rules as FieldRule[]) : [], // as the schema of requests says
    sends: Array.isArray(fields) ? new Set(SOURCES.filter((source) => chosen.includes(source))) : undefined,
  };
}
