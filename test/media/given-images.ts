import { expect } from "bun:test";
import { app, clock, services } from "../harness.ts";
import { given } from "../products/given.ts";
import { FORMATS, formOf } from "./images.ts";

export const SMALL = FORMATS["image/png"](20, 10);

/** What everybody gets at an address of the service. */
export async function fetchPublic(path: string, headers: Record<string, string> = {}, method = "GET") {
  const response = await app.handle(new Request(`http://localhost${path}`, { headers, method }));
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** A product with this many images, the first of them primary. */
export async function givenImages(count: number) {
  const { tenant, id, db } = await given({});
  const media = [];
  for (let index = 0; index < count; index++) {
    const answer = await tenant.post(`/products/${id}/media/upload`, formOf(SMALL, { title: `Image ${index}` }));
    expect(answer.status).toBe(201);
    clock.nowMs += 1;
    media.push(answer.body);
  }
  return { tenant, id, db, media, ids: media.map((each) => each.id as string) };
}

/** The keys of all files of images of a tenant. */
export const filesOf = (tenantId: string) =>
  Array.fromAsync(services.files.list(`${tenantId}/media`)).then((files) => files.map(({ key }) => key).sort());
