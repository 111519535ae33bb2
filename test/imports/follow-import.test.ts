import { describe, expect, test } from "bun:test";
import { createApp } from "../../src/app.ts";
import { openFollowers } from "../../src/runtime/open-streams.ts";
import { clock, newTenant, runJobs, services } from "../harness.ts";
import { EANS, HEADER, lines, MAPPING, prepare, type Tenant } from "./import-client.ts";

/** The service, whose clock goes on by what `during` does in each pause. */
function followingApp(during: () => Promise<unknown>) {
  const followers = openFollowers();
  const pause = async (ms: number) => {
    clock.nowMs += ms;
    await during();
  };
  return { followers, app: createApp({ ...services, pause, followers }, { checkAnswers: true }) };
}

async function startedImport() {
  const tenant = await newTenant();
  const id = await prepare(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1,1`), { mapping: MAPPING });
  expect((await tenant.post(`/imports/${id}/start-processing`)).status).toBe(202);
  return { tenant, id };
}

const ask = (app: ReturnType<typeof createApp>, { apiKey }: Tenant, path: string, headers = {}) =>
  app.handle(new Request(`http://localhost/api/v1${path}`, { headers: { "x-api-key": apiKey, ...headers } }));

/** The names and bodies of the events of an answer. */
const eventsOf = (text: string) =>
  text.split("\n\n").flatMap((block) => {
    const name = /^event: (.*)$/m.exec(block)?.[1];
    return name === undefined ? [] : [{ name, body: JSON.parse(/^data: (.*)$/m.exec(block)?.[1] ?? "null") }];
  });

describe("following an import without polling", () => {
  test("each change is an event, and the last one says that it is over", async () => {
    const { tenant, id } = await startedImport();
    let pauses = 0;
    const { app } = followingApp(async () => ++pauses === 20 && runJobs());
    const answer = await ask(app, tenant, `/imports/${id}/events`);
    expect(answer.headers.get("content-type")).toBe("text/event-stream; charset=utf-8");
    const text = await answer.text();
    const events = eventsOf(text);
    expect(events.map(({ name, body }) => [name, body.status])).toEqual([
      ["progress", "processing"],
      ["progress", "completed"],
      ["end", "completed"],
    ]);
    expect(events.at(-1)?.body).toEqual((await tenant.get(`/imports/${id}`)).body);
    expect(text).toContain(": still here");
  });

  test("one that waits for somebody ends at once, an unknown one is not found", async () => {
    const tenant = await newTenant();
    const id = await prepare(tenant, lines(HEADER, `${EANS[0]},A1,Apple,1,1`), { mapping: MAPPING });
    const { body } = await tenant.get(`/imports/${id}/events`);
    expect(eventsOf(body).map(({ name }) => name)).toEqual(["progress", "end"]);
    const other = await newTenant();
    expect((await other.get(`/imports/${id}/events`)).status).toBe(404);
  });

  test("a stream ends after a minute, and when the service stops", async () => {
    const { tenant, id } = await startedImport();
    const fromMs = clock.nowMs;
    const { app, followers } = followingApp(async () => undefined);
    const whole = await (await ask(app, tenant, `/imports/${id}/events`)).text();
    expect(eventsOf(whole).map(({ name }) => name)).toEqual(["progress"]);
    expect(clock.nowMs - fromMs).toBe(60_000);
    followers.end();
    const stopped = await (await ask(app, tenant, `/imports/${id}/events`)).text();
    expect(eventsOf(stopped).length).toBe(1);
    expect(clock.nowMs - fromMs).toBe(60_000);
  });

  test("a read waits until it has something new", async () => {
    const { tenant, id } = await startedImport();
    const etag = (await tenant.get(`/imports/${id}`)).headers.get("etag") ?? "";
    let pauses = 0;
    const { app } = followingApp(async () => ++pauses === 3 && runJobs());
    const unchanged = await ask(app, tenant, `/imports/${id}?wait=2`, { "if-none-match": etag });
    expect([unchanged.status, pauses]).toEqual([304, 2]);
    const changed = await ask(app, tenant, `/imports/${id}?wait=30`, { "if-none-match": etag });
    expect(await changed.json()).toMatchObject({ status: "completed" });
    expect(pauses).toBe(3);
    const news = await ask(app, tenant, `/imports/${id}?wait=30`, { "if-none-match": etag });
    expect([news.status, pauses]).toEqual([200, 3]);
    expect((await tenant.get(`/imports/${id}?wait=61`)).status).toBe(400);
  });

  test("a tenant has twenty open at most, and a reader that leaves makes room", async () => {
    const { tenant, id } = await startedImport();
    const { app } = followingApp(async () => undefined);
    const open = await Promise.all(Array.from({ length: 20 }, () => ask(app, tenant, `/imports/${id}/events`)));
    const refused = await ask(app, tenant, `/imports/${id}/events`);
    expect(refused.status).toBe(429);
    expect(await refused.text()).toContain("20 streams at once");
    await open[0]?.body?.cancel();
    const again = await ask(app, tenant, `/imports/${id}/events`);
    expect(again.status).toBe(200);
    await Promise.all([...open.slice(1), again].map((each) => each.body?.cancel()));
  });
});
