import { member, textOf } from "../../engine/platform-values.ts";
import type { Api } from "../../engine/requests/platform-api.ts";
import { provesRight } from "../write-right.ts";
import { fieldOf, hashOf, search, sync } from "./shopware-call.ts";

// Source: https://github.com/shopware/core, EntityWriteGateway and AclWriteValidator: rights are looked at for all of a request, then it
// is carried out as one transaction
const NO_PRODUCTS = "The integration may not write products: give its role products: view, edit and create.";
/** An id that no product has. */
const NEW = hashOf("catalogd asks whether it may write");

/**
 * Proves that products may be changed and made, by a request that sets a product as it is and makes another one with its number: the
 * shop refuses the number, and so the whole request, once it has looked at the rights. A shop without products is not asked.
 */
export async function provesWriting(api: Api): Promise<void> {
  const includes = { product: ["id", "productNumber"] };
  const [known] = await search(api, "product", { limit: 1, includes });
  const [id, productNumber] = [textOf(member(known, "id")), textOf(fieldOf(known, "productNumber"))];
  if (id === undefined || productNumber === undefined) return;
  // A variant needs no more than its number and its stock.
  const payload = [
    { id, productNumber },
    { id: NEW, parentId: id, productNumber, stock: 0 },
  ];
  await provesRight(() => sync(api, [{ entity: "product", action: "upsert", payload }]), NO_PRODUCTS);
}
