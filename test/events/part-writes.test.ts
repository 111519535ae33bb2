import { test } from "bun:test";
import type { Answer } from "../harness.ts";
import { SMALL } from "../media/given-images.ts";
import { formOf } from "../media/images.ts";
import { type Known, live, type Step, updated } from "./steps.ts";

const created: Step = {
  does: "a product",
  call: ({ post }) => post("/products", { name: "Chair" }),
  tells: [["product.created"]],
  keeps: [["name"]],
  learns: ({ id }) => ({ id }),
};
const other: Step = { ...created, learns: ({ id }) => ({ related: id }) };
/** A write of a part of the product, and the same once more, which is nothing. */
const part = (
  [verb, path, body]: ["post" | "put" | "patch" | "delete", (known: Known) => string, ((known: Known) => unknown)?],
  field: string,
  more: Partial<Step> = {},
): Step => ({
  does: `${verb} ${path.toString().replace(/^.*=> /s, "")}`,
  call: (tenant, known) => tenant[verb](`/products/${known["id"]}${path(known)}`, body?.(known)),
  tells: updated(field),
  keeps: [[field]],
  ...more,
});
const nothing: Partial<Step> = { tells: [], keeps: [] };
const learn = (name: string) => (body: Answer["body"]) => ({ [name]: body.id });

const VARIANT = { sku: "V1", option_values: {}, price: 5 };
const variants: Step[] = [
  created,
  part(["post", () => "/options", () => ({ name: "Size", values: ["S"] })], "options", { learns: learn("option") }),
  part(["post", () => "/options", () => ({ name: "Size", values: ["S"] })], "options", nothing),
  part(["post", () => "/variants", () => VARIANT], "variants", { learns: learn("variant") }),
  part(["patch", ({ variant }) => `/variants/${variant}`, () => ({ price: 6 })], "variants"),
  part(["patch", ({ variant }) => `/variants/${variant}`, () => ({ price: 6 })], "variants", nothing),
  part(["post", () => "/variants/bulk", () => ({ variants: [{ sku: "V2" }, { sku: "V3" }] })], "variants", {
    keeps: [["variants", "variants"]],
  }),
  part(["delete", ({ variant }) => `/variants/${variant}`], "variants"),
  part(["delete", ({ option }) => `/options/${option}`], "options"),
];
const RELATION = ({ related }: Known) => ({ related_product_id: related, relationship_type: "accessory" });
const relations: Step[] = [
  created,
  other,
  part(["post", () => "/relations", RELATION], "relations", { learns: learn("relation") }),
  part(["patch", ({ relation }) => `/relations/${relation}`, () => ({ priority: 7 })], "relations"),
  part(["patch", ({ relation }) => `/relations/${relation}`, () => ({ priority: 7 })], "relations", nothing),
  part(["delete", ({ relation }) => `/relations/${relation}`], "relations"),
];
const entity: Step = {
  does: "an entity tells nothing",
  call: ({ post }) => post("/entities", { code: "web", name: "Web" }),
  learns: ({ id }) => ({ entity: id }),
};
const overlays: Step[] = [
  created,
  entity,
  part(["put", ({ entity: of }) => `/entities/${of}`, () => ({ notes: "Hi" })], "entities"),
  part(["put", ({ entity: of }) => `/entities/${of}`, () => ({ notes: "Hi" })], "entities", nothing),
  part(["delete", ({ entity: of }) => `/entities/${of}`], "entities"),
];
const GERMAN = () => ({ title: "Stuhl" });
const contents: Step[] = [
  created,
  part(["put", () => "/content-variants/de", GERMAN], "content_variants"),
  part(["put", () => "/content-variants/de", GERMAN], "content_variants", nothing),
  part(["patch", () => "/content-variants/de/review", () => ({ reviewed: true })], "content_variants"),
  part(["delete", () => "/content-variants/de"], "content_variants"),
];
const images: Step[] = [
  created,
  part(["post", () => "/media/upload", () => formOf(SMALL)], "media", { learns: learn("first") }),
  part(["post", () => "/media/upload", () => formOf(SMALL)], "media", { learns: learn("second") }),
  part(["patch", ({ first }) => `/media/${first}`, () => ({ title: "Front" })], "media"),
  part(["patch", ({ first }) => `/media/${first}`, () => ({ title: "Front" })], "media", nothing),
  part(["post", () => "/media/reorder", ({ first, second }) => ({ media_ids: [second, first] })], "media"),
  part(["post", () => "/media/reorder", ({ first, second }) => ({ media_ids: [second, first] })], "media", nothing),
  part(["post", ({ second }) => `/media/${second}/primary`], "media"),
  part(["post", ({ second }) => `/media/${second}/primary`], "media", nothing),
  part(["delete", ({ first }) => `/media/${first}`], "media"),
];
const tags: Step[] = [
  created,
  part(["put", () => "/tags", () => ({ names: ["Oak", "Sale"] })], "tags", {
    learns: ({ tags: given }) => ({ tag: given[0].id }),
  }),
  part(["put", () => "/tags", () => ({ names: ["sale", "oak"] })], "tags", nothing),
  part(["post", () => "/tags", () => ({ names: ["New"] })], "tags"),
  part(["post", () => "/tags", () => ({ names: ["New"] })], "tags", nothing),
  part(["delete", ({ tag }) => `/tags/${tag}`], "tags"),
];
const supplier: Step = {
  does: "a supplier",
  call: ({ post }) => post("/suppliers", { name: "Acme", code: "ACM" }),
  tells: [["supplier.created", { code: "ACM" }]],
  learns: ({ id }) => ({ supplier: id }),
};
const suppliers: Step[] = [
  created,
  supplier,
  part(["post", () => "/suppliers", () => ({ supplier_code: "ACM", cost_price: 5 })], "suppliers"),
  part(["put", ({ supplier: of }) => `/suppliers/${of}`, () => ({ cost_price: 6, is_main: true })], "suppliers"),
  part(
    ["put", ({ supplier: of }) => `/suppliers/${of}`, () => ({ cost_price: 6, is_main: true })],
    "suppliers",
    nothing,
  ),
  part(["delete", ({ supplier: of }) => `/suppliers/${of}`], "suppliers"),
];
const stock: Step[] = [
  created,
  part(["put", () => "/stock", () => ({ quantity: 4 })], "stock"),
  part(["put", () => "/stock", () => ({ quantity: 4 })], "stock", nothing),
];
const workflow: Step[] = [
  created,
  part(["post", () => "/workflow/submit", () => ({})], "workflow_status"),
  part(["post", () => "/workflow/approve", () => ({})], "workflow_status"),
];

test.each(Object.entries({ variants, relations, overlays, contents, images, tags, suppliers, stock, workflow }))(
  "S11.11 S11.6 what writes of %s emit and leave in the history",
  (_, steps) => live(steps),
);
