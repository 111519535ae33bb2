import type { Reader } from "../../../db/ports.ts";
import type { FieldProblem } from "../../http/output/errors.ts";
import { nameKey } from "../../text/name-key.ts";
import type { ProductExport } from "../tables/product-table.ts";
import { type PlannedProfile, planProfile } from "./plan.ts";
import { ExportProfile, type ProfileRecord } from "./profile.ts";

/** How a request names a profile, and what else it asks for. */
export interface ProfileRequest {
  profile_id?: string;
  /** By its name. */
  profile?: string;
}

/** What a profile decides by itself. */
const DECIDED = [
  "include_fields",
  "exclude_fields",
  "language",
  "languages",
  "price_channel",
  "include_relations",
] as const;

const unknown = (field: string): { problems: FieldProblem[] } => ({
  problems: [{ field, type: "invalid_value", key: "validation.unknown_reference" }],
});

/** The profile that a request names, by id or by name; `undefined`: it names none. */
export async function findProfile(
  db: Reader,
  request: ProfileRequest & Readonly<Record<string, unknown>>,
): Promise<ProfileRecord | { problems: FieldProblem[] } | undefined> {
  const { profile_id: id, profile: name } = request;
  if (id === undefined && name === undefined) return undefined;
  const decided = DECIDED.filter((field) => request[field] !== undefined && request[field] !== false);
  if (decided.length > 0) {
    return { problems: decided.map((field) => ({ field, type: "invalid_value", key: "exports.profile_decides" })) };
  }
  const byName =
    name === undefined ? undefined : (await ExportProfile.table.findBy(db, "name_key", [nameKey(name)]))[0];
  if (name !== undefined && (!byName || (id !== undefined && id !== byName.id))) return unknown("profile");
  return byName ?? (await ExportProfile.table.find(db, id ?? "")) ?? unknown("profile_id");
}

/** What is exported by a planned profile. */
export const exportOf = ({ plan, filter, order }: PlannedProfile): ProductExport => ({
  filter,
  language: null,
  fields: [],
  offset: 0,
  limit: null,
  profile: plan,
  ...(order && { order }),
});

/** What a stored profile exports now: languages, rates and what it names may have changed since. Filters narrow its own. */
export async function exportOfProfile(
  db: Reader,
  profile: ProfileRecord,
  filters: Readonly<Record<string, unknown>>,
): Promise<ProductExport | { problems: FieldProblem[] }> {
  const planned = await planProfile(db, { ...profile, filters: { ...profile.filters, ...filters } });
  return "problems" in planned ? planned : exportOf(planned);
}
