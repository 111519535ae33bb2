import { elsewhere, extra, number, parked, text } from "./field.ts";
import { id, line, money, percent, whole } from "./kinds.ts";

/** Files may bring longer ones, which name no supplier. */
const SUPPLIER_CODE = {
  ...line("Code of an existing supplier; `supplier_id` takes precedence.", 50),
  cell: line().cell,
};

/** What a product belongs to, and on what terms it is sold. */
export const TERMS = {
  brand_name: elsewhere(line("Name of an existing brand; `brand_id` takes precedence."), {
    label: ["Brand", "Marque"],
    importAs: "brand",
    importAliases: ["brand_name"],
    behind: { headers: "brand_id" },
    isReference: true,
    isSent: true,
    in: ["ext"],
    headers:
      "brand, brands, brand name, marque, marques, nom de marque, labo, laboratoire, laboratory, manufacturer, " +
      "manufacturer name, maker, fabricant, vendor, hersteller, marke, herstellername, markenname, marca, " +
      "fabricante, marchio, produttore, merk, merknaam, fabrikant, marka, producent, publisher, editeur, " +
      "make, brand title, marca fabricante, fabricante marca, značka, výrobce, výrobca, márka, gyártó, " +
      "producator, producător, marcă, бренд, производитель, торговая марка, виробник, марка, производител, " +
      "μάρκα, κατασκευαστής, brend, proizvođač, proizvajalec, blagovna znamka, mærke, varemærke, merke, " +
      "produsent, producent navn, varumärke, tillverkare, merkki, tuotemerkki, valmistaja, kaubamärk, tootja, " +
      "zīmols, ražotājs, prekės ženklas, gamintojas, marka adı, üretici, " +
      "robna marka, brändi, déantóir, изготовитель",
  }),
  brand_id: text("brandId", id("An existing brand."), {
    label: ["Brand id", "Identifiant de marque"],
    shown: "",
    completeness: { as: "brand", weight: 10, isFilled: (row) => row.brandId !== null },
    headers: "brand id, id marque, manufacturer id",
  }),
  category: elsewhere(line("", 1000), {
    label: ["Category (path)", "Catégorie (chemin)"],
    behind: { headers: "category_id" },
    isReference: true,
    headers:
      "category, categories, category path, category name, product category, product type, product group, " +
      "item group, type, categorie, famille, famille produit, rayon, arborescence, gamme, kategorie, " +
      "kategorien, warengruppe, produktgruppe, artikelgruppe, kategoriepfad, categoria, categorias, familia, " +
      "famiglia, reparto, gruppo merceologico, productgroep, artikelgroep, categorienaam, kategoria, " +
      "kategorie produktu, grupa towarowa, grupa, podgrupa, opis podgrupy, opis grupy, nazwa grupy, categories name, collection, collections, subcategory, " +
      "sub category, scat, cat, categoria do produto, subcategoria, categorytext, skupina zboží, kategória, " +
      "kategória produktu, termékkategória, termékcsoport, categorie produs, категория, категория товара, " +
      "раздел, группа, категорія, назва групи, розділ, κατηγορία, kategorija, grupa artikla, skupina, " +
      "varegruppe, varegrupp, produktkategori, kategori, kategoriat, tuoteryhmä, kategooria, tootegrupp, " +
      "kategorijas, preču grupa, kategorija prekės, kategori adı, kategori1, ana kategori, " +
      "κατηγορίες, κατηγορίες προϊόντων, категории, категории товара, рубрика, подкатегория, main category, " +
      "группа товаров, група товарів, товарная группа, " +
      "primary category, hauptkategorie, gewerk, warenuntergruppe, untergruppe, unterkategorie, sous categorie, sottocategoria, " +
      "categoria del producto en la tienda, product type name, " +
      "skupina tovaru, skupina izdelkov, grupa proizvoda, cikkcsoport, κατηγορία προϊόντος, prekių grupė, " +
      "catagóir, ürün grubu, категорія товару",
  }),
  category_id: text("categoryId", id("An existing category."), {
    label: ["Category id", "Identifiant de catégorie"],
    shown: "",
    in: ["ext"],
    completeness: { as: "category", weight: 10, isFilled: (row) => row.categoryId !== null },
    headers: "category id, id categorie, categorie id, kategorie id",
  }),
  supplier_id: text("supplierId", id("The main supplier; must exist."), {
    label: ["Supplier id", "Identifiant du fournisseur"],
    shown: "The main supplier.",
    completeness: { as: "supplier", weight: 5, isFilled: (_, facts) => facts.hasSuppliers },
  }),
  supplier_code: elsewhere(SUPPLIER_CODE, {
    label: ["Supplier code", "Code fournisseur"],
    isSent: true,
    in: ["ext"],
    headers:
      "supplier code, supplier number, supplier no, vendor code, vendor number, vendor no, code fournisseur, " +
      "no fournisseur, numero fournisseur, lieferantencode, lieferantennummer, lieferanten nr, lieferantennr, " +
      "codigo proveedor, cod proveedor, codice fornitore, cod fornitore, leverancierscode, leveranciersnummer, " +
      "kod dostawcy, numer dostawcy",
  }),
  price: number("priceCents", money("Selling price."), {
    label: ["Price", "Prix de vente"],
    shown: "Selling price.",
    in: ["catalog-export"],
    completeness: { as: "price", weight: 10, isFilled: (row) => row.priceCents !== null && row.priceCents > 0 },
    headers:
      "price, price ttc, price gross, public price, prix, prix ttc, prix de vente, prix vente, prix public, " +
      "prix public ttc, prix vente ttc, prix de vente ttc, pvp, pvttc, pv ttc, pv, pvht, tarif, tarif ttc, " +
      "retail price, regular price, selling price, sale price, sales price, unit price, price incl tax, " +
      "price tax included, prix unitaire, pu, preis, preis brutto, vk, vk preis, vk brutto, verkaufspreis, " +
      "endpreis, ladenpreis, einzelpreis, stuckpreis, bruttopreis, precio, precio venta, precio de venta, " +
      "pvp iva incluido, precio con iva, precio unitario, prezzo, prezzo di vendita, prezzo vendita, " +
      "prezzo pubblico, prezzo al pubblico, prezzo ivato, prijs, verkoopprijs, consumentenprijs, stukprijs, " +
      "prijs incl, cena, cena brutto, cena sprzedazy, cena detaliczna, cena jednostkowa, current price, " +
      "final price, price with vat, price vat, price incl vat, tarif regulier, selling rate, " +
      "standard selling rate, retail, preço, preco, preço de venda, preco venda, valor, preço unitário, " +
      "pvp com iva, cena s dph, cena vč dph, prodejní cena, cena s dani, predajná cena, ár, bruttó ár, " +
      "eladási ár, egységár, pret, preț, preţ, pret vanzare, pret cu tva, цена, цена розничная, " +
      "розничная цена, ціна, роздрібна ціна, цена с ддс, продажна цена, τιμή, τιμή πώλησης, λιανική τιμή, " +
      "cijena, maloprodajna cijena, mpc, cena z ddv, maloprodajna cena, pris, pris inkl moms, udsalgspris, " +
      "vejl udsalgspris, utsalgspris, utpris, ca pris, hinta, myyntihinta, ovh, hind, müügihind, cena ar pvn, " +
      "kaina, pardavimo kaina, fiyat, fiyatı, satış fiyatı, satis fiyati, liste fiyatı, perakende fiyat, " +
      "стоимость, цена продажи, цена за шт, базовая цена, price b2c, b2c price, cena podstawowa, prix de base, " +
      "price uah, price rub, price ruah, price eur, precio actual, precio final, price amount, precio lista, precio de lista, " +
      "prodajna cijena, цена на дребно, τιμή λιανικής, salgspris, försäljningspris, verollinen hinta, " +
      "jaehind, mazumtirdzniecības cena, mažmeninė kaina, praghas, birim fiyat, ціна продажу",
  }),
  cost_price: number("costPriceCents", money("Cost price."), {
    label: ["Cost price", "Prix d'achat"],
    shown: "",
    in: ["catalog-export"],
    headers:
      "cost price, cost, unit cost, cost per item, purchase price, buying price, wholesale price, net price, " +
      "trade price, dealer price, price ht, price net, price excl tax, ex factory price, factory price, " +
      "prix achat, paht, pa, puht, pu ht, prix unitaire ht, prix achat ht, pa ht, prix net, prix ht, " +
      "prix de revient, prix revendeur, prix grossiste, tarif ht, price tax excluded, ek, ek preis, ek netto, " +
      "einkaufspreis, einstandspreis, nettopreis, preis netto, handlerpreis, hek, precio compra, " +
      "precio de coste, precio coste, coste, precio neto, precio sin iva, prezzo acquisto, prezzo di acquisto, " +
      "costo, prezzo netto, prezzo senza iva, inkoopprijs, inkoop, kostprijs, nettoprijs, prijs excl, " +
      "cena zakupu, cena netto, cena hurtowa, koszt, purchase rate, standard price, cost of goods sold, custo, " +
      "preço de custo, preco de custo, preço de compra, nákupní cena, nákupná cena, velkoobchodní cena, " +
      "cena bez dph, nettó ár, beszerzési ár, pret achizitie, pret fara tva, закупочная цена, оптовая цена, " +
      "закупівельна ціна, оптова ціна, доставна цена, χονδρική τιμή, τιμή αγοράς, nabavna cijena, " +
      "veleprodajna cijena, vpc, nabavna cena, veleprodajna cena, cena brez ddv, indkøbspris, kostpris, " +
      "innkjøpspris, inköpspris, ostohinta, ostuhind, iepirkuma cena, pirkimo kaina, alış fiyatı, alis fiyati, " +
      "стоимость опт, цена опт, " +
      "bayi fiyatı, maliyet, invoice price, " +
      "nagykereskedelmi ár, cost achiziție, цена на едро, τιμή χονδρικής, veroton hinta, sisäänostohinta, " +
      "hulgihind, vairumtirdzniecības cena, didmeninė kaina, toptan fiyat, себестоимость, закупка, " +
      "собівартість",
  }),
  compare_at_price: parked(money(), {
    label: ["Compare-at price", "Prix barré"],
    behind: { export: "compatibility" },
    headers:
      "compare at price, list price, msrp, rrp, srp, recommended retail price, suggested retail price, " +
      "old price, was price, prix barre, prix conseille, prix public conseille, ppc, pvc, ancien prix, uvp, " +
      "uvp brutto, unverbindliche preisempfehlung, listenpreis, streichpreis, pvr, pvpr, pvp recomendado, " +
      "precio recomendado, precio anterior, prezzo consigliato, prezzo di listino, adviesprijs, " +
      "adviesverkoopprijs, van prijs, cena katalogowa, cena sugerowana, stara cena, price old, original price, " +
      "msrp price, preço antigo, preço de tabela, běžná cena, doporučená cena, původní cena, bežná cena, " +
      "odporúčaná cena, ajánlott ár, eredeti ár, pret vechi, pret recomandat, старая цена, стара ціна, " +
      "рекомендуемая цена, стара цена, αρχική τιμή, stara cijena, priporočena cena, førpris, vejledende pris, " +
      "veiledende pris, rek pris, ordinarie pris, suositushinta, normaalihinta, piyasa fiyatı, piyasa fiyati, " +
      "eski fiyat, precio original, precio base, " +
      "standardní cena, pôvodná cena, redna cena, preporučena cijena, redovna cijena, listaár, preț întreg, " +
      "препоръчителна цена, προτεινόμενη τιμή, normalpris, rekommenderat pris, ordinær pris, tavahind, " +
      "soovituslik hind, ieteicamā cena, vecā cena, sena kaina, rekomenduojama kaina, tavsiye edilen fiyat, " +
      "ррц, рекомендована ціна",
  }),
  map_price: parked(money(), {
    label: ["Minimum advertised price", "Prix minimum affiché"],
    headers:
      "map price, map, minimum advertised price, prix minimum, mindestpreis, precio minimo, prezzo minimo, " +
      "minimumprijs, cena minimalna",
  }),
  tax_rate: number("taxRate", percent("Percent.", 20), {
    label: ["Tax rate (%)", "Taux de TVA (%)"],
    shown: "Percent.",
    in: ["catalog-export", "appsync"],
    headers:
      "tax rate, tva, taux tva, taux de tva, tax, taxe, vat, vat rate, vat percent, sales tax, mwst, " +
      "mwst satz, mehrwertsteuer, mehrwertsteuersatz, ust, ust satz, umsatzsteuer, steuersatz, iva, tipo iva, " +
      "tipo de iva, aliquota iva, aliquota, btw, btw tarief, btw percentage, vat stawka, stawka vat, " +
      "iva prodotto, sazba dph, dph, sadzba dph, áfa, afa kulcs, tva rate, cota tva, ндс, ставка ндс, пдв, " +
      "ддс, φπα, pdv, stopa pdv, ddv, moms, momssats, mva, alv, käibemaks, pvn, pvm, kdv, kdv oranı, taxa iva, " +
      "tax percentage, " +
      "stopnja ddv, συντελεστής φπα, mva sats, verokanta, pvn likme, pvm tarifas, cbl, ставка пдв",
  }),
  tax_class: extra(line("Tax class, whose rates are under /settings/tax/rates; null: the default one.", 100), {
    label: ["Tax class", "Classe de taxe"],
    headers: "tax class name, steuerklasse, clase de impuesto, classe fiscale, belastingklasse, klasa podatkowa",
  }),
  stock: elsewhere(whole("Units.", 0), {
    label: ["Stock", "Stock"],
    headers:
      "stock, stock quantity, stock qty, stock level, stock on hand, qty in stock, quantity in stock, " +
      "quantity, qty, quantite, qte, qte stock, quantite en stock, quantite stock, qte disponible, " +
      "stock disponible, stock dispo, dispo, en stock, inventory, inventory quantity, inventory qty, " +
      "available, available quantity, on hand, bestand, lagerbestand, lagermenge, verfugbare menge, anzahl, " +
      "menge, lager, existencias, cantidad, cantidad disponible, unidades disponibles, giacenza, quantita, " +
      "quantita disponibile, qta, scorta, disponibilita, voorraad, aantal, beschikbaar, voorraadaantal, stan, " +
      "stan magazynowy, ilosc, ilosc w magazynie, stan w magazynie, stock amount, dostepna ilosc, zapas, stock qty available, stoc, cantitate, estoque, " +
      "quantidade, qtd, existência, sklad, skladem, množství, počet kusů, množstvo, skladom ks, készlet, " +
      "raktárkészlet, mennyiség, количество, остаток, остатки, наличие количество, кількість, залишок, " +
      "наличност, απόθεμα, ποσότητα, διαθέσιμη ποσότητα, zaliha, količina, stanje, zaloga, lager saldo, " +
      "lagersaldo, antal, antall, lagerantal, på lager antal, varasto, varastosaldo, määrä, kogus, laoseis, " +
      "daudzums, atlikums, kiekis, likutis, stok, stok adedi, stok miktarı, miktar, adet, magazzino, unidades, " +
      "наличие, наявність, " +
      "envanter, stok sayısı, stock actual, in stock, qty on hand, quantity on hand, на складе, stock total, total stock, " +
      "unidades en stock, units, opening stock, " +
      "stav skladu, skladové množství, počet kusov, stoc disponibil, налично количество, lagerbeholdning, " +
      "saldo, kwantità, залишки, залишок на складі",
  }),
};
