import { setting } from "../kit/setting.ts";

/** The languages of a tenant's texts. */
export interface Languages {
  /** The language of the product rows themselves. */
  pivot: string;
  /** The languages that imports and exports take, the pivot among them. */
  enabled: string[];
}

const DEFAULT: Languages = { pivot: "fr", enabled: ["fr", "en", "de", "es", "it", "nl", "pt"] };
export const LANGUAGES = setting("languages", DEFAULT, ({ pivot, enabled }) => [pivot, ...enabled].join("-"));
export const { find: findLanguages } = LANGUAGES;

/** The languages as they are stored; `undefined` or `null` means a tenant that never set them. */
export const languagesOf = (stored: unknown): Languages =>
  // Only `setLanguages` writes it.
  (stored as Languages | null | undefined) ?? DEFAULT;
