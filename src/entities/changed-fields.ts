/** The fields of a body that differ from those before, with what each is now. */
export const changedFields = <T extends object>(before: T, after: T): Partial<T> =>
  // The keys and values are those of `after`.
  Object.fromEntries(Object.entries(after).filter(([name, value]) => before[name as keyof T] !== value)) as Partial<T>;
