import type { Reader } from "../../db/ports.ts";
import { findSetting } from "../../db/settings/settings.ts";

/** What a tenant asks of a product before it is published. */
export interface Publication {
  /** The least completeness score, 70 to 100. */
  minScore: number;
  /** Whether connectors and platform exports take published products only. */
  enforce: boolean;
}

export const PUBLICATION_SETTING = "publication";
const DEFAULT: Publication = { minScore: 70, enforce: false };

export const findPublication = async (db: Reader): Promise<Publication> =>
  // Only `setPublication` writes it.
  ((await findSetting(db, PUBLICATION_SETTING)) as Publication | undefined) ?? DEFAULT;

/** Differs whenever the setting does. */
export const publicationVersion = ({ minScore, enforce }: Publication): string => `${minScore}-${enforce}`;

export const publicationBody = ({ minScore, enforce }: Publication) => ({ min_score: minScore, enforce });
