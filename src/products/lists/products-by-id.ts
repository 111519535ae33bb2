import { listProductsById } from "../../../db/products/lists/list.ts";
import type { Expansion } from "../../http/input/expand.ts";
import { VIEW } from "../policies.ts";
import { listItem } from "../views/product-body.ts";

/** Gives live products to answers that name them by id, as lists show them. */
export const productsById: Expansion = {
  rights: VIEW,
  find: async (db, ids) =>
    new Map((await listProductsById(db, ids)).map(listItem).map((product) => [product.id, product])),
};
