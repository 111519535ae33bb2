import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../cleanup.ts";
import { PASSWORD, startSftp, USER } from "../remote-files/file-servers.ts";
import { freePort } from "../servers/process.ts";
import { newApiKey, type StartedService, startService } from "../servers/service.ts";
import { callApi, newFolder, removeItems, runRecipe, startRecipe } from "./recipes.ts";

// The recipes as somebody has them who got them and /docs/client.ts: each is a program of its own, against a service.
setDefaultTimeout(200_000);

const OPEN = { CATALOGD_OUTBOUND_ALLOW: "127.0.0.1", CATALOGD_WEBHOOK_ALLOW_PRIVATE_URLS: "1" };
let service: StartedService;
let key: string;
beforeAll(async () => {
  service = await startService({ folder: temporaryFolder(), env: OPEN });
});
afterAll(() => service.kill("SIGTERM"));

/** What the environment of a recipe says. */
const given = () => ({ CATALOGD_URL: service.url, CATALOGD_KEY: key });
const call = (method: string, path: string, body?: unknown) => callApi(service.url, key, [method, path], body);
const HEAD = "reference,ean,name,price,stock\n";

/** The last line of the changes that name a product. */
const lastOf = (lines: readonly string[], reference: string) => lines.findLast((line) => line.includes(reference));

describe.each(["erp.ts", "erp.py", "erp.sh"])("%s", (program) => {
  test("loads a table, pushes stock and prices, reads changes back, and says what is wrong", async () => {
    const folder = await newFolder(service.url);
    key = await newApiKey(service.url);
    await removeItems(service.url, key);
    const erp = (...words: string[]) => runRecipe([program, ...words], folder, given());

    expect(await erp("load", "items.csv")).toEqual({
      said: ["completed: 3 created, 0 failed"],
      complained: "",
      exitCode: 0,
    });
    const first = (await erp("pull")).said.join("\n");
    for (const name of ["Eraser", "Fineliner", "Highlighter"]) expect(first).toContain(name);

    writeFileSync(
      join(folder, "now.csv"),
      `${HEAD}pen-yellow,4006381333931,Highlighter,0.75,38\npen-new,5901234123457,New,1,1\n`,
    );
    // With curl it is the service's own words.
    const pushed = (await erp("push", "now.csv")).said;
    expect(lastOf(pushed, "5901234123457")).toMatch(/^pushed 2, unknown: 5901234123457$|"not_found"/);
    await call("PATCH", "/appsync/products/eraser", { name: "Eraser, white" });
    const changes = (await erp("pull")).said;
    expect(lastOf(changes, "pen-yellow")).toMatch(
      /pen-yellow Highlighter: 0.75, 38 pieces|"price_ttc":0.75,"stock":38/,
    );
    expect(lastOf(changes, "eraser")).toContain("Eraser, white");
    expect((await erp("rename", "pen-fine", "Fineliner 0.4")).said).toEqual(["pen-fine is called Fineliner 0.4"]);

    writeFileSync(join(folder, "wrong.csv"), `${HEAD}pen-yellow,4006381333931,Highlighter,-1,5\n`);
    const wrong = await erp("push", "wrong.csv");
    expect(wrong.exitCode).not.toBe(0);
    expect(wrong.complained).toContain("price_ttc");
  });

  test("names the rows of a table that are wrong", async () => {
    const folder = await newFolder(service.url);
    key = await newApiKey(service.url);
    await removeItems(service.url, key);
    writeFileSync(
      join(folder, "wrong.csv"),
      `${HEAD}pen-yellow,4006381333931,Highlighter,0.79,40\neraser,4006381333955,Eraser,cheap,7\n`,
    );
    const { said, exitCode } = await runRecipe([program, "load", "wrong.csv"], folder, given());
    expect([said[0], exitCode]).toEqual(["completed_with_errors: 1 created, 1 failed", 0]);
    expect(said.slice(1).join("\n")).toMatch(/^row 3: price: |"row_number":3,.*"field":"price"/);
  });
});

