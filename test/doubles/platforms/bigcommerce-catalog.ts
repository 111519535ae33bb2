import type { Reply } from "../shops.ts";
import { operationOf, requestFault } from "./bigcommerce-bodies.ts";
import { bigcommerceBrands } from "./bigcommerce-brands.ts";
import type { Product, Row, Value, Variant } from "./bigcommerce-rows.ts";
import { BAD, type Shelf, WHY } from "./platform.ts";

interface Asked {
  query: URLSearchParams;
  body: unknown;
  ids: number[];
}

const refusal = (title: string, status = 422): Reply => ({ status, json: { status, title } });
const NONE = refusal("not found", 404);
const LOST = refusal("The image could not be fetched");
const EMPTY: Reply = { status: 204, text: "" };
const done = (data: unknown, meta: object = {}): Reply => ({ json: { data, meta } });
const rowsIn = (value: unknown): Row[] => [value ?? []].flat() as Row[];

/**
 * The catalog of a BigCommerce store: products with their options, variants and images. It takes what the published description
 * has and refuses the rest. `refusesFile`: the address of a picture that it cannot have.
 */
export function bigcommerceCatalog({ refusesFile = /nothing/, shelf }: { refusesFile?: RegExp; shelf?: Shelf } = {}) {
  const products = new Map<number, Product>();
  const brands = bigcommerceBrands();
  let next = 100;
  const isLost = (row: Row) => refusesFile.test(String(row["image_url"] ?? ""));
  const allVariants = () =>
    [...products.values()].flatMap((product) => product.variants.map((each) => ({ ...each, product_id: product.id })));
  /** The one of a list, which is made where it is not there. */
  const among = <T>(all: T[], isIt: (each: T) => boolean, make: () => T): T => {
    const known = all.find(isIt);
    if (known === undefined) all.push(make());
    return known ?? (all.at(-1) as T);
  };
  const optionIn = ({ options }: Product, name: string) =>
    among(
      options,
      (each) => each.display_name === name,
      () => ({ id: next++, display_name: name, option_values: [] }),
    );
  const valueIn = ({ option_values: values }: Product["options"][number], label: string) =>
    among(
      values,
      (each) => each.label === label,
      () => ({ id: next++, label }),
    );

  function putImages(product: Product, images: Row[]): void {
    for (const { id, image_url: url, ...more } of images) {
      const known = product.images.find((each) => each.id === id);
      if (known) Object.assign(known, more);
      else product.images.push({ id: next++, url_standard: url, ...more });
    }
  }

  function make({ body }: Asked): Reply {
    const { images, variants, ...own } = body as Row & { sku: string };
    if (own.sku === BAD) return refusal(WHY);
    if ([...products.values()].some(({ sku }) => sku === own.sku))
      return refusal("The product sku is a duplicate", 409);
    if (rowsIn(images).some(isLost)) return LOST;
    const id = shelf ? Number(shelf.make(own.sku)) : next++;
    const product: Product = { ...own, id, variants: [], options: [], images: [] };
    products.set(id, product);
    putImages(product, rowsIn(images));
    for (const { option_values: values, ...variant } of rowsIn(variants)) {
      const chosen = (values as Value[]).map(({ option_display_name: name, label }) => {
        const option = optionIn(product, name);
        return { ...{ id: valueIn(option, label).id, option_id: option.id }, option_display_name: name, label };
      });
      product.variants.push({
        sale_price: null,
        ...variant,
        id: next++,
        sku: String(variant["sku"]),
        option_values: chosen,
      });
    }
    if (product.variants.length === 0) product.variants.push({ id: next++, sku: own.sku, option_values: [] });
    const { variants: _, options: _options, ...shown } = product;
    return done(shown);
  }

  function change(product: Product | undefined, row: Row): Reply | undefined {
    if (!product) return NONE;
    if (row["sku"] === BAD) return refusal(WHY);
    const { images, ...own } = row;
    if (rowsIn(images).some(isLost)) return LOST;
    Object.assign(product, own);
    putImages(product, rowsIn(images));
    return undefined;
  }

  function changeAll({ body }: Asked): Reply {
    const all = body as (Row & { id: number })[];
    if (all.length > 10) return refusal("Ten at most");
    const missing = all.some(({ id }) => !products.has(id));
    const refused = missing ? NONE : all.map((each) => change(products.get(each.id), each)).find((each) => each);
    return refused ?? done(all);
  }

  /** What is answered of products: all, or some fields, with their variants where they are asked for. */
  function list({ query }: Asked): Reply {
    const ids = query.get("id:in")?.split(",").map(Number);
    const skus = query.get("sku:in")?.split(",");
    const found = [...products.values()].filter(
      ({ id, sku }) => (ids?.includes(id) ?? true) && (skus?.includes(sku) ?? true),
    );
    const data = found.map(({ variants, options, images: _, brand_name: brand, ...own }) => ({
      ...{ ...own, brand_id: brands.idOf(brand), base_variant_id: options.length > 0 ? null : variants[0]?.id },
      ...(query.get("include") === "variants" && { variants }),
    }));
    return done(data, { pagination: { total_pages: 1, current_page: 1 } });
  }

  /** A variant names a value of each option of its product, and no other variant the same ones. */
  function variantFault(product: Product, { id, option_values: values }: Row): Reply | undefined {
    const chosen = rowsIn(values) as unknown as Value[];
    const key = (some: readonly Value[]) =>
      some
        .map((each) => each.id)
        .toSorted((one, other) => one - other)
        .join();
    const isWhole = product.options.every((option) =>
      chosen.some((each) => each.option_id === option.id && option.option_values.some((known) => known.id === each.id)),
    );
    if (!isWhole || chosen.length !== product.options.length) return refusal("One value of each option is needed");
    const isTaken = product.variants.some((each) => each.id !== id && key(each.option_values) === key(chosen));
    return isTaken ? refusal("A variant with these values exists", 409) : undefined;
  }

  const productAt = ({ ids: [id = 0] }: Asked) => products.get(id);
  const on = (asked: Asked, act: (product: Product) => Reply): Reply => {
    const product = productAt(asked);
    return product ? act(product) : NONE;
  };
  const variantAt = (asked: Asked, act: (variant: Variant, product: Product) => Reply): Reply =>
    on(asked, (product) => {
      const variant = product.variants.find((each) => each.id === asked.ids[1]);
      return variant ? act(variant, product) : NONE;
    });

  const ANSWERS: Record<string, (asked: Asked) => Reply> = {
    "GET /catalog/products": list,
    "POST /catalog/products": make,
    "PUT /catalog/products": changeAll,
    "PUT /catalog/products/{product_id}": (asked) => change(productAt(asked), asked.body as Row) ?? done(asked.body),
    "GET /catalog/products/{product_id}/images": (asked) => on(asked, ({ images }) => done(images)),
    "POST /catalog/products/{product_id}/images": (asked) =>
      on(asked, (product) => {
        if (isLost(asked.body as Row)) return LOST;
        putImages(product, [asked.body as Row]);
        return done(product.images.at(-1));
      }),
    "DELETE /catalog/products/{product_id}/images/{image_id}": (asked) =>
      on(asked, (product) => {
        product.images = product.images.filter(({ id }) => id !== asked.ids[1]);
        return EMPTY;
      }),
    "GET /catalog/brands": ({ query }) => done(brands.list(query)),
    "GET /catalog/variants": ({ query }) => {
      const ids = query.get("product_id:in")?.split(",").map(Number);
      return done(
        allVariants().filter((each) => ids?.includes(each.product_id) ?? true),
        { pagination: { total_pages: 1 } },
      );
    },
    "PUT /catalog/variants": ({ body }) => {
      const rows = body as (Row & { id: number })[];
      const known = [...products.values()].flatMap(({ variants }) => variants);
      if (rows.length > 50 || rows.some(({ id }) => !known.some((each) => each.id === id)))
        return refusal("batch_errors");
      for (const row of rows) Object.assign(known.find((each) => each.id === row.id) ?? {}, row);
      return done(rows);
    },
    "POST /catalog/products/{product_id}/variants": (asked) =>
      on(asked, (product) => {
        const row = asked.body as Row & { sku: string; option_values: Value[] };
        const isTaken = allVariants().some(({ sku }) => sku === row.sku);
        const fault = isTaken ? refusal("The sku is taken", 409) : variantFault(product, row);
        if (fault) return fault;
        const made = { ...row, id: next++ };
        product.variants.push(made);
        return done(made);
      }),
    "PUT /catalog/products/{product_id}/variants/{variant_id}": (asked) =>
      variantAt(asked, (variant, product) => {
        const changed = { ...variant, ...(asked.body as Row) };
        return variantFault(product, changed) ?? done(Object.assign(variant, changed));
      }),
    "DELETE /catalog/products/{product_id}/variants/{variant_id}": (asked) =>
      variantAt(asked, (variant, product) => {
        product.variants = product.variants.filter((each) => each !== variant);
        return EMPTY;
      }),
    "POST /catalog/products/{product_id}/variants/{variant_id}/image": (asked) =>
      variantAt(asked, (variant) => {
        if (isLost(asked.body as Row)) return LOST;
        return done(Object.assign(variant, asked.body));
      }),
    "POST /catalog/products/{product_id}/options": (asked) =>
      on(asked, (product) => {
        const { display_name: name, option_values: values } = asked.body as Row & { option_values: Row[] };
        if (product.options.some((each) => each.display_name === name)) return refusal("The option exists", 409);
        const option = optionIn(product, String(name));
        for (const { label } of values) valueIn(option, String(label));
        return done(option);
      }),
    "POST /catalog/products/{product_id}/options/{option_id}/values": (asked) =>
      on(asked, ({ options }) => {
        const option = options.find(({ id }) => id === asked.ids[1]);
        return option ? done(valueIn(option, String((asked.body as Row)["label"]))) : NONE;
      }),
    "DELETE /catalog/products/{product_id}/options/{option_id}/values/{value_id}": (asked) =>
      on(asked, ({ options, variants }) => {
        const [, optionId, valueId] = asked.ids;
        if (variants.some((each) => each.option_values.some(({ id }) => id === valueId)))
          return refusal("It is in use");
        const option = options.find(({ id }) => id === optionId);
        if (option) option.option_values = option.option_values.filter(({ id }) => id !== valueId);
        return EMPTY;
      }),
  };

  /** What tests have put on the shelf, or taken from it. */
  function follow({ products: shelved }: Shelf): void {
    for (const [id, sku] of shelved) {
      if (products.has(Number(id))) continue;
      const variants = [{ id: next++, sku, option_values: [] }];
      products.set(Number(id), { id: Number(id), sku, variants, options: [], images: [] });
    }
    for (const id of [...products.keys()]) if (!shelved.has(String(id))) products.delete(id);
  }

  /** What is answered of the catalog; `undefined`: it is asked for something else. */
  const reply = (method: string, path: string, query: URLSearchParams, body: unknown): Reply | undefined => {
    if (shelf) follow(shelf);
    const operation = operationOf(method, path);
    if (operation === undefined) return undefined;
    const fault = requestFault(operation, query, body);
    if (fault !== undefined) return refusal(fault);
    const ids = [...path.matchAll(/\/(\d+)(?=\/|$)/g)].map(([, id]) => Number(id));
    return ANSWERS[operation]?.({ query, body, ids });
  };
  return { products, reply };
}
