import { Type } from "@sinclair/typebox";
import { oneOf } from "../../http/input/one-of.ts";

/** How a request sorts a list, as lists of products take it. */
export const sortQuery = <S extends string>(sorts: readonly S[], description: string) => ({
  sort_by: Type.Optional(oneOf(sorts, { description })),
  sort_order: Type.Optional(oneOf(["asc", "desc"] as const, { description: "Default desc." })),
});

/** In which order a list is read; `first`: what it is sorted by when the request does not say. */
export const sortOf = <S extends string>(
  { sort_by: sort, sort_order: order }: { sort_by?: S | undefined; sort_order?: "asc" | "desc" | undefined },
  first: S,
): { sort: S; isDescending: boolean } => ({ sort: sort ?? first, isDescending: order !== "asc" });
