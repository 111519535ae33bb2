import type { Column, Table } from "./table.ts";

/** What a catalog does not have, although the older routes have a parameter for it. */
export type AbsentName = "orders" | "customers";

const NAMES: Record<AbsentName, readonly string[]> = {
  orders: ["id", "order_number", "status", "customer_id", "currency", "total", "created_at"],
  customers: ["id", "name", "email", "phone", "country", "created_at"],
};

const column = (name: string): Column<never> => ({ name, kind: "plain", read: () => null });

async function* noPages(): AsyncGenerator<readonly never[]> {}

/** A table without rows. */
export const absentTable = (name: AbsentName): Table<never> => ({ columns: NAMES[name].map(column), pages: noPages() });
