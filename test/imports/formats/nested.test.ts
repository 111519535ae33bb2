import { describe, expect, test } from "bun:test";
import { encoded } from "../reading/files.ts";
import { readFile, refusalOf } from "./packages.ts";

const PEN = { ean: "4006381333931", name: "Pen" };
const INK = { ean: "3400949497294", name: "Ink" };
const json = (value: unknown) => JSON.stringify(value);

describe("JSON", () => {
  test.each([
    ["an array", json([PEN, INK])],
    ["an array in an object", json({ count: 2, products: [PEN, INK] })],
    ["an array deep inside", json({ status: "ok", data: { page: 1, result: { items: [PEN, INK] } } })],
    ["an array behind another one of less", json({ currencies: [{ code: "EUR" }], products: [PEN, INK] })],
    ["one object a line", `${json(PEN)}\n\n${json(INK)}\n`],
  ])("S37.2 finds the products in %s", async (_, text) => {
    for (const chunkBytes of [3, 65_536]) {
      const { columns, rows, numbers } = await readFile("list.json", text, { chunkBytes });
      expect(columns).toEqual(["ean", "name"]);
      expect(rows).toEqual([PEN, INK]);
      expect(numbers).toEqual([1, 2]);
    }
  });

  test("S37.2 names nested fields by dotted columns, and writes lists as one text", async () => {
    const product = {
      ...PEN,
      price: { amount: 1.5, currency: "EUR" },
      tags: ["a", "b|c"],
      images: [{ url: "https://x/1.jpg" }, { url: "https://x/2.jpg" }],
      options: [
        { name: "Colour", value: "red" },
        { name: "Size", value: 3 },
      ],
      sold: true,
      nothing: null,
      none: [],
    };
    const { rows } = await readFile("list.json", json([product, INK]));
    expect(rows[0]).toEqual({
      ...PEN,
      "price.amount": "1.5",
      "price.currency": "EUR",
      tags: "a|b\\|c",
      "images.url": "https://x/1.jpg|https://x/2.jpg",
      "options.Colour": "red",
      "options.Size": "3",
      sold: "true",
    });
  });

  test("keeps all digits of long numbers, with one object a line too", async () => {
    const text = (id: string) => `{"id":${id},"ean":3400949497294,"name":"A"}`;
    for (const content of [`[${text("12345678901234567890")}]`, `${text("12345678901234567890")}\n${text("1")}`]) {
      const { rows } = await readFile("list.json", content);
      expect(rows[0]).toEqual({ id: "12345678901234567890", ean: "3400949497294", name: "A" });
    }
  });

  test("takes the variants of a product as rows when they have the codes", async () => {
    const variants = [
      { barcode: PEN.ean, price: 1 },
      { barcode: INK.ean, price: 2 },
    ];
    const { rows, columns } = await readFile("list.json", json({ products: [{ title: "Pen", variants }] }));
    expect(columns).toEqual(["title", "variants.barcode", "variants.price"]);
    expect(rows).toEqual([
      { title: "Pen", "variants.barcode": PEN.ean, "variants.price": "1" },
      { title: "Pen", "variants.barcode": INK.ean, "variants.price": "2" },
    ]);
  });

  test("takes members of any name for what they are", async () => {
    const { rows } = await readFile("list.json", '[{"ean":"1","__proto__":{"x":"y"},"constructor":"z"},{"ean":"2"}]');
    expect(rows[0]).toEqual({ ean: "1", "__proto__.x": "y", constructor: "z" });
  });
});

const xml = (inner: string) => `<?xml version="1.0"?><list>${inner}</list>`;

