import type { Api } from "../requests/platform-api.ts";

/** A category as a platform has it. */
export interface ShopCategory {
  id: string;
  name: string;
  /** `null`: it is at the top. */
  parentId: string | null;
}

/** How categories of a platform are read and made. */
export interface CategoryTree {
  list(api: Api): Promise<ShopCategory[]>;
  /** Returns what the platform calls the new one. */
  make(api: Api, category: Omit<ShopCategory, "id">): Promise<string>;
  /** Renames or moves one; `before`: its name until now. Absent: it stays as it was made. */
  change?(api: Api, category: ShopCategory, before: string): Promise<void>;
}
