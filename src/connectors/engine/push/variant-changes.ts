import { isSent } from "../fields.ts";
import type { PushItem, PushVariant } from "./push-item.ts";
import type { PushOutcome } from "./push-outcome.ts";

/** Whether a product goes with its variants. */
export const isVaried = (item: PushItem): boolean => item.variants.length > 0 && isSent(item, "variants");

/** A variant as a platform has it. */
export interface VariantThere {
  id: string;
  sku: string;
}

/** What becomes of the variants that a platform has of a product. */
export interface VariantChanges {
  made: readonly PushVariant[];
  changed: readonly { variant: PushVariant; id: string }[];
  /** Those that we made there and that are no longer here; what the owner of the shop has added stays. */
  gone: readonly string[];
}

/** Which variants are to be made, changed and removed: each goes by the id that it got, else by its SKU. */
export function variantChanges(
  { variants, parts }: Pick<PushItem, "variants" | "parts">,
  there: readonly VariantThere[],
): VariantChanges {
  const ids = new Set(there.map(({ id }) => id));
  const bySku = new Map(there.map(({ id, sku }) => [sku.toLowerCase(), id]));
  const idOf = ({ externalId, sku }: PushVariant) =>
    externalId !== null && ids.has(externalId) ? externalId : bySku.get(sku.toLowerCase());
  const known = variants.map((variant) => ({ variant, id: idOf(variant) }));
  const changed = known.filter((each): each is { variant: PushVariant; id: string } => each.id !== undefined);
  const taken = new Set(changed.map(({ id }) => id));
  return {
    made: known.filter(({ id }) => id === undefined).map(({ variant }) => variant),
    changed,
    gone: Object.values(parts.variants).filter((id) => ids.has(id) && !taken.has(id)),
  };
}

/** Whether a level is another one than the shop follows, or may be: of the others some may have been sold there meanwhile. */
export const isMovedLevel = ({
  stock,
  stockFrom = null,
  stockSent = null,
}: Pick<PushVariant, "stock" | "stockFrom" | "stockSent">) => stock !== stockFrom || stockSent !== null;

/** Whether a level is to be set, once it is known what the shop has: what is right there is left as it is. */
export const isDueLevel = ({ stock, stockFrom = null }: Pick<PushVariant, "stock" | "stockFrom">): boolean =>
  stock !== stockFrom;

/** The variants that are there and whose level is to be set. */
export const dueVariants = ({ variants }: Pick<PushItem, "variants">): PushVariant[] =>
  variants.filter((variant) => variant.externalId !== null && isDueLevel(variant));

/** The variants that are there and whose level has moved here, or is in doubt. */
export const movedVariants = ({ variants }: Pick<PushItem, "variants">): PushVariant[] =>
  variants.filter((variant) => variant.externalId !== null && isMovedLevel(variant));

/** What is said of a product that is one there and several here, or the other way round. */
export const refusedShape = (externalId: string | null, isVariedThere: boolean): string =>
  isVariedThere
    ? `The shop has its product ${externalId} with variants, and it has no variants here: delete it there, and the next push makes it again`
    : `The shop has its product ${externalId} without variants: delete it there, and the next push makes it again with them`;

/** Why a product is not sent that is one there and several here, or the other way round: it would be half sent. */
export function shapeProblem(item: PushItem, isVariedThere: boolean): string | undefined {
  if (!isSent(item, "variants") || isVaried(item) === isVariedThere) return undefined;
  return refusedShape(item.externalId, isVariedThere);
}

/** A product that is there without some of its variants, which were deleted there: the next push of products makes them again. */
export const withoutVariants = (
  { productId, externalId, externalItemId, parts }: PushItem,
  lost: readonly Pick<PushVariant, "variantId" | "sku" | "externalId">[],
): PushOutcome => {
  const ids = new Set(lost.map(({ variantId }) => variantId));
  return {
    ...{ productId, externalId: externalId ?? "", externalItemId },
    parts: {
      variants: Object.fromEntries(Object.entries(parts.variants).filter(([variantId]) => !ids.has(variantId))),
      images: parts.images,
    },
    remarks: lost.map(
      ({ sku, externalId: id }) =>
        `The shop no longer has the variant ${sku} (${id}): the next push of products makes it again`,
    ),
    lacks: "variants",
  };
};

/** What is said of a variant that was refused. */
export const variantRemark = ({ sku }: Pick<PushVariant, "sku">, why: string): string => `The variant ${sku}: ${why}`;
