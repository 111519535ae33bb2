import { expect, test } from "bun:test";
import { isSameHtml } from "../../src/text/same-html.ts";

test("what shops write in another way is the same HTML, what says something else is not", () => {
  const same = [
    ["<p>Rye & wheat</p> ", "<p>Rye &amp; wheat</p>"],
    ["<p>a<br>b</p>", "<p>a<br />b</p>"],
    ["one\r\ntwo", "one\ntwo"],
    ["5&nbsp;&quot;&#233;&quot;", '5\u00a0"é"'],
  ] as const;
  for (const [one, other] of same) expect(isSameHtml(one, other)).toBe(true);
  const others = [
    ["<b>x</b>", "&lt;b&gt;x&lt;/b&gt;"],
    ["a &amp;lt; b", "a &lt; b"],
    ["<p>a</p>", "<p>b</p>"],
  ] as const;
  for (const [one, other] of others) expect(isSameHtml(one, other)).toBe(false);
});
