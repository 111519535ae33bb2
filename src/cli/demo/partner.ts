import { json } from "node:stream/consumers";
import { answer, type Client, type Json, pick, say } from "./client.ts";
import { serveOnLoopback } from "./loopback.ts";

/** A partner of the demo's own: a WebDAV folder, and the files in it by their paths. */
export interface DemoPartner {
  url: string;
  files: ReadonlyMap<string, Json>;
}

/** Starts a partner's folder on loopback. A file comes under another name first, and is whole when it gets its own. */
export async function startPartner(): Promise<DemoPartner> {
  const files = new Map<string, Json>();
  const url = await serveOnLoopback(async (request, response) => {
    const path = request.url ?? "";
    if (request.method === "PUT") files.set(path, (await json(request)) as Json); // a product as JSON
    const moved = request.method === "MOVE" ? files.get(path) : undefined;
    if (moved) files.set(new URL(String(request.headers["destination"])).pathname, moved);
    if (request.method === "MOVE" || request.method === "DELETE") files.delete(path);
    response.writeHead(201).end();
  });
  return { url, files };
}

/** Sends products to the partner, with fields named as the partner wants them. */
export async function giveAway(client: Client, { url, files }: DemoPartner, productIds: string[]): Promise<void> {
  say(
    `   The partner is a WebDAV folder of the demo's own at ${url}; FTP, SFTP, S3 and Google Cloud Storage do as well.`,
  );
  const config = { base_url: url, username: "demo", password: "demo", folder: "in" };
  const field_mappings = { title: "label", price: { target: "price_eur", transform: "round2" } };
  const given = { name: "My partner", platform_type: "webdav", is_active: true, rate_limit_per_second: 50 };
  const made = await answer(await client.call("POST", "/exports/platforms", { ...given, config, field_mappings }));
  const path = `/exports/platforms/${made["id"]}`;
  const { id: job } = await answer(await client.call("POST", `${path}/bulk-export`, { product_ids: productIds }));
  const isOver = ({ status }: Json) => !/^(pending|running)$/.test(`${status}`);
  const ended = await client.poll(`/exports/jobs/${job}`, isOver);
  say(`     ${pick(ended, "status", "success_items", "failed_items")}; the partner has ${files.size} files`);
  const [first] = files;
  if (first) say(`     ${first[0]}  ${JSON.stringify(first[1])}`);
}
