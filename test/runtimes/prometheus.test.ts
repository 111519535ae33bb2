import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";
import { runShell, whole } from "./shell.ts";

// Debian's prometheus has promtool; `.ci/run` installs it.
const tests = Bun.which("promtool") === null ? describe.skip : describe;

tests("what Prometheus is told (needs promtool of Debian's prometheus)", () => {
  let service: StartedService;
  let scrape = "";
  const folder = temporaryFolder();

  beforeAll(async () => {
    const operator = "an operator key 0123456789";
    service = await startService({ folder, env: { CATALOGD_OPERATOR_KEY: operator } });
    const headers = { "x-api-key": await newApiKey(service.url), "content-type": "application/json" };
    const call = async (method: string, path: string, body?: unknown) => {
      const sent = body === undefined ? {} : { body: JSON.stringify(body) };
      return (await fetch(`${service.url}/api/v1${path}`, { method, headers, ...sent })).status;
    };
    const names = Array.from({ length: 200 }, (_, index) => `Product ${index}`);
    const made = await Promise.all(names.map((name) => call("POST", "/products", { name })));
    expect(new Set(made)).toEqual(new Set([201]));
    await Promise.all(names.map((name) => call("GET", `/products?search=${encodeURIComponent(name)}`)));
    await call("GET", `/products/${crypto.randomUUID()}`);
    await call("GET", "/nothing-here");
    // A backup and a job, which have figures once they have ended.
    await fetch(`${service.url}/api/v1/operator/backups`, {
      method: "POST",
      headers: { "x-operator-key": operator, "content-type": "application/json" },
      body: "{}",
    });
    await call("POST", "/search/reindex");
    for (const wanted of ["catalogd_backup_last_success_timestamp_seconds", "catalogd_jobs_ended_total{"]) {
      while (!scrape.includes(`\n${wanted}`)) {
        await Bun.sleep(50);
        scrape = await (await fetch(`${service.url}/metrics`)).text();
      }
    }
  });
  afterAll(() => service.kill("SIGTERM"));

  test("promtool finds nothing wrong with a scrape of a loaded service", async () => {
    const checked = Bun.spawn(["promtool", "check", "metrics"], { stdin: "pipe", stdout: "pipe", stderr: "pipe" });
    checked.stdin.write(scrape);
    await checked.stdin.end();
    const said = (await new Response(checked.stdout).text()) + (await new Response(checked.stderr).text());

    expect([said, await checked.exited]).toEqual(["", 0]);
    expect(scrape).toMatch(/^catalogd_http_request_duration_seconds_count\{method="POST",.*status="201"\} 200$/m);
    expect(scrape).toMatch(/^catalogd_jobs_waiting\{queue="bulk"\} \d+$/m);
  });

  test("no label holds what a caller or a tenant has made up", () => {
    const labels = new Set([...scrape.matchAll(/[{,](\w+)="/g)].map(([, name]) => name));
    expect([...labels].toSorted()).toEqual([
      "kind",
      "le",
      "method",
      "outcome",
      "queue",
      "route",
      "runtime",
      "status",
      "version",
    ]);
    expect(scrape).not.toContain("nothing-here");
    expect(scrape).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/);
  });

  test("promtool takes the alert rules and the example of a configuration", async () => {
    expect(whole(await runShell("promtool check rules deploy/alerts.yml"))).toContain("SUCCESS: 11 rules found");
    expect(whole(await runShell("promtool check config deploy/prometheus.yml"))).toContain("SUCCESS");
  });

  test("alerts and panels ask for figures that are there, in words that promtool reads", async () => {
    const told = new Set([...scrape.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name));
    const dashboard = (await Bun.file("deploy/grafana-dashboard.json").json()) as {
      panels: { title: string; targets: { expr: string }[] }[];
    };
    const shown = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const rules = await Bun.file("deploy/alerts.yml").text();
    const asked = `${shown.join("\n")}\n${rules}`.match(/\b(?:catalogd|process)_\w+/g) ?? [];
    const unknown = asked.map((name) => name.replace(/_(?:bucket|count|sum)$/, "")).filter((name) => !told.has(name));
    expect(unknown).toEqual([]);

    const filled = shown.map((expr) => expr.replaceAll("$__rate_interval", "5m").replaceAll("$instance", ".*"));
    const lines = filled.map((expr, index) => `- record: "panel:${index}"\n  expr: ${JSON.stringify(expr)}`);
    const file = join(folder, "panels.yml");
    await Bun.write(file, `groups:\n- name: panels\n  rules:\n  ${lines.join("\n").replaceAll("\n", "\n  ")}\n`);
    const parsed = whole(await runShell(`promtool check rules ${file}`));
    expect(parsed).toContain(`SUCCESS: ${shown.length} rules found`);
  });

  test("each alert fires on the series that it is about, and on no calm service", () => {
    const checked = Bun.spawnSync(["promtool", "test", "rules", "test/runtimes/alerts/alerts.test.yml"]);
    expect([checked.exitCode, `${checked.stdout}${checked.stderr}`]).toEqual([0, expect.stringContaining("SUCCESS")]);
  });
});
