import { isCountry } from "./countries.ts";
import { column, extra } from "./field.ts";
import { country, figure, flag, formed, line, whole } from "./kinds.ts";
import { upperCaseSetter } from "./setters.ts";

const ENERGY = {
  pattern: "^[A-G]\\+{0,3}$",
  cell: { pattern: /^[A-G]\+{0,3}$/, example: "A++", clean: (text: string) => text.toUpperCase() },
};

/** What customs, safety and buyers' rights ask of a product. */
export const RULES = {
  hs_code: extra(line("Customs tariff code."), {
    label: ["HS code", "Code douanier"],
    in: ["appsync", "compliance"],
    behind: { export: "unit_of_measure" },
    headers:
      "hs code, hs, hts code, tariff code, tariff number, commodity code, customs tariff number, taric, code hs, " +
      "code sh, code douanier, code douane, nomenclature douaniere, nomenclature, customs code, zolltarif, " +
      "zolltarifnummer, zolltarif nr, warennummer, statistische warennummer, codigo arancelario, codigo taric, " +
      "partida arancelaria, codice doganale, voce doganale, goederencode, douanecode, kod cn, kod celny, " +
      "taryfa celna, " +
      "celní sazebník, kód celního sazebníku, colný sadzobník, kód colného sadzobníka, carinska tarifa, " +
      "tarifna številka, tarifni broj, vámtarifaszám, cod vamal, cod tarifar, митническа тарифа, " +
      "тарифен номер, δασμολογικός κωδικός, toldtarif, varekode, tulltaxenummer, statistiskt nummer, " +
      "tolltariff, tolltariffnummer, tullinimike, cn koodi, kaubakood, kn kods, kn kodas, muitinės kodas, " +
      "ncm, código pautal, código ncm, gtip, gtip kodu, тн вэд, код тн вэд, укт зед, код уктзед, " +
      "код укт зед",
  }),
  country_of_origin: column("countryOfOrigin", country("ISO 3166-1 alpha-2."), {
    label: ["Country of origin", "Pays d'origine"],
    set: upperCaseSetter("countryOfOrigin"),
    check: { isRight: isCountry, problem: { type: "invalid_value", key: "validation.country" } },
    shown: "ISO 3166-1 alpha-2.",
    in: ["catalog-export", "appsync", "compliance"],
    behind: { export: "hs_code", "catalog-export": "depth" },
    headers:
      "country of origin, origin, origin country, country, country of manufacture, made in, pays d origine, " +
      "pays origine, origine, pays, pays de fabrication, provenance, ursprungsland, herkunftsland, herkunft, " +
      "ursprung, pais de origen, pais origen, pais, origen, paese di origine, paese origine, origine paese, " +
      "paese, land van herkomst, herkomst, land, kraj pochodzenia, kraj, país de origem, pais de origem, " +
      "země původu, krajina pôvodu, származási ország, tara de origine, страна производитель, " +
      "страна происхождения, країна виробник, країна походження, страна на произход, χώρα προέλευσης, " +
      "zemlja porijekla, država porekla, oprindelsesland, opprinnelsesland, alkuperämaa, päritoluriik, " +
      "izcelsmes valsts, kilmės šalis, menşei, mense, " +
      "država izvora, zemlja podrijetla, tillverkningsland, produksjonsland, valmistusmaa, päritolumaa, " +
      "tír thionscnaimh, pajjiż tal oriġini, menşei ülke, üretim yeri, страна производства, " +
      "страна изготовления, країна виробництва",
  }),
  dangerous_goods: extra(flag("Whether the product is classed as dangerous goods."), {
    label: ["Dangerous goods", "Matières dangereuses"],
    in: ["appsync", "compliance"],
    headers:
      "dangerous goods, hazmat, hazardous, matieres dangereuses, produit dangereux, gefahrgut, " +
      "mercancias peligrosas, merci pericolose, gevaarlijke stoffen",
  }),
  dangerous_goods_class: extra(line("Dangerous goods class."), {
    label: ["Dangerous goods class", "Classe de matières dangereuses"],
    in: ["compliance"],
    headers: "dangerous goods class, hazard class, classe de danger, gefahrgutklasse, gefahrklasse",
  }),
  backorder_allowed: extra(flag("Whether it can be ordered when out of stock."), {
    label: ["Backorder allowed", "Commande sans stock autorisée"],
  }),
  preorder_available: extra(flag("Whether it can be preordered."), {
    label: ["Preorder available", "Précommande possible"],
  }),
  requires_quote: extra(flag("Whether the price is on request."), { label: ["Requires a quote", "Sur devis"] }),
  is_b2b_only: extra(flag("Whether it is sold to businesses only."), {
    label: ["B2B only", "Réservé aux professionnels"],
  }),
  reach_compliant: extra(flag("Complies with REACH."), {
    label: ["REACH compliant", "Conforme REACH"],
    in: ["compliance"],
  }),
  rohs_compliant: extra(flag("Complies with RoHS."), {
    label: ["RoHS compliant", "Conforme RoHS"],
    in: ["compliance"],
  }),
  ce_marked: extra(flag("Bears the CE mark."), { label: ["CE marked", "Marquage CE"], in: ["compliance"] }),
  weee_category: extra(line("WEEE category."), { label: ["WEEE category", "Catégorie DEEE"], in: ["compliance"] }),
  energy_class: extra(formed("Energy class, A to G with up to three +.", ENERGY), {
    label: ["Energy class", "Classe énergétique"],
    in: ["compliance"],
    headers:
      "energy class, energy rating, energy label, classe energetique, etiquette energie, energieeffizienzklasse, " +
      "energieklasse, energielabel, clase energetica, eficiencia energetica, classe energetica, energieklasse, " +
      "klasa energetyczna",
  }),
  recyclable: extra(flag("Whether it can be recycled."), { label: ["Recyclable", "Recyclable"], in: ["compliance"] }),
  eco_friendly: extra(flag("Whether it is sold as eco-friendly."), {
    label: ["Eco-friendly", "Écologique"],
    in: ["compliance"],
  }),
  carbon_footprint_kg: extra(figure("Carbon footprint in kilograms of CO2."), {
    label: ["Carbon footprint (kg)", "Empreinte carbone (kg)"],
    in: ["compliance"],
  }),
  warranty_type: extra(line("Type of warranty."), { label: ["Warranty type", "Type de garantie"], in: ["compliance"] }),
  warranty_duration: extra(whole("Warranty in months.", 0, "month"), {
    label: ["Warranty (months)", "Garantie (mois)"],
    in: ["appsync", "compliance"],
    headers:
      "warranty duration, warranty, warranty months, garantie, duree de garantie, garantie mois, garantiezeit, " +
      "garantia, meses de garantia, garanzia, garantietermijn, gwarancja, " +
      "záruka, garancija, jamstvo, jótállás, гаранция, εγγύηση, takuu, garanti süresi, гарантия, " +
      "гарантийный срок, гарантія, гарантійний термін",
  }),
  return_policy_days: extra(whole("Return period in days.", 0, "day"), {
    label: ["Return period (days)", "Délai de retour (jours)"],
  }),
  return_allowed: extra(flag("Whether returns are accepted."), { label: ["Return allowed", "Retour autorisé"] }),
};
