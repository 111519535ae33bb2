import { column, extra, number, parked } from "./field.ts";
import { formed, grams, kilograms, length, line, whole } from "./kinds.ts";
import { upperCaseSetter } from "./setters.ts";

const withoutSeparators = (text: string) => text.replace(/[\s-]+/g, "");
const upperCase = (text: string) => text.toUpperCase();
const ASIN = {
  pattern: "^[A-Za-z0-9]{1,20}$",
  cell: { pattern: /^[A-Z0-9]{1,20}$/, example: "B00EXAMPLE", clean: upperCase },
};
const UPC = { pattern: "^\\d{12}$", cell: { pattern: /^\d{12}$/, example: "012345678905", clean: withoutSeparators } };
const GTIN = {
  pattern: "^\\d{8,14}$",
  cell: { pattern: /^\d{8,14}$/, example: "03400949497294", clean: withoutSeparators },
};

/** How large a product is, its codes, and how it is packed and ordered. */
export const MEASURES = {
  weight: number("weight", kilograms("Kilograms.", 4.2), {
    label: ["Weight (kg)", "Poids (kg)"],
    shown: "Kilograms.",
    in: ["catalog-export", "appsync", "ext"],
    completeness: { as: "weight", weight: 5, isFilled: (row) => row.weight !== null },
    headers:
      "weight, net weight, item weight, unit weight, gross weight, grams, poids, poids net, poids unitaire, " +
      "poids brut, gewicht, nettogewicht, gewicht netto, gewicht brutto, bruttogewicht, peso, peso neto, " +
      "peso bruto, peso netto, peso lordo, nettogewicht, brutogewicht, waga, waga netto, waga brutto, masa, " +
      "peso kg, hmotnost, váha, hmotnosť, súly, tömeg, greutate, вес, вес товара, вага, тегло, βάρος, težina, " +
      "teža, vægt, vekt, vikt, paino, kaal, svars, svoris, ağırlık, agirlik, desi, " +
      "nettovægt, bruttovægt, nettovikt, bruttovikt, nettovekt, bruttovekt, nettopaino, bruttopaino, " +
      "netokaal, meáchan, piż, peso líquido, net ağırlık, вес нетто, вес брутто, масса, вага нетто, " +
      "вага брутто, маса",
  }),
  width: number("width", length("Centimetres."), {
    label: ["Width (cm)", "Largeur (cm)"],
    shown: "Centimetres.",
    in: ["catalog-export", "appsync", "ext"],
    headers:
      "width, item width, largeur, breite, ancho, anchura, larghezza, breedte, szerokosc, largura, šířka, " +
      "šírka, szélesség, latime, lățime, ширина, πλάτος, širina, bredde, bredd, leveys, laius, platums, " +
      "net width, " +
      "plotis, genişlik, en cm, " +
      "leithead",
  }),
  height: number("height", length("Centimetres."), {
    label: ["Height (cm)", "Hauteur (cm)"],
    shown: "Centimetres.",
    in: ["catalog-export", "appsync", "ext"],
    headers:
      "height, item height, hauteur, hohe, alto, altura, altezza, hoogte, wysokosc, výška, magasság, inaltime, " +
      "înălțime, высота, висота, височина, ύψος, visina, højde, høyde, höjd, korkeus, kõrgus, augstums, " +
      "net height, " +
      "aukštis, yükseklik, " +
      "airde",
  }),
  depth: number("depth", length("Centimetres."), {
    label: ["Depth (cm)", "Profondeur (cm)"],
    shown: "Centimetres.",
    in: ["catalog-export", "appsync", "ext"],
    headers:
      "depth, length, item length, profondeur, longueur, tiefe, lange, profundidad, profondita, lunghezza, " +
      "largo, longitud, fondo, diepte, lengte, glebokosc, dlugosc, profundidade, comprimento, hloubka, délka, " +
      "hĺbka, dĺžka, mélység, hosszúság, adancime, lungime, длина, глубина, довжина, глибина, дължина, " +
      "дълбочина, βάθος, μήκος, dubina, dužina, duljina, globina, dolžina, dybde, længde, lengde, djup, längd, " +
      "net length, " +
      "syvyys, pituus, sügavus, pikkus, dziļums, garums, gylis, ilgis, derinlik, uzunluk",
  }),
  asin: column("asin", formed("Marketplace product identifier.", ASIN), {
    label: ["ASIN", "ASIN"],
    set: upperCaseSetter("asin"),
    shown: "",
    in: ["catalog-export", "ext"],
    headers: "asin, amazon asin",
  }),
  upc: extra(formed("UPC-A, 12 digits.", UPC), {
    label: ["UPC", "UPC"],
    in: ["appsync", "ext"],
    headers: "upc, upc a, upc code, code upc",
  }),
  gtin: extra(formed("GTIN, 8 to 14 digits.", GTIN), {
    label: ["GTIN", "GTIN"],
    in: ["appsync", "ext"],
    headers: "gtin, gtin14, gtin 14",
  }),
  external_id: extra(line("Your own id for the product."), {
    label: ["External id", "Identifiant externe"],
    in: ["appsync", "ext"],
    headers: "external id, id externe, externe id, id externo, id esterno, extern id, zewnetrzne id",
  }),
  mpn: parked(line(), {
    label: ["Manufacturer's part number", "Référence fabricant"],
    behind: { export: "compatibility" },
    headers:
      "mpn, manufacturer part number, manufacturer reference, manufacturer code, manufacturer sku, " +
      "manufacturer number, manufacturer no, mfr part number, mfg part number, oem number, ref fabricant, " +
      "reference fabricant, code fabricant, ref constructeur, reference constructeur, herstellernummer, " +
      "hersteller nr, herstellernr, hersteller artikelnummer, hersteller art nr, herstellerartikelnummer, " +
      "herstellerteilenummer, referencia fabricante, ref fabricante, codigo fabricante, codice produttore, " +
      "codice costruttore, riferimento produttore, fabrikantscode, fabrikantcode, fabrikant artikelnummer, " +
      "fabrikantnummer, artikelnummer fabrikant, kod producenta, numer producenta, symbol producenta, oem, " +
      "part no manufacturer, manufacturer pid, manufacturer aid, han mpn, han, número do fabricante, " +
      "kód výrobce, part number výrobce, kód výrobcu, gyártói cikkszám, cod producator, код производителя, " +
      "код виробника, κωδικός κατασκευαστή, kataloški broj proizvođača, producentens varenummer, " +
      "leverandørens varenummer, tillverkarens artikelnummer, valmistajan tuotekoodi, üretici kodu, productno, " +
      "numero del fabricante han mpn, numero del fabricante, " +
      "šifra proizvajalca, šifra proizvođača, код на производителя, referência do fabricante, " +
      "üretici parça no, артикул производителя, артикул виробника",
  }),
  unit_of_measure: extra(line("Sales unit: unit, pack, m, kg."), {
    label: ["Unit of measure", "Unité de mesure"],
    in: ["appsync", "ext"],
    headers:
      "unit of measure, uom, unit, sales unit, unite, unite de vente, unite de mesure, uv, einheit, " +
      "mengeneinheit, verkaufseinheit, me, unidad, unidad de medida, unidad de venta, unita, unita di misura, " +
      "um, eenheid, verkoopeenheid, jednostka, jednostka miary, jm, j m, uom id, order unit, unidade, " +
      "unidade de medida, měrná jednotka, mj, merná jednotka, mértékegység, unitate de masura, " +
      "единица измерения, ед изм, одиниця виміру, мерна единица, μονάδα μέτρησης, jedinica mjere, enota mere, " +
      "base unit, birim adı, единица, unidad medida, " +
      "enhed, enhet, måttenhet, yksikkö, ühik, mērvienība, matavimo vienetas, birim, " +
      "merska enota, mennyiségi egység, мярка, salgsenhed, måleenhet, salgsenhet, myyntiyksikkö, mõõtühik, " +
      "ölçü birimi, од вим",
  }),
  package_weight: extra(grams("Weight of the package in grams."), {
    label: ["Package weight (g)", "Poids du colis (g)"],
    in: ["appsync"],
    headers:
      "package weight, parcel weight, packed weight, poids colis, poids du colis, poids emballe, " +
      "shipping weight, versandgewicht, paketgewicht, peso embalaje, peso paquete, peso imballo, " +
      "verpakkingsgewicht, verzendgewicht, waga paczki, waga opakowania",
  }),
  package_length: extra(length("Length of the package in centimetres."), {
    label: ["Package length (cm)", "Longueur du colis (cm)"],
    headers:
      "package length, parcel length, longueur colis, paketlange, verpackungslange, largo paquete, " +
      "lunghezza imballo, lengte verpakking",
  }),
  package_width: extra(length("Width of the package in centimetres."), {
    label: ["Package width (cm)", "Largeur du colis (cm)"],
    headers:
      "package width, parcel width, largeur colis, paketbreite, verpackungsbreite, ancho paquete, " +
      "larghezza imballo, breedte verpakking",
  }),
  package_height: extra(length("Height of the package in centimetres."), {
    label: ["Package height (cm)", "Hauteur du colis (cm)"],
    headers:
      "package height, parcel height, hauteur colis, pakethohe, verpackungshohe, alto paquete, altezza imballo, " +
      "hoogte verpakking",
  }),
  package_quantity: extra(whole("Units in a package.", 1), {
    label: ["Units in a package", "Unités par colis"],
    in: ["appsync"],
    headers:
      "package quantity, pack size, pack quantity, pack qty, case pack, case quantity, units per pack, " +
      "units per case, units per box, units per carton, carton quantity, inner pack, colisage, conditionnement, " +
      "pcb, qte par colis, quantite par colis, uvc par colis, verpackungseinheit, verpackungsmenge, ve, vpe, " +
      "inhalt pro packung, unidades por caja, uds caja, unidades por paquete, pezzi per confezione, confezione, " +
      "pezzi per cartone, verpakkingseenheid, stuks per doos, inhoud verpakking, ilosc w opakowaniu, " +
      "sztuk w opakowaniu, sztuk w kartonie, " +
      "kusů v balení, množství v balení, kusov v balení, množstvo v balení, količina u pakiranju, " +
      "csomagolási egység, bucăți pe cutie, antal pr kolli, kollistørrelse, antal per förpackning, " +
      "antall per kartong, pakkauskoko, quantidade por caixa, unidades por caixa, koli adedi, paket adedi, " +
      "koli içi adet, количество в упаковке, в упаковке, кількість в упаковці, в упаковці",
  }),
  min_order_quantity: extra(whole("Minimum order quantity.", 1), {
    label: ["Minimum order quantity", "Quantité minimale de commande"],
    in: ["appsync"],
    behind: { export: "dangerous_goods_class" },
    headers:
      "min order quantity, minimum order quantity, min order qty, minimum order, min qty, minimum quantity, " +
      "minimal quantity, moq, quantite minimum, quantite minimale, minimum de commande, qte mini, " +
      "mini de commande, mindestbestellmenge, mindestmenge, mindestabnahme, cantidad minima, pedido minimo, " +
      "quantita minima, ordine minimo, minimale bestelhoeveelheid, minimum afname, minimale afname, " +
      "minimalna ilosc, minimalne zamowienie, quantity min, мінімальний обсяг замовлення, " +
      "минимальный объем заказа, minimální objednávka, minimum sipariş, " +
      "minimální množství, minimálne množstvo, minimalno naročilo, minimalna količina, minimalna narudžba, " +
      "minimális rendelés, minimális rendelési mennyiség, comandă minimă, cantitate minimă, " +
      "минимална поръчка, ελάχιστη ποσότητα, ελάχιστη παραγγελία, minimum antal, mindste ordre, " +
      "minsta order, minsta antal, minste bestilling, minimitilaus, minimitilausmäärä, minimaalne tellimus, " +
      "minimālais pasūtījums, minimalus užsakymas, quantidade mínima, encomenda mínima, минимальный заказ, " +
      "минимальная партия, мінімальне замовлення, мінімальна кількість замовлення",
  }),
  max_order_quantity: extra(whole("Maximum order quantity; at least min_order_quantity.", 1), {
    label: ["Maximum order quantity", "Quantité maximale de commande"],
    behind: { export: "dangerous_goods_class" },
    headers:
      "max order quantity, maximum order quantity, max qty, quantite maximum, quantite maximale, " +
      "hochstbestellmenge, cantidad maxima, quantita massima, maximale bestelhoeveelheid",
  }),
  order_increment: extra(whole("Order quantities must be a multiple of this number.", 1), {
    label: ["Order increment", "Multiple de commande"],
    behind: { export: "dangerous_goods_class" },
    headers:
      "order increment, order multiple, multiple de commande, bestellschritt, multiplo de pedido, " +
      "multiplo ordine, besteleenheid",
  }),
  lead_time_days: extra(whole("Lead time until shipping, in days.", 0, "day"), {
    label: ["Lead time (days)", "Délai (jours)"],
    in: ["appsync"],
    headers:
      "lead time days, lead time, delivery time, delivery days, handling time, delai, delai de livraison, " +
      "delai livraison, delai d approvisionnement, lieferzeit, lieferfrist, lieferzeit tage, plazo de entrega, " +
      "plazo entrega, tempo di consegna, tempi di consegna, giorni di consegna, levertijd, levertijd dagen, " +
      "czas dostawy, czas realizacji, prazo de entrega, dodací lhůta, dodacia doba, szállítási idő, " +
      "termen de livrare, срок поставки, термін поставки, χρόνος παράδοσης, rok isporuke, dobavni rok, " +
      "leveringstid, leveranstid, toimitusaika, tarneaeg, piegādes laiks, pristatymo laikas, teslim süresi, " +
      "срок за доставка",
  }),
};
