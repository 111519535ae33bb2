import type { Static, TSchema } from "@sinclair/typebox";
import { type TypeCheck, TypeCompiler } from "@sinclair/typebox/compiler";
import type { FieldProblem } from "../output/errors.ts";
import { problemsOf } from "../output/faults/problems.ts";

/** A check of values by a schema. It is compiled for the first one: start is not the time for it. */
export function lateCheck<S extends TSchema>(schema: S): (value: unknown) => value is Static<S> {
  let compiled: TypeCheck<S> | undefined;
  return (value): value is Static<S> => {
    compiled ??= TypeCompiler.Compile(schema);
    return compiled.Check(value);
  };
}

/** An item of a list with its place in it. */
interface ItemAt<T> {
  index: number;
  item: T;
}

/** Checks items one by one where the fault of one leaves the others: those that fit, and the first problem of each other. */
export function itemChecker<S extends TSchema>(schema: S) {
  const isFit = lateCheck(schema);
  return (items: readonly unknown[]) => {
    const good: ItemAt<Static<S>>[] = [];
    const bad: { index: number; problem: FieldProblem }[] = [];
    for (const [index, item] of items.entries()) {
      if (isFit(item)) good.push({ index, item });
      else bad.push({ index, problem: problemsOf(schema, item)[0] ?? { field: "", type: "invalid_value" } });
    }
    return { good, bad };
  };
}
