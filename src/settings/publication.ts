import { type Fields, setting, settingChange } from "../kit/setting.ts";

/** What a tenant asks of a product before it is published. */
export interface Publication {
  /** The least completeness score, 70 to 100. */
  minScore: number;
  /** Whether connectors and platform exports take published products only. */
  enforce: boolean;
}

const DEFAULT: Publication = { minScore: 70, enforce: false };
export const PUBLICATION = setting("publication", DEFAULT, ({ minScore, enforce }) => `${minScore}-${enforce}`);
export const { find: findPublication } = PUBLICATION;

/** Sets what publication asks for; what is absent stays. Throws PRECONDITION_FAILED. */
export const setPublication = settingChange("settings.set-publication", PUBLICATION, {
  apply: (before, { minScore, enforce }: Fields<Publication>) => ({
    minScore: minScore ?? before.minScore,
    enforce: enforce ?? before.enforce,
  }),
});
