import { mutation } from "../../../db/ports.ts";
import { moveBrandAlerts } from "../../../db/price-alerts/alerts.ts";
import { deleteCount } from "../../../db/products/owned.ts";
import { noteAudit } from "../../audit/note-audit.ts";
import { unknownReference } from "../../http/input/fields.ts";
import { invalidBody } from "../../http/output/errors.ts";
import { reassignProducts } from "../../products/changes/reassign-products.ts";
import { Brand } from "./brand.ts";

interface BrandMerging {
  id: string;
  /** The brands that end. */
  sourceIds: string[];
}

/**
 * Gives the products and price alerts of other brands this one and deletes those brands; at most 500 products at a time.
 * Returns the brands that are left to be merged: call it with them until there are none. Throws NOT_FOUND, and
 * VALIDATION_FAILED for unknown sources.
 */
export const mergeBrands = mutation(
  "brands.merge",
  async (tx, { id, sourceIds }: BrandMerging, context): Promise<{ moved: number; left: string[] }> => {
    await Brand.require(tx, id);
    const own = sourceIds.indexOf(id);
    if (own >= 0) {
      throw invalidBody([{ field: `source_ids.${own}`, type: "invalid_value", key: "reference.itself" }]);
    }
    const sources = await Promise.all(sourceIds.map((sourceId) => Brand.table.find(tx, sourceId)));
    const unknown = sources.flatMap((source, index) => (source ? [] : `source_ids.${index}`));
    if (unknown.length > 0) throw unknownReference(...unknown);
    let moved = 0;
    for (const [index, source] of sources.entries()) {
      if (!source) continue;
      const outcome = await reassignProducts(tx, "brand", { from: source.id, to: id }, context);
      moved += outcome.moved;
      if (outcome.more) return { moved, left: sourceIds.slice(index) };
      await moveBrandAlerts(tx, { from: source.id, to: id });
      await Brand.table.erase(tx, source.id);
      await deleteCount(tx, source.id);
      await noteAudit(tx, context, "brand.merged", id, { merged: source.id, name: source.name });
      // One brand's products are enough for one transaction.
      if (outcome.moved > 0) return { moved, left: sourceIds.slice(index + 1) };
    }
    return { moved, left: [] };
  },
);
