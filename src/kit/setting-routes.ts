import type { TSchema } from "@sinclair/typebox";
import type { Mutation } from "../../db/ports.ts";
import { accessRoutes } from "../http/gate/access.ts";
import type { AccessPolicy } from "../http/gate/policy.ts";
import { ifMatch, withETag } from "../http/output/etag.ts";
import type { Services } from "../runtime/services.ts";
import type { Setting, SettingChange } from "./setting.ts";

/** Who reads and sets what a tenant decides for itself. */
export const SETTINGS = { credential: "session", permission: "MANAGE_SETTINGS" } as const;

/** How a setting is served. */
interface SettingRoutes<T, C> {
  /** `/settings/tax` */
  path: string;
  /** The group in the description; absent: Settings. */
  tag?: string;
  change: Mutation<SettingChange<C>, T>;
  body: TSchema;
  /** Who reads and who puts it; absent: who manages settings. */
  rights?: { view: AccessPolicy; edit: AccessPolicy };
  /** What is put; absent: the body as it is read. */
  update?: TSchema;
  /** The setting as it is shown, and what a request puts; absent: as it is stored. */
  bodyOf?: (value: T) => unknown;
  changeOf?: (body: never) => C;
  /** What its operations are called: `getTax` and `putTax`, with their summaries and descriptions. */
  texts: { one: string; get: readonly [summary: string, text: string]; put: readonly [summary: string, text: string] };
}

/** The routes that read a setting and put it, with its ETag. */
export const settingRoutes = <T, C>(
  services: Services,
  { find, versionOf: version }: Setting<T>,
  {
    path,
    tag = "Settings",
    rights = { view: { ...SETTINGS, tier: "READ_ADMIN" }, edit: { ...SETTINGS, tier: "WRITE_CONFIG" } },
    change,
    body: Body,
    update = Body,
    bodyOf = (value) => value,
    changeOf = (body) => body,
    texts: { one, get, put },
  }: SettingRoutes<T, C>,
) =>
  accessRoutes(services, tag, path)
    .get(
      "",
      async ({ db, headers, set }) => {
        const found = await find(db);
        return withETag({ headers, set }, version(found), bodyOf(found));
      },
      {
        policy: rights.view,
        response: { 200: Body },
        detail: { operationId: `get${one}`, summary: get[0], description: get[1] },
      },
    )
    .put(
      "",
      async ({ write, body, headers, set }) => {
        const stored = await write(change, { change: changeOf(body as never), expected: ifMatch(headers) });
        return withETag({ headers: {}, set }, version(stored), bodyOf(stored));
      },
      {
        policy: rights.edit,
        body: update,
        response: { 200: Body },
        detail: { operationId: `put${one}`, summary: put[0], description: put[1] },
      },
    );
