/** What an example asks. A text may hold what an earlier one was answered: `{createBrand.id}`. */
export interface Received {
  path?: Record<string, string>;
  query?: Record<string, string | number | boolean>;
  body?: unknown;
}
export type Step = [operationId: string, asked?: Received];

/** A body. */
export const body = (value: unknown): Received => ({ body: value });
/** What a path names, and a body. */
export const of = (path: Record<string, string>, value?: unknown): Received =>
  value === undefined ? { path } : { path, body: value };

export const PRODUCT = { product_id: "{createProduct.id}" };
/** Another product than `createProduct` made: the newest when it is requested first. */
export const OTHER = "{listProducts.items.0.id}";
export const GIF = "GIF89a\u0001\0\u0001\0\0\0\0,\0\0\0\0\u0001\0\u0001\0\0\u0002\u0002D\u0001\0;";
export const PDF = "%PDF-1.4\n%%EOF\n";
/** Two rows, and two with a slip in the EAN: those wait for a decision. */
export const FILE =
  "ean,sku,name,price\n4006381333931,STA-308,Fineliner 0.4 mm,1.80\n3086123456783,BIC-4C,Four-colour pen,2.95\n" +
  "4006381333930,NEW-1,Highlighter,1.20\n3086123456784,NEW-2,Eraser,0.90\n";
export const MAPPING = { ean: "ean", sku: "sku", name: "name" };
export const IMPORT = { import_id: "{uploadImport.id}" };
