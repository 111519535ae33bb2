/**
 * What stands between a tenant's tag and a code: no word begins with it. So codes, of which each product has its own, are
 * no words that a misspelt one may mean.
 */
export const CODE_SIGN = "§";

/** What stands after a tenant's tag behind each title: a phrase with it is a whole title, and none goes beyond it. */
export const TITLE_END = "¶";
