import { Type } from "@sinclair/typebox";

export const SupplierDeletion = Type.Object({
  force: Type.Optional(Type.Boolean({ description: "Remove it from its products. Default false." })),
});