test.each(["erp.ts", "erp.py"])(
  "%s listens: a change comes by webhook and is read, a deletion is told",
  async (program) => {
    const folder = await newFolder(service.url);
    key = await newApiKey(service.url);
    await removeItems(service.url, key);
    const env = { ...given(), PORT: String(await freePort()) };
    const listen = () => {
      const child = startRecipe([program, "listen"], folder, env);
      let said = "";
      const reader = child.stdout.getReader();
      const seen = async (text: string) => {
        while (!said.includes(text)) {
          const { done, value } = await reader.read();
          if (done) throw new Error(`${said}${await new Response(child.stderr).text()}`);
          said += new TextDecoder().decode(value);
        }
        return said;
      };
      return { child, seen };
    };
    const first = listen();
    const [webhook = ""] = /webhook \S+\n/.exec(await first.seen("\n")) ?? [];
    first.child.kill("SIGKILL");
    await first.child.exited;
    // Started again it takes the webhook that it has.
    const { child, seen } = listen();
    expect(await seen("\n")).toContain(webhook);
    const item = { reference: "pen-yellow", ean: "4006381333931", name: "Told", price_ttc: 2, stock: 1 };
    await call("POST", "/appsync/products/sync", [item]);
    await seen("product.created\npen-yellow Told: 2, 1 pieces");
    await removeItems(service.url, key);
    await seen("product.deleted\ndeleted 4006381333931");
    child.kill("SIGKILL");
  },
);

test.each(["shop-feed.ts", "shop-feed.py", "shop-feed.sh"])(
  "%s makes an address from which a marketplace reads the catalog, and names what that would refuse",
  async (program) => {
    key = await newApiKey(service.url);
    await call("POST", "/appsync/products/sync", [{ reference: "feed-me", name: "Feed me", price_ttc: 2, stock: 1 }]);
    const folder = await newFolder(service.url);
    const made = await runRecipe([program], folder, given());
    expect([made.exitCode, made.complained]).toEqual([0, expect.stringContaining("image_link")]);
    const feed = await (await fetch(made.said[0] ?? "")).text();
    expect(feed).toContain("Feed me");

    const again = await runRecipe([program], folder, given());
    expect(again.exitCode).not.toBe(0);
    expect(again.complained).toContain("Another export feed already has the name");
    const { items } = (await call("GET", "/exports/feeds")) as { items: { id: string }[] };
    for (const { id } of items) {
      await fetch(`${service.url}/api/v1/exports/feeds/${id}`, { method: "DELETE", headers: { "x-api-key": key } });
    }
  },
);

test.concurrent.each(["nightly-sftp.ts", "nightly-sftp.py", "nightly-sftp.sh"])(
  "%s takes a supplier's file from its server, and renames it there",
  async (program) => {
    const own = await startService({ folder: temporaryFolder(), env: OPEN });
    const sftp = await startSftp();
    mkdirSync(sftp.folder, { recursive: true });
    writeFileSync(join(sftp.folder, "list.csv"), `${HEAD}nightly-one,4006381333962,Nightly,3,2\n`);
    const ran = await runRecipe([program], await newFolder(own.url), {
      CATALOGD_URL: own.url,
      CATALOGD_KEY: await newApiKey(own.url),
      SFTP_HOST: "127.0.0.1",
      SFTP_PORT: String(sftp.port),
      SFTP_USER: USER,
      SFTP_PASSWORD: PASSWORD,
      SFTP_FINGERPRINT: sftp.fingerprint,
    });
    expect(ran).toEqual({ said: ["completed: 1 created, 0 failed"], complained: "", exitCode: 0 });
    // The import has ended before its file is renamed.
    while (!(await Bun.file(join(sftp.folder, "list.done")).exists())) await Bun.sleep(20);
    await sftp.stop();
    await own.kill("SIGTERM");
  },
);
