/** Counts the products of a tenant that have no state, and the states that have no product: `n`. */
export const UNPAIRED_STATES = `select count(*) as n from product
  full join product_state state on state.row_id = product.row_id and state.tenant_id = product.tenant_id
  where (product.row_id is null or state.row_id is null) and ifnull(product.tenant_id, state.tenant_id) = :tenant`;
