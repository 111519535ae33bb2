import { expect, test } from "bun:test";
import { parse } from "csv-parse/sync";
import { asObjects, readProducts } from "../../bench/file-products.ts";

const FILE = `sku,name,price,stock
S1,"Table, ""oak""\nand more",12.50,3
S2,,0,0
S3,"",1,"7"
`;

test("the benchmark's own reader reads CSV as a whole parser does", () => {
  const [columns, ...rows] = parse(FILE) as string[][]; // without a header option: arrays of texts
  expect(readProducts(FILE)).toEqual({ columns: columns ?? [], rows });
});

test("columns of numbers become numbers", () => {
  expect(asObjects(readProducts(FILE))[0]).toEqual({
    sku: "S1",
    name: 'Table, "oak"\nand more',
    price: 12.5,
    stock: 3,
  });
});
