import { expect, test } from "bun:test";
import { pairsIn } from "../../search/word-pairs.ts";
import { formsOf, inTwoLetters } from "../../src/search/read-query.ts";

test.each([
  ["lampes", ["lampe"]],
  ["boxes", ["box"]],
  ["cookies", ["cookie"]],
  ["batteries", ["battery"]],
  ["chevaux", ["cheval"]],
  ["tuyaux", ["tuyau"]],
  ["gateaux", ["gateau"]],
  ["jeux", ["jeu"]],
  ["bijoux", ["bijou"]],
  ["flores", ["flor"]],
  ["schrauben", ["schraube"]],
  ["schraube", ["schrauben"]],
  ["cheval", ["chevaux"]],
  ["battery", ["batteries"]],
  ["watch", ["watches"]],
  ["flor", ["flores"]],
  ["broetchen", ["brotchen"]],
])("S20.7 %s is also %p", (word, forms) => {
  expect(formsOf(word)).toEqual(expect.arrayContaining(forms));
});

test.each(["glass", "4010c", "bus", "молоко"])("%s has no other forms that would be a word", (word) => {
  expect(formsOf(word).filter((form) => form.length < word.length)).toEqual([]);
});

test("umlauts are written in two letters, however they are composed", () => {
  expect(inTwoLetters("Bro\u0308tchen für Äpfel")).toBe("broetchen fuer aepfel");
  expect(formsOf("brotchen", "broetchen")).toContain("broetchen");
});

test("only words of three letters are made one", () => {
  expect(pairsIn(["star", "wars", "ep", "one"])).toEqual(["starwars"]);
});
