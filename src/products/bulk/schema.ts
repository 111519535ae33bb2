import { Type } from "@sinclair/typebox";
import { orNull, Uuid } from "../../http/input/fields.ts";

export const BulkUpdate = Type.Object(
  {
    updates: Type.Array(
      Type.Object({
        id: Uuid,
        fields: Type.Record(Type.String(), Type.Unknown(), {
          maxProperties: 200,
          description: "Fields as a single update takes them. An unknown field name rejects the item.",
          examples: [{ price: 9.9, brand_name: "Acme" }],
        }),
      }),
      { minItems: 1, maxItems: 100 },
    ),
  },
  { title: "BulkUpdate" },
);

const ItemErrors = (description: string) =>
  Type.Array(
    Type.Object({
      index: Type.Integer({ minimum: 0, description: "Place in the request, from 0." }),
      id: Uuid,
      error_code: Type.String(),
      message: Type.String(),
      field: Type.Optional(Type.String({ description: "The first invalid field." })),
    }),
    { description },
  );

export const BulkUpdated = Type.Object(
  {
    updated: Type.Integer({ description: "Items that were taken, those without effect included." }),
    errors: ItemErrors("The items that were refused; the others were taken."),
  },
  { title: "BulkUpdateResult" },
);

export const BulkDeletion = Type.Object(
  {
    product_ids: Type.Array(Uuid, { minItems: 1, maxItems: 1000 }),
    permanent: Type.Optional(Type.Boolean({ description: "Erase them for good. Default false." })),
  },
  { title: "BulkDeletion" },
);

export const BulkDeletionQuery = Type.Object({
  permanent: Type.Optional(Type.Boolean({ description: "Erase them for good; wins over the body. Default false." })),
});

export const BulkDeleted = Type.Object(
  {
    requested: Type.Integer({ description: "Different ids in the request." }),
    deleted: Type.Integer(),
    not_found: Type.Array(Uuid, { description: "Unknown, or deleted already." }),
    errors: Type.Array(Type.Unknown()),
    permanent: Type.Boolean(),
  },
  { title: "BulkDeletionResult" },
);

export const DeleteAll = Type.Object({
  confirmation_phrase: Type.Optional(
    // The check of the phrase says of any other value what to send.
    Type.Unknown({
      type: "string",
      maxLength: 200,
      description: "Required: `DELETE ALL PRODUCTS`, or `SUPPRIMER TOUS LES PRODUITS`.",
      examples: ["DELETE ALL PRODUCTS"],
    }),
  ),
});

export const AllDeleted = Type.Object({
  deleted: Type.Integer(),
  permanent: Type.Literal(true),
  snapshot: orNull(
    Type.String({ examples: ["before-delete-all-20261129T013000Z-019aa5f3-6d2e-7c41"] }),
    "Name of the snapshot of the instance that was made before: its operator can restore it. Null where nothing was to be deleted, and where the operator makes none.",
  ),
});
