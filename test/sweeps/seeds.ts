import type { newTenant } from "../harness.ts";
import { TEST_FAMILIES } from "./test-families.ts";

/** What a family's seed is made with. */
export interface SeedContext {
  tenant: Awaited<ReturnType<typeof newTenant>>;
  /**
   * A word that no other tenant has. Put it into every text of the tenant: names, titles, notes. Not into what callers send
   * back to name a resource (ids, references, slugs, e-mail addresses), which answers may repeat.
   */
  canary: string;
  /** What the seeds before made, by the names below. */
  ids: Record<string, string>;
}

/** What a family puts into a tenant, so that every operation has something to work on. */
export interface Seed {
  /**
   * Makes one resource of each kind through the API and answers how to name it: by the parameter's name (`brand_id`), or by
   * the segment before it too where families share a name (`archive/job_id`). A body's `brand_ids` and `brand_id` are one.
   */
  make: (context: SeedContext) => Promise<Record<string, string>>;
  /**
   * Values that belong to no tenant, such as a language or a platform's name, by the same names: every tenant may send
   * them.
   */
  shared?: Record<string, string>;
  /** Bodies that an operation's schema alone does not describe, by operationId. */
  bodies?: (ids: Record<string, string>) => Record<string, unknown>;
}

/** Every family's seed. A later one may use what an earlier one made. */
export const SEEDS: Seed[] = TEST_FAMILIES.flatMap(({ seed }) => seed ?? []);

/**
 * Fields that look like an id of the tenant's resources and are not, or of resources that nothing can make yet, each with
 * the reason.
 */
export const FREE_FIELDS: Record<string, string> = {
  external_id: "the caller's own name for a product",
  order_id: "the shop's own name for an order",
  resource_id: "the audit log's: any text",
  tag_id: "tags come with their family",
  template_id: "EAN-ASIN templates are counted for each tenant; paths name templates of imports",
};

/** Operations that answer everyone the same about an id of any tenant, each with the reason. */
export const ANSWERS_ANYONE: Record<string, string> = {
  getMediaFile: "shops fetch images without a credential; the id is random",
  lookUpEan: "any code may be looked up; another tenant's product is not found",
};
