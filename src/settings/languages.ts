import type { Reader } from "../../db/ports.ts";
import { findSetting } from "../../db/settings/settings.ts";

/** The languages of a tenant's texts. */
export interface Languages {
  /** The language of the product rows themselves. */
  pivot: string;
  /** The languages that imports and exports take, the pivot among them. */
  enabled: string[];
}

export const LANGUAGES_SETTING = "languages";
const DEFAULT: Languages = { pivot: "fr", enabled: ["fr", "en", "de", "es", "it", "nl", "pt"] };

/** The languages as they are stored; `undefined` or `null` means a tenant that never set them. */
export const languagesOf = (setting: unknown): Languages =>
  // Only `setLanguages` writes it.
  (setting as Languages | null | undefined) ?? DEFAULT;

export const findLanguages = async (db: Reader): Promise<Languages> =>
  languagesOf(await findSetting(db, LANGUAGES_SETTING));

/** Differs whenever the languages do. */
export const languagesVersion = ({ pivot, enabled }: Languages): string => [pivot, ...enabled].join("-");
