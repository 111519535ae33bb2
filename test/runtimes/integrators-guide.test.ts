import { expect, test } from "bun:test";
import { temporaryFolder } from "../cleanup.ts";
import { ADMIN, newApiKey, startService } from "../servers/service.ts";
import { runAgainstService } from "./guide-blocks.ts";
import { startGuideModel } from "./guide-model.ts";
import { runShell } from "./shell.ts";

const TEST_MS = 60_000;

const model = await startGuideModel();
const blocks = await runAgainstService();

/** What the commands of each block are to say, in the order of the guide. */
const SAID = [
  [
    '"api_key_name":"test"',
    '"created":true',
    '"created":false',
    '"created":1,"updated":1,"errors":1',
    '"title":"Fineliner 0.4"',
  ],
  ['"title":"Highlighter"', '"page":2', '"total":1'],
  [
    '"api":"ERP-Sync API"',
    '"2 created, 0 updated, 0 errors"',
    '"stock":38',
    '"price_ttc":0.79',
    '"status":"inactive"',
    '"PAPER"',
  ],
  ['"format":"json"', '"status":"ready"', '"status":"processing"', '"products_created":2'],
  [
    '"products_to_create":1',
    '"name":"ACME list"',
    '"reason":"transposed_digits"',
    '"is_preview":true',
    '"is_preview":false,"products_total":1,"products_processed":1,"products_deleted":1,"products_restored":0',
    '"items":[]',
  ],
  [
    '"min_quantity":10',
    '"name":"Schools"',
    '"map_price":1.5',
    '"tier":"tier1_high"',
    '"sources_checked":0',
    '"changed":1',
    '"price":1.8',
    '"reverted":1',
  ],
  ['"items":[]'],
  ['"stock.updated"', '"is_active":true'],
  [
    '"logo_path":"/static/platforms/shopify.svg"',
    '"required":["store_url","consumer_key","consumer_secret"]',
    "Connecter WooCommerce",
    '"source_field":"ean"',
    '"status":"pending"',
    '"auto_push":["stock","prices"]',
  ],
  [
    '"provider":"openai_compatible"',
    '"prompt_slug":"builtin-descriptions-fr"',
    '"applied":false',
    '"applied_fields":["description"]',
    '"input_tokens":900',
    '"total_cost_usd":0.0002',
  ],
  ['"items":[],"total":0', '"done":0,"conflicts":[],"waiting":0'],
  ['"slug":"builtin-descriptions-fr"', '"slug":"short-text"', '"rank":2'],
  ['"status":"indexed"', '"chunk_count":1', '"status":"pending"'],
  [
    '"estimated_cost',
    '"maxBudget":5',
    '"processed":1,"failed":0',
    '"glossary":{"es":{"chêne":"roble"}}',
    '"variants":1',
    '"done":1,"failed":0',
    '"quality_score":',
    '"reviewed":true',
    '"action":"translate"',
    '"coverage_percent":100',
  ],
];

test("the guide has as many blocks as are looked at", () => {
  expect(blocks.length).toBe(SAID.length);
});

test.each(blocks.map((commands, index) => ({ block: index + 1, commands, said: SAID[index] ?? [] })))(
  "the commands of block $block of the integrators' guide work",
  async ({ commands, said }) => {
    const allowed = { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1" };
    const service = await startService({ folder: temporaryFolder(), env: allowed });
    const { email, password } = ADMIN;
    const people = { EMAIL: email, PASSWORD: password, MODEL: model };
    const output = await runShell(commands, {
      env: { URL: `${service.url}/api/v1`, KEY: await newApiKey(service.url), ...people },
    });

    expect(output.complained).toBe("");
    expect(output.exitCode).toBe(0);
    for (const each of said) expect(output.said).toContain(each);
    expect(output.said).not.toMatch(/"success":false|"error":\{/);
    await service.kill("SIGTERM");
  },
  TEST_MS,
);
