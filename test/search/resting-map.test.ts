import { expect, test } from "bun:test";
import { RestingMap } from "../../search/resting-map.ts";

test("what is asked for stays, and all is forgotten when nothing is", () => {
  const map = new RestingMap<string>(10, (value) => value.length);
  map.set("a", "one");
  map.look();
  expect(map.get("a")).toBe("one");
  map.look();
  map.look();
  expect(map.get("a")).toBeUndefined();
});

test("it holds as much again after it has rested, and no more", () => {
  const map = new RestingMap<string>(10, (value) => value.length);
  map.set("a", "12345678");
  map.look();
  map.look();
  for (const key of ["b", "c", "d"]) map.set(key, "12345");

  expect(["a", "b", "c", "d"].filter((key) => map.get(key) !== undefined)).toEqual(["c", "d"]);
});
