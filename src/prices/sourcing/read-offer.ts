import type { Reader } from "../../../db/ports.ts";
import { listOffers } from "../../../db/sourcing/offers.ts";
import { required } from "../../http/output/errors.ts";
import { findLiveProduct } from "../../products/changes/live-product.ts";
import { offerBody } from "./bodies.ts";

/** A product with everyone who sells it. Throws PRODUCT_NOT_FOUND. */
export async function withOffers(db: Reader, id: string) {
  const product = await findLiveProduct(db, id);
  return { product, offers: await listOffers(db, product.id) };
}

/** The link of a product to one supplier as the API shows it. Throws PRODUCT_NOT_FOUND and NOT_FOUND. */
export async function offerOf(db: Reader, productId: string, supplierId: string) {
  const { product, offers } = await withOffers(db, productId);
  const offer = offers.find((each) => each.supplierId === supplierId);
  return offerBody(required(offer, "product_supplier", supplierId), product);
}
