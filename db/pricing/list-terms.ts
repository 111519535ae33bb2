import type { Reader } from "../ports.ts";
import { text } from "../rows.ts";
import { type SelectedBy, selection } from "../selection.ts";
import { FLAG_OR_NULL, TEXT, TEXT_OR_NULL } from "../table.ts";

/** What a price list says of tax. */
export const LIST_TAX = {
  /** Whether its prices contain tax; `null`: as the products' own do. */
  pricesIncludeTax: FLAG_OR_NULL,
  /** Whose tax; `null`: that of the tenant's country. */
  taxCountry: TEXT_OR_NULL,
};

const TERMS = selection("list", { id: TEXT, currency: TEXT, ...LIST_TAX });
/** In which currency a list is, and what it says of tax. */
export type ListTerms = SelectedBy<typeof TERMS>;

/** The terms of each list, by its id. */
export const findListTerms = async (db: Reader, ids: readonly string[]): Promise<Map<string, ListTerms>> =>
  new Map(
    await db.all(
      `select ${TERMS.selected} from json_each(:ids) wanted
        cross join price_list list on list.tenant_id = :tenant and list.id = wanted.value`,
      { ids: JSON.stringify(ids) },
      (row): [string, ListTerms] => [text(row, "id"), TERMS.read(row)],
    ),
  );

/** The currency of each list, by its id. */
export const findListCurrencies = async (db: Reader, ids: readonly string[]): Promise<Map<string, string>> =>
  new Map([...(await findListTerms(db, ids))].map(([id, { currency }]) => [id, currency]));
