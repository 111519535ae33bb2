import { expect, test } from "bun:test";
import { cutHtml } from "../../src/text/cut-html.ts";
import { cutByWords, sizeOf } from "../../src/text/cut-text.ts";
import { keepTags } from "../../src/text/keep-tags.ts";

test("a text is cut between words, and a long word within, with no letter halved", () => {
  expect(cutByWords("Chair of oak", 12)).toBe("Chair of oak");
  expect(cutByWords("Chair of oak, oiled", 14, { end: "" })).toBe("Chair of oak");
  expect(cutByWords("Chair of oak, oiled", 14)).toBe("Chair of oak…");
  expect(cutByWords("Chair of oak", 8, { end: "" })).toBe("Chair of");
  expect(cutByWords("é".repeat(200), 128)).toBe(`${"é".repeat(127)}…`);
  expect(cutByWords("🪑".repeat(9), 5, { end: "" })).toBe("🪑🪑");
  expect(cutByWords("é".repeat(9), 8, { measure: "bytes", end: "" })).toBe("éééé");
});

test("HTML is cut between words with every tag closed; tags and entities stay whole", () => {
  const html = '<div title="a > b"><p>One &amp; two</p><ul><li>three four</li></ul></div>';
  expect(cutHtml(html, html.length)).toBe(html);
  expect(cutHtml(html, 60, { end: "" })).toBe('<div title="a > b"><p>One &amp; two</p></div>');
  expect(cutHtml("<p>One &amp; two</p>", 7, { measure: "shown", end: "" })).toBe("<p>One &amp;</p>");
  expect(cutHtml("<p>One &amp; two</p>", 9, { measure: "shown" })).toBe("<p>One &amp; two</p>");
  expect(cutHtml("<p>aaaaaaaaaaaa</p>", 12)).toBe("<p>aaaa…</p>");
  for (let max = 20; max < html.length; max++) {
    const cut = cutHtml(html, max);
    expect(cut.length).toBeLessThanOrEqual(max);
    expect(cut.match(/<[a-z]/g)?.length).toBe(cut.match(/<\//g)?.length);
  }
  expect(sizeOf(cutHtml("<p>éé éé éé</p>", 18, { measure: "bytes" }), "bytes")).toBeLessThanOrEqual(18);
});

test("of HTML a platform keeps the tags that it knows; of the others the text stays line by line", () => {
  const html =
    "<h2>Lamp</h2>\n<p>Warm &amp; <b>bright</b></p><ul><li>5 W</li><li>E27 <img src='a'></li></ul><!-- x -->";
  expect(keepTags(html, ["br"])).toEqual({
    text: "Lamp<br>Warm &amp; bright<br>- 5 W<br>- E27",
    lost: ["h2", "b", "ul", "li", "img"],
  });
  expect(keepTags(html, [])).toEqual({
    text: "Lamp\nWarm & bright\n- 5 W\n- E27",
    lost: ["h2", "b", "ul", "li", "img"],
  });
  expect(keepTags(html, ["b", "br"]).text).toBe("Lamp<br>Warm &amp; <b>bright</b><br>- 5 W<br>- E27");
  expect(keepTags("<p>One</p><p>Two<br>three</p>", [])).toEqual({ text: "One\nTwo\nthree", lost: [] });
  expect(keepTags("a < b", [])).toEqual({ text: "a < b", lost: [] });
});

test("texts that are not HTML take a time that grows with their length", () => {
  const began = performance.now();
  for (const bad of ["<a ", '<a "', "<", "<!--"]) {
    keepTags(bad.repeat(50_000), []);
    cutHtml(`${bad.repeat(50_000)} x`, 100);
  }
  expect(performance.now() - began).toBeLessThan(3000);
});
