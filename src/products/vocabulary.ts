import { vocabulary } from "../runtime/vocabulary.ts";
import { PRODUCT_MESSAGES } from "./messages.ts";

export const productsVocabulary = vocabulary({
  messages: PRODUCT_MESSAGES,
  audit: { actions: ["products.erased"], resources: [] },
  events: ["product.created", "product.updated", "product.deleted"],
});
