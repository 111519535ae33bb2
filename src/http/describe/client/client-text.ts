import { openPauses } from "../../../runtime/pauses.ts";
import type { Description } from "../documents/schemas.ts";
import { methodText, operationsByGroup, type Place, queryText } from "./operation-text.ts";
import { comment, nameOf, type Schema, typeText } from "./type-text.ts";

const INTRO = `/**
 * A client of catalogd VERSION, made from its OpenAPI description. One file without dependencies, for Node, Bun, Deno and
 * browsers.
 *
 *   const catalogd = new Catalogd({ baseUrl: "https://pim.example.com", apiKey: "pm_live_..." });
 *   const brand = await catalogd.brands.createBrand({ name: "Acme" });
 *   for await (const product of catalogd.products.allProducts({ brand_id: [brand.id] })) console.log(product.title);
 *
 *   const done = await catalogd.imports.waitForImport(id); // completed, completed_with_errors, failed, cancelled, ...
 *   const event = await verifyWebhook(await request.text(), request.headers, secret);
 *
 * What the service refuses is thrown as a \`CatalogdError\` with \`code\`, \`message\`, \`requestId\` and \`fields\`.
 */
`;

function modelText(name: string, schema: Schema): string {
  const type = typeText(schema);
  const declared = type.startsWith("{") && type.endsWith("}") && schema["type"] === "object";
  return `${comment(schema["description"], "")}export ${declared ? `interface ${name} ${type}` : `type ${name} = ${type};`}\n\n`;
}

export const classOf = (group: string): string => `${group.charAt(0).toUpperCase()}${group.slice(1)}Api`;

function groupText(group: string, places: Place[], schemas: Record<string, Schema>): string {
  const queries = places.map(({ operation }) => queryText(operation)).join("");
  const methods = places.map((place) => methodText(place, schemas, places)).join("\n");
  return `${queries}/** \`catalogd.${group}\` */
export class ${classOf(group)} {
  readonly #send: Send;
  constructor(send: Send) {
    this.#send = send;
  }

${methods}}

`;
}

function catalogdText(groups: string[]): string {
  return `/** The whole API, by the first word of its paths. */
export class Catalogd {
${groups.map((group) => `  readonly ${group}: ${classOf(group)};\n`).join("")}
  constructor(options: CatalogdOptions) {
    const send = sender(options);
${groups.map((group) => `    this.${group} = new ${classOf(group)}(send);\n`).join("")}  }
}
`;
}

/** The events that webhooks get, as one type, and what reads one of a request. */
function eventsText({ webhooks = {} }: Description): string {
  const types = Object.values(webhooks).flatMap((item) => {
    const body = "post" in item ? item.post?.requestBody : undefined;
    const schema = body && "content" in body ? body.content["application/json"]?.schema : undefined;
    return schema && "$ref" in schema ? [nameOf(schema.$ref)] : [];
  });
  if (types.length === 0) return "";
  return `/** What a webhook is sent, told apart by \`event\`. */
export type WebhookEvent = ${types.join(" | ")};

/**
 * The event of a delivery, once its signature is found right and not older than five minutes. \`body\` is the text unchanged,
 * not JSON written again. Throws \`WebhookRefused\`. An event can come twice: act once for each \`id\`.
 */
export const verifyWebhook = (
  body: string,
  headers: RequestHeaders,
  secret: string,
  options?: { toleranceSeconds?: number; nowMs?: number },
): Promise<WebhookEvent> => verified<WebhookEvent>(body, headers, secret, options);

`;
}

/** The parameters that several operations share, in their places. */
function withParameters(places: Place[], shared: Record<string, Schema>): Place[] {
  return places.map((place) => {
    const parameters = (place.operation.parameters ?? []).map((each) => {
      const { $ref } = each as { $ref?: string };
      // A parameter like the others: it has been checked against the standard.
      return $ref === undefined ? each : (shared[$ref.split("/").at(-1) ?? ""] as unknown as typeof each);
    });
    return { ...place, operation: { ...place.operation, parameters: parameters.filter(Boolean) } };
  });
}

/** A client in pieces, each the text of its declarations. */
export interface ClientPieces {
  intro: string;
  catalogd: string;
  events: string;
  /** By name. */
  models: ReadonlyMap<string, string>;
  /** By the name of the group. */
  groups: ReadonlyMap<string, string>;
}

/**
 * The client of a description: its models, and a method for each operation. It takes a quarter of a second of work, and the
 * thread's other callers have their turn in between.
 */
export async function clientPieces(description: Description): Promise<ClientPieces> {
  const { components = {}, info } = description;
  const schemas = (components.schemas ?? {}) as Record<string, Schema>;
  const shared = (components.parameters ?? {}) as unknown as Record<string, Schema>; // plain JSON
  const places = [...operationsByGroup(description)].toSorted(([one], [other]) => (one < other ? -1 : 1));
  const pauses = openPauses();
  const models = new Map<string, string>();
  for (const [name, schema] of Object.entries(schemas)) {
    models.set(name, modelText(name, schema));
    if (pauses.isDue()) await pauses.take();
  }
  const groups = new Map<string, string>();
  for (const [group, its] of places) {
    groups.set(group, groupText(group, withParameters(its, shared), schemas));
    if (pauses.isDue()) await pauses.take();
  }
  return {
    intro: INTRO.replace("VERSION", info.version),
    catalogd: catalogdText([...groups.keys()]),
    events: eventsText(description),
    models,
    groups,
  };
}

/**
 * The client as one file. Made from the very description that is served, so that it is never older than the service.
 * `runtime` is the text of what sends the calls.
 */
export async function clientText(description: Description, runtime: string): Promise<string> {
  const { intro, catalogd, events, models, groups } = await clientPieces(description);
  const texts = [intro, "\n", catalogd, "\n", runtime, "\n", events, ...models.values(), ...groups.values()];
  return texts.join("").trimEnd().concat("\n");
}
