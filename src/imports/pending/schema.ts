import { Type } from "@sinclair/typebox";
import { idParams } from "../../http/input/fields.ts";
import { oneOf } from "../../http/input/one-of.ts";
import { flatPageOf } from "../../http/input/page.ts";
import { PendingEans } from "./list-pending-eans.ts";

const Uuid = () => Type.String({ format: "uuid" });

export const ResolutionParams = idParams({ resolution_id: "row" });

const pendingPage = flatPageOf(PendingEans.Body);
export const PendingPage = Type.Object({
  ...pendingPage.properties,
  stats: Type.Object({
    total: Type.Integer(),
    ean_to_resolve: Type.Integer(),
    ean_not_resolvable: Type.Integer(),
    suppliers: Type.Integer(),
  }),
});
export const PendingIds = Type.Array(Uuid(), {
  maxItems: 1000,
  description: "Ids of rows with a pending EAN; unknown ids are ignored.",
});
export const BulkIgnored = Type.Object({
  status: Type.Literal("success"),
  deleted_count: Type.Integer(),
  message: Type.String(),
});
export const EanResolve = Type.Object({
  ean: Type.String({ minLength: 8, maxLength: 40, description: "GTIN with a correct check digit." }),
});
export const EansResolve = Type.Object({
  items: Type.Array(Type.Object({ id: Uuid(), ...EanResolve.properties }), { minItems: 1, maxItems: 100 }),
});
export const EansResolved = Type.Object({
  resolved_count: Type.Integer(),
  failed_count: Type.Integer(),
  items: Type.Array(
    Type.Object({
      id: Uuid(),
      status: oneOf(["resolved", "failed"] as const),
      ean: Type.String(),
      product_id: Type.Union([Uuid(), Type.Null()]),
      error_code: Type.Union([Type.String(), Type.Null()], { description: "Null when it is resolved." }),
    }),
    { description: "In request order." },
  ),
});
export const LookupStarted = Type.Object({ status: Type.Literal("queued"), pending: Type.Integer() });
export const EanResolved = Type.Object({ ...PendingEans.Body.properties, product_id: Uuid(), ean: Type.String() });
