import { expect, test } from "bun:test";
import { openTranslator } from "../doubles/translator.ts";
import { runJobs } from "../harness.ts";
import { given } from "../products/given.ts";

const PATH = "/enrichment/translate/batch";
const KEPT = /(<span translate="no">[\s\S]*?<\/span>|<[^<>]+>|&\w+;)/;

/** What an engine makes of HTML: it leaves tags and what is not to be translated, and all else becomes large. */
const obedient = (html: string) =>
  html
    .split(KEPT)
    .map((part) => (KEPT.test(part) ? part : part.toUpperCase()))
    .join("");
/** One that keeps the spans and translates what is in them all the same. */
const headless = (html: string) =>
  html
    .split(/(<[^<>]+>|&\w+;)/)
    .map((part) => (/^[<&]/.test(part) ? part : part.toUpperCase()))
    .join("");

const TITLE = "Chaise Nordlys {{sku}} & table";
const DESCRIPTION = '<p>Chaise en <strong>chêne</strong>, 5 kWh, %s &amp; <a href="/a">réf. {{sku}}</a> Nordlysse</p>';

const ENGINES = [
  ["deepl", 25],
  ["google", 20],
  ["libretranslate", 0],
] as const;

test.each(
  ENGINES.flatMap(([provider, price]) => [
    { provider, price, engine: "obedient", translate: obedient },
    { provider, price, engine: "headless", translate: headless },
  ]),
)(
  "S32.4 S34.13 S34.15 $provider ($engine) keeps placeholders, tags, terms and the glossary, and is paid by the letter",
  async ({ provider, price, translate }) => {
    const { tenant, id } = await given({ title: TITLE, description: DESCRIPTION });
    const engine = await openTranslator();
    engine.translates(translate);
    const setting = { enabled: true, provider, base_url: engine.baseUrl, api_key: "key-0123456789abcdef" };
    await tenant.admin.put("/settings/translator", setting);
    const terms = { do_not_translate: ["Nordlys", "kWh"], glossary: { es: { chêne: "roble" } } };
    await tenant.admin.put("/settings/translation-terms", terms);

    const run = async () => {
      const { body } = await tenant.post(PATH, { languages: ["es"], provider: "translator" });
      await runJobs();
      return (await tenant.get(`${PATH}/${body.id}`)).body;
    };
    const first = await run();
    expect(first).toMatchObject({ status: "completed", done: 1, failed: 0 });
    const text = async () => (await tenant.get(`/products/${id}/content-variants/es`)).body;
    expect(await text()).toMatchObject({
      title: "CHAISE Nordlys {{sku}} & TABLE",
      description: '<p>CHAISE EN <strong>roble</strong>, 5 kWh, %s &amp; <a href="/a">RÉF. {{sku}}</a> NORDLYSSE</p>',
    });
    // Numbers, tags and placeholders are all there, and the lengths are alike.
    const { items } = (await tenant.get(`${PATH}/${first.id}/items`)).body;
    for (const { quality_score: score } of items) expect(score).toBeGreaterThanOrEqual(70);

    const characters = engine.asked.flatMap(({ texts }) => texts).join("").length;
    const { total_cost_usd: cost } = (await tenant.get("/enrichment/web/costs/summary")).body;
    expect(cost).toBeCloseTo((characters * price) / 1_000_000, 6);

    await tenant.put(`/products/${id}/content-variants/es`, { title: "Mi silla" });
    expect(await run()).toMatchObject({ skipped: 1, done: 0 });
    expect((await text()).title).toBe("Mi silla");
    expect(engine.asked.length).toBe(1);
  },
);
