/** Brands of a store: products are given one by its name, and answered with its id. */
export function bigcommerceBrands() {
  const names: string[] = [];
  return {
    idOf: (name: unknown): number => {
      if (typeof name !== "string") return 0;
      if (!names.includes(name)) names.push(name);
      return names.indexOf(name) + 1;
    },
    list: (query: URLSearchParams) => {
      const ids = query.get("id:in")?.split(",").map(Number);
      return names.map((name, place) => ({ id: place + 1, name })).filter(({ id }) => ids?.includes(id) ?? true);
    },
  };
}
