import type { Reader } from "../../../db/ports.ts";
import {
  findByReference,
  findMachineProduct,
  findMachineProductById,
  type MachineProduct,
} from "../../../db/products/machine-products.ts";
import { required } from "../../http/output/errors.ts";
import { eanOf } from "../../products/fields/ean.ts";

/** The live product that has this reference or, when none has, this EAN. Throws PRODUCT_NOT_FOUND. */
export async function findByRef(db: Reader, ref: string): Promise<MachineProduct> {
  const byReference = await findByReference(db, ref);
  if (byReference) return byReference;
  const code = eanOf(ref);
  return required(code && (await findMachineProduct(db, code.gtin14)), "product", ref);
}

/** The product that a change has left. Throws PRODUCT_NOT_FOUND when it is already deleted. */
export const findSynced = async (db: Reader, { id }: { id: string }): Promise<MachineProduct> =>
  required(await findMachineProductById(db, id), "product", id);
