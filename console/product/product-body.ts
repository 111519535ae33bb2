import type { Loaded } from "../api/use-call.ts";

/** A product as its page has it. */
export type ProductBody = Record<string, unknown> & { id: string; title: string };

/** What the parts of the page are given: the product as it was read last. */
export interface PartProps {
  product: ProductBody;
  loaded: Loaded<ProductBody>;
}
