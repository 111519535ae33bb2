const PATHS = {
  home: "M2 7l6-5 6 5v7H2zM6 14v-4h4v4",
  product: "M2 5l6-3 6 3v6l-6 3-6-3zM2 5l6 3 6-3M8 8v6",
  in: "M8 2v8M5 7l3 3 3-3M2 11v3h12v-3",
  out: "M8 10V2M5 5l3-3 3 3M2 11v3h12v-3",
  review: "M2 3h12v8H7l-3 3v-3H2z",
  price: "M2 12l4-5 3 3 5-7",
  shop: "M3 14V6l-1-3h12l-1 3v8zM3 6h10",
  hook: "M5 3a3 3 0 1 0 3 4l3 6M8 13h5",
  setup: "M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z",
  ai: "M8 2l1.5 4.5L14 8l-4.500 1.500L8 14l-1.500-4.500L2 8l4.500-1.500z",
  people: "M6 8a2.500 2.500 0 1 0 0-5 2.500 2.500 0 0 0 0 5zM2 14c0-3 8-3 8 0M11 8h4M13 6v4",
  operation: "M8 5a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM8 1v3M8 12v3M1 8h3M12 8h3",
  find: "M7 2a5 5 0 1 0 0 10A5 5 0 0 0 7 2zM11 11l3 3",
  menu: "M2 4h12M2 8h12M2 12h12",
  plus: "M8 3v10M3 8h10",
  close: "M4 4l8 8M12 4l-8 8",
} as const;

/** The name of an icon. */
export type IconName = keyof typeof PATHS;

/** A line drawing beside words; it says nothing that the words do not. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
