import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import type { FieldProblem } from "../output/errors.ts";
import { problemsOf } from "../output/faults/problems.ts";

/** An item of a list with its place in it. */
interface ItemAt<T> {
  index: number;
  item: T;
}

/** Checks items one by one where the fault of one leaves the others: those that fit, and the first problem of each other. */
export function itemChecker<S extends TSchema>(schema: S) {
  let check: TypeCheck<S> | undefined;
  return (items: readonly unknown[]) => {
    // Compiled at the first request: start is not the time for it.
    check ??= TypeCompiler.Compile(schema);
    const good: ItemAt<Static<S>>[] = [];
    const bad: { index: number; problem: FieldProblem }[] = [];
    for (const [index, item] of items.entries()) {
      if (check.Check(item)) good.push({ index, item });
      else bad.push({ index, problem: problemsOf(schema, item)[0] ?? { field: "", type: "invalid_value" } });
    }
    return { good, bad };
  };
}