describe("XML", () => {
  test("S37.2 takes the element that is repeated most; attributes are columns of their own", async () => {
    const text = xml(
      [
        '<shop id="7"><name>Demo</name></shop>',
        '<product id="1"><ean>4006381333931</ean><name><![CDATA[Pen & <ink>]]></name><price currency="EUR">1.50</price>',
        '<image src="a.jpg"/><image src="b.jpg"/></product>',
        '<product id="2"><ean>3400949497294</ean><name>A &amp; B &#233;</name><tag>x</tag><tag>y</tag></product>',
      ].join(""),
    );
    for (const chunkBytes of [1, 65_536]) {
      const { rows, numbers } = await readFile("list.xml", text, { chunkBytes });
      expect(rows).toEqual([
        {
          "@id": "1",
          ean: "4006381333931",
          name: "Pen & <ink>",
          "price.@currency": "EUR",
          price: "1.50",
          "image.@src": "a.jpg|b.jpg",
        },
        { "@id": "2", ean: "3400949497294", name: "A & B é", tag: "x|y" },
      ]);
      expect(numbers).toEqual([1, 2]);
    }
  });

  test.each(["utf-8", "utf-16le", "utf-16be", "iso-8859-15", "windows-1252"])(
    "reads %s as it is declared",
    async (encoding) => {
      const mark = encoding.startsWith("utf-16") ? "\ufeff" : "";
      const text = `${mark}<?xml version="1.0" encoding="${encoding}"?><l><p><n>Crème €</n><e>1</e></p><p><n>B</n><e>2</e></p></l>`;
      const { rows } = await readFile("list.xml", encoded(text, encoding));
      expect(rows[0]).toEqual({ n: "Crème €", e: "1" });
    },
  );

  test("marks what comes in several languages and of several kinds", async () => {
    const text = xml(
      '<p><n lang="fr">Stylo</n><n lang="eng">Pen</n><price type="net">1</price><price type="gross">2</price></p><p><n lang="fr">Encre</n></p>',
    );
    const { rows, suggestedMapping } = await readFile("list.xml", text);
    expect(rows[0]).toEqual({ "n[fr]": "Stylo", "n[en]": "Pen", "price[net]": "1", "price[gross]": "2" });
    expect(suggestedMapping).not.toBeEmptyObject();
  });

  test("takes packs as rows, with the name of their parent, when they have the codes", async () => {
    const pack = (code: string, price: string) => `<Pack GTIN="${code}"><PublicPrice>${price}</PublicPrice></Pack>`;
    const text = xml(
      [
        `<Medicine><Name>Aspirin 100</Name><Company>Bayer</Company><Packs>${pack("3400949497294", "1.20")}${pack("3400949497706", "3.40")}</Packs></Medicine>`,
        `<Medicine><Name>Ibuprofen</Name><Company>Teva</Company><Packs>${pack("4006381333931", "2.10")}</Packs></Medicine>`,
        "<Medicine><Name>None</Name></Medicine>",
      ].join(""),
    );
    const { rows, suggestedMapping } = await readFile("list.xml", text);
    expect(rows).toEqual([
      { Name: "Aspirin 100", Company: "Bayer", "Packs.Pack.@GTIN": "3400949497294", "Packs.Pack.PublicPrice": "1.20" },
      { Name: "Aspirin 100", Company: "Bayer", "Packs.Pack.@GTIN": "3400949497706", "Packs.Pack.PublicPrice": "3.40" },
      { Name: "Ibuprofen", Company: "Teva", "Packs.Pack.@GTIN": "4006381333931", "Packs.Pack.PublicPrice": "2.10" },
      { Name: "None" },
    ]);
    expect(suggestedMapping).toMatchObject({
      Name: "name",
      "Packs.Pack.@GTIN": "ean",
      "Packs.Pack.PublicPrice": "price",
    });
  });

  test("passes over a document type that is only named, and fetches nothing", async () => {
    const text = '<!DOCTYPE l SYSTEM "http://localhost:1/never.dtd"><l><p><n>A</n></p><p><n>B</n></p></l>';
    expect((await readFile("list.xml", text)).rows).toEqual([{ n: "A" }, { n: "B" }]);
  });

  test("passes over declarations of elements and of parts of declarations, as BMEcat 1.2 extends itself with", async () => {
    const own = `<!DOCTYPE l SYSTEM "l.dtd" [<!ENTITY % MORE "(x?)"> <!ELEMENT x (#PCDATA)>]>`;
    const rows = [{ n: "A" }, { n: "B" }];
    expect((await readFile("list.xml", `${own}<l><p><n>A</n></p><p><n>B</n></p></l>`)).rows).toEqual(rows);
  });

  test("takes the one product of a catalog of many groups", async () => {
    const groups = Array.from({ length: 50 }, (_, id) => `<GROUP><ID>${id}</ID><NAME>G</NAME><ORDER>1</ORDER></GROUP>`);
    const article = "<ARTICLE><SUPPLIER_AID>A-1</SUPPLIER_AID><NAME>Tool</NAME></ARTICLE>";
    const { rows } = await readFile("list.xml", `<BMECAT><T>${groups.join("")}${article}</T></BMECAT>`);
    expect(rows).toEqual([{ SUPPLIER_AID: "A-1", NAME: "Tool" }]);
  });

  test("refuses a document type that declares entities, and unknown entities", async () => {
    for (const entity of ['a "b"', 'a SYSTEM "file:///etc/passwd"', '% a SYSTEM "http://localhost:1/a.dtd"']) {
      const declared = `<!DOCTYPE l [<!ENTITY ${entity}>]><l><p><n>A</n></p><p><n>B</n></p></l>`;
      expect((await refusalOf("list.xml", declared)).code).toBe("xml_doctype");
    }
    expect((await refusalOf("list.xml", "<l><p><n>caf&eacute;</n></p></l>")).code).toBe("xml_entity");
  });
});

describe("the records of a file", () => {
  const product = (sku: string) => `<product><sku>${sku}</sku><name>Pen ${sku}</name></product>`;
  const classes = '<group id="1"><name>Pens</name></group><group id="2"><name>Inks</name></group>';

  test.each([
    [
      "below a root with attributes of its own",
      `<products count="2" date="20260101">${product("A")}${product("B")}</products>`,
      ["A", "B"],
    ],
    [
      "inside an item that comes once",
      `<catalog><item lang="en" id="1">${product("A")}${product("B")}</item></catalog>`,
      ["A", "B"],
    ],
    [
      "of one product beside dates that come twice",
      `<catalog><DATETIME type="a"><DATE>2026-01-01</DATE><TIME>10:00</TIME></DATETIME><DATETIME type="b"><DATE>2026-01-02</DATE><TIME>11:00</TIME></DATETIME><PRODUCT><sku>A</sku><name>Pen</name></PRODUCT></catalog>`,
      ["A"],
    ],
    ["of one product beside many classes", `<catalog><classes>${classes}</classes>${product("A")}</catalog>`, ["A"]],
    [
      "beside more classes than products",
      `<catalog>${classes}${classes}${product("A")}${product("B")}</catalog>`,
      ["A", "B"],
    ],
  ])("are its products: %s", async (_, text, skus) => {
    const { rows } = await readFile("list.xml", text);
    expect(rows.map(({ sku }) => sku)).toEqual(skus);
  });
});
