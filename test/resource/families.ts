interface Family {
  path: string;
  /** A body by the part that no two may share. */
  body: (word: string) => Record<string, unknown>;
  /** The field that no two may share, regardless of case and accents. */
  key: string;
  /** What a create answers when only the name was sent. */
  defaults: Record<string, unknown>;
  /** Values that come back as they were sent. */
  full: Record<string, unknown>;
  /** Fields that null clears. */
  nullable: string[];
  /** Bodies that are refused, and the field that is blamed. */
  wrong: [Record<string, unknown>, string][];
}

/** The families that are made, read, changed, listed and deleted alike. */
export const FAMILIES: Record<string, Family> = {
  brands: {
    path: "/brands",
    body: (name) => ({ name }),
    key: "name",
    defaults: { slug: "ete", description: null, logo_url: null, is_active: true, external_id: null, product_count: 0 },
    full: {
      name: "Opinel",
      slug: "op",
      description: "<p>Knives</p>",
      logo_url: "https://example.com/l.png",
      website: "https://example.com",
      is_active: false,
      external_id: "x-1",
    },
    nullable: ["description", "logo_url", "website", "external_id"],
    wrong: [
      [{ name: " " }, "name"],
      [{ name: "x".repeat(256) }, "name"],
      [{ name: null }, "name"],
      [{ is_active: null }, "is_active"],
      [{ website: "javascript:alert(1)" }, "website"],
      [{ slug: "A b" }, "slug"],
    ],
  },
  categories: {
    path: "/categories",
    body: (name) => ({ name }),
    key: "name",
    defaults: {
      slug: "ete",
      parent_id: null,
      level: 0,
      path: "Été",
      sort_order: 0,
      is_active: true,
      description: null,
      product_count: 0,
    },
    full: { name: "Chairs", slug: "ch", description: "To sit on", sort_order: 3, is_active: false },
    nullable: ["description"],
    wrong: [
      [{ name: " " }, "name"],
      [{ name: "A > B" }, "name"],
      [{ name: "x".repeat(256) }, "name"],
      [{ parent_id: crypto.randomUUID() }, "parent_id"],
      [{ sort_order: 1.5 }, "sort_order"],
      [{ sort_order: null }, "sort_order"],
    ],
  },
  "product-tags": {
    path: "/product-tags",
    body: (name) => ({ name }),
    key: "name",
    defaults: { slug: "ete", color: null, product_count: 0 },
    full: { name: "Summer", slug: "su", color: "#1f6feb" },
    nullable: ["color"],
    wrong: [
      [{ name: " " }, "name"],
      [{ name: "x".repeat(101) }, "name"],
      [{ color: "red" }, "color"],
      [{ slug: null }, "slug"],
    ],
  },
  suppliers: {
    path: "/suppliers",
    body: (code) => ({ name: "Sold by", code }),
    key: "code",
    defaults: { is_active: true, country: null, currency: "EUR", lead_time_days: null, product_count: 0, code: "ETE" },
    full: {
      name: "Acme",
      code: "ACM",
      is_active: false,
      country: "FR",
      email: "a@example.com",
      phone: "+33 1",
      website: "https://example.com",
      contact_name: "Anna",
      currency: "USD",
      lead_time_days: 3,
      min_order_amount: 12.5,
      notes: "Calls",
    },
    nullable: ["country", "email", "phone", "website", "contact_name", "lead_time_days", "min_order_amount", "notes"],
    wrong: [
      [{ code: "x".repeat(51) }, "code"],
      [{ code: " " }, "code"],
      [{ country: "XX" }, "country"],
      [{ email: "none" }, "email"],
      [{ currency: "eur" }, "currency"],
      [{ lead_time_days: -1 }, "lead_time_days"],
      [{ min_order_amount: -1 }, "min_order_amount"],
      [{ currency: null }, "currency"],
    ],
  },
};
