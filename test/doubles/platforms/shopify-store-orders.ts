import { paged } from "./graphql-answers.ts";

// Source: https://shopify.dev/docs/api/admin-graphql/2026-10 : Order, LineItem, Refund, RefundLineItem
type Args = Record<string, unknown>;
interface StoreRefund {
  id: string;
  lines: { quantity: number; restockType: string; lineItem: { id: string } }[];
}
export interface StoreOrder {
  id: string;
  createdAt: string;
  updatedAt: string;
  cancelledAt: string | null;
  displayFinancialStatus: string | null;
  lines: { id: string; sku: string | null; quantity: number; currentQuantity: number; product: null; variant: null }[];
  refunds: StoreRefund[];
}

/** The orders of a shop, and what its API answers of them. */
export function storeOrders() {
  const all: StoreOrder[] = [];
  const refundOf = ({ lines, ...refund }: StoreRefund) => ({
    ...refund,
    refundLineItems: (args: Args) => paged(lines, args),
  });
  const orderOf = ({ lines, refunds, ...order }: StoreOrder) => ({
    ...order,
    lineItems: (args: Args) => paged(lines, args),
    refunds: ({ first }: Args) => refunds.slice(0, Number(first)).map(refundOf),
  });
  return {
    all,
    query: {
      orders: (args: Args) => paged(all.map(orderOf), args),
      order: ({ id }: Args) => all.filter((each) => each.id === id).map(orderOf)[0] ?? null,
    },
    refundAt: (id: string) =>
      all
        .flatMap(({ refunds }) => refunds)
        .filter((each) => each.id === id)
        .map(refundOf)[0],
  };
}
