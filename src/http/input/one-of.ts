import { type SchemaOptions, type TUnsafe, Type } from "@sinclair/typebox";

/** A schema of one of these texts. TypeBox's own union of literals forgets their types when they come as a list. */
export const oneOf = <T extends string>(values: readonly T[], options?: SchemaOptions): TUnsafe<T> =>
  Type.Unsafe<T>(
    Type.Union(
      values.map((value) => Type.Literal(value)),
      options,
    ),
  );
