import { SCHEMA } from "../schema.ts";
import { categoryNames } from "./0.1.0-category-names.ts";
import { extraWithoutRepeats } from "./0.1.0-extra-without-repeats.ts";
import { levelsCrossed } from "./0.1.0-levels-crossed.ts";
import { levelsUnderWay } from "./0.1.0-levels-under-way.ts";
import { pageMarks } from "./0.1.0-page-marks.ts";
import { positionCompleteness } from "./0.1.0-position-completeness.ts";
import { positionFlags } from "./0.1.0-position-flags.ts";
import { pricesAsBefore } from "./0.1.0-prices-as-before.ts";
import { shopPriceTax } from "./0.1.0-shop-price-tax.ts";
import { thousandths } from "./0.1.0-thousandths.ts";
import { unreviewedTranslations } from "./0.1.0-unreviewed-translations.ts";
import released from "./released.json" with { type: "json" };
import type { Plan, Upgrade } from "./upgrade.ts";

/** Append only: the first leads from schema version 1 to 2. */
const UPGRADES: Upgrade[] = [
  thousandths,
  unreviewedTranslations,
  positionCompleteness,
  positionFlags,
  extraWithoutRepeats,
  pageMarks,
  levelsUnderWay,
  levelsCrossed,
  shopPriceTax,
  categoryNames,
  pricesAsBefore,
];

export const PLAN: Plan = { schema: SCHEMA, released, upgrades: UPGRADES };
