import { describe, expect, test } from "bun:test";
import { column, many, names, skus, suggest } from "./columns.ts";

describe("what is no field", () => {
  test("ids of brands and categories", () => {
    const ids = many((index) => `${index + 1000}`);
    expect(suggest([skus, names, column("brand", ids), column("category", ids)]).mapping).toEqual({
      SKU: "sku",
      name: "name",
    });
  });

  test("what lies in an object of another kind is asked, what lies in the product's own is not", () => {
    const sizes = many((index) => `${index} m`);
    const { bases } = suggest(
      [
        column(
          "sku",
          many((index) => `A-${index}`),
        ),
        column(
          "details.name",
          many((index) => `Chair of oak ${index}`),
        ),
        column("font.size", sizes),
      ],
      true,
    );
    expect(bases).toEqual({ sku: "header", "details.name": "header", "font.size": "part_of_header" });
  });

  test("one code for all rows", () => {
    expect(
      suggest([
        column(
          "sku",
          many(() => "SKU"),
        ),
        names,
      ]).mapping,
    ).toEqual({ name: "name" });
  });

  test("a header that is a word of its own, where its values do not fit", () => {
    // A letter more and it were `height`.
    expect(
      suggest([
        skus,
        column(
          "weight",
          many(() => "0.0"),
        ),
      ]).mapping,
    ).toEqual({ SKU: "sku" });
  });

  test("the name of a property, and the code of another product", () => {
    const { mapping } = suggest(
      [
        column(
          "@id",
          many((index) => `A-${index}`),
        ),
        column(
          "name",
          many((index) => `Chair of oak ${index}`),
        ),
        column(
          "param.@name",
          many((index) => `Colour of chair ${index}`),
        ),
        column(
          "product_reference[similar].article_no",
          many((index) => `B-${index}`),
        ),
      ],
      true,
    );
    expect(mapping).toEqual({ "@id": "sku", name: "name" });
  });

  test("images whose addresses end in no format are taken where the header says so", () => {
    const addresses = (of: string) => many((index) => `https://cdn.example/${of}/${index}`);
    const { mapping } = suggest([
      skus,
      column("image", addresses("a")),
      column("image 2", addresses("b")),
      column("link", addresses("c")),
    ]);
    expect(mapping).toMatchObject({ image: "image_urls", "image 2": "image_urls" });
    expect(mapping).not.toHaveProperty("link");
  });
});
