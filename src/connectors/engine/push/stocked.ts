import type { PushItem, PushVariant } from "./push-item.ts";
import { movedVariants } from "./variant-changes.ts";

/** What has a level of its own on a platform: a product without variants, or a variant of one. */
export interface Stocked extends Pick<PushItem, "productId" | "externalId" | "externalItemId"> {
  variant?: Pick<PushVariant, "variantId" | "externalId">;
}

/** Names what has a level, among those of all products. */
export const stockedKey = ({ productId, variant }: Stocked): string =>
  variant ? `${productId} ${variant.variantId}` : productId;

/** The platform's id of a variant, else of the product. */
export const idThere = ({ externalId, variant }: Stocked): string | null => (variant ? variant.externalId : externalId);

/** Products without variants, and variants, where a platform is asked for them apart. */
export function apartOf(stocked: readonly Stocked[]): { plain: Stocked[]; variants: Stocked[] } {
  return {
    plain: stocked.filter(({ variant }) => variant === undefined),
    variants: stocked.filter(({ variant }) => variant !== undefined),
  };
}

/** What of a product has a level to set: itself, or those of its variants that are there and have moved. */
export function stockedIn(item: PushItem): (Stocked & Leveled)[] {
  const { productId, externalId, externalItemId, stock, stockFrom = null, stockSent = null } = item;
  const there = { productId, externalId, externalItemId };
  if (item.variants.length === 0) return [{ ...there, stock, stockFrom, stockSent }];
  return movedVariants(item).map((variant) => ({
    ...there,
    ...{ stock: variant.stock, stockFrom: variant.stockFrom ?? null, stockSent: variant.stockSent ?? null },
    variant,
  }));
}

/** A level as it is here, and what is known of it there. */
export type Leveled = Pick<PushVariant, "stock" | "stockFrom" | "stockSent">;

/** A level after a change: it stops at 0, unless the shop has sold more than it had. */
export const levelAfter = (level: number, by: number): number => Math.max(Math.min(0, level), level + by);
