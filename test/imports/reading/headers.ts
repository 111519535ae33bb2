import { NORTHERN_HEADERS } from "./northern-headers.ts";
import { OTHER_HEADERS } from "./other-headers.ts";
import { SLAVIC_HEADERS } from "./slavic-headers.ts";

/**
 * Headers of real files (price lists, exports of shops and marketplaces, ERP systems) in seven languages, with the field
 * that each means; `-` for those that mean none. `(fr)` behind a field is the language that the header names.
 */
const HEADERS: Record<string, string> = {
  en: `
ean: EAN | EAN13 | EAN-13 | EAN code | Barcode | Bar Code | GTIN | GTIN-13 | gtin_upc | UPC/EAN | ISBN | ISBN13 | Variant Barcode | Global Trade Item Number | GTIN, UPC, EAN, or ISBN
sku: SKU | Variant SKU | Item code | Item No. | Item Number | Article number | Product Code | Product number | Part Number | Reference | Reference # | Stock code | Internal reference | product_code
supplier_code: supplier_code | Supplier code | Vendor code | Supplier No. | Vendor Number
supplier_reference: Supplier reference | Supplier reference # | Supplier SKU | Supplier part number | Vendor part number | supplier_sku
mpn: MPN | Manufacturer Part Number | Manufacturer code | manufacturer_code | Manufacturer No. | Mfr Part Number | OEM number
name: Name | Name * | Title | Product name | Product title | Item name | item_name | Item description | Product description | Article name
short_description: Short description | short_description | Short desc.
description: Description | Long description | Body (HTML) | Full description | long_description
seo_title: SEO Title | Meta title | meta_title
seo_meta_description: SEO Description | Meta description | seo_meta_description
seo_keywords: Meta keywords | meta_keyword | Keywords | Search terms
url_slug: Handle | url_key | Slug | URL rewritten
bullet_points: Bullet points | bullet_points
key_features: Features | Key features
brand: Brand | brand_name | Manufacturer | Vendor | Maker
category: Category | Categories | Category path | Product Category | Product type | Product group | Item group
price: Price | Price (EUR) | Unit price | Retail Price | Regular price | Selling price | Price incl. VAT | Price tax included | price_ttc | Variant Price | Price €
cost_price: Cost price | Cost per item | Purchase price | Wholesale price | Net price | Trade price | Price excl. VAT | Price tax excluded | price_ht | Dealer price
compare_at_price: RRP | MSRP | List price | Variant Compare At Price | Recommended retail price
map_price: MAP | Minimum advertised price
tax_rate: VAT | VAT % | VAT rate | Tax rate | Tax rate (%)
stock: Stock | Quantity | Qty | Stock quantity | Inventory | Qty in stock | Available quantity | On hand | Variant Inventory Qty | stock_level
weight: Weight | Weight (kg) | weight_kg | Net weight | Weight in grams | Item weight | Gross weight | Weight (lbs) | Variant Grams
width: Width | Width (cm) | width_cm | Width (inch) | Width in mm
height: Height | Height (cm) | height_cm
depth: Depth | Length | Length (cm) | depth_cm
package_weight: Shipping weight | Package weight (g) | Parcel weight
package_quantity: Pack size | Units per pack | Case pack | Units per carton | Inner pack
min_order_quantity: MOQ | Min order qty | Minimum order quantity | Minimal quantity
order_increment: Order multiple | order_increment
lead_time_days: Lead time | Lead time (days) | Delivery time | Handling time
hs_code: HS code | HTS code | Commodity code | Customs tariff number | hs_code
country_of_origin: Country of origin | Origin | Country | Made in | country_of_manufacture
unit_of_measure: Unit of measure | UOM | Unit
color: Color | Colour
size: Size
material: Material | Composition
energy_class: Energy class | Energy rating
warranty_duration: Warranty | Warranty (months)
dangerous_goods: Hazmat | Dangerous goods
dangerous_goods_class: dangerous_goods_class | Hazard class
shopping_category: Google product category | Google Shopping / Google Product Category
image_urls: Image | Images | Image URL | image_url | Image Src | base_image | additional_images | Main image | Image URLs (x,y,z...) | Picture URL | image link
tags: Tags | Tags (x,y,z...)
is_active: Active | Active (0/1) | Published | Enabled
asin: ASIN
external_id: External ID
name (no): product_name_no
-: Supplier | Currency | Discount | Remarks | Created at | updated_at | Supplier name | Stock status | Weight unit | Image alt text | Page | Margin % | completeness_score | Minimum stock | Delivery date | Line | Visibility
`,
  fr: `
ean: Code EAN | Code-barres | Code barre | Gencod | GENCODE | EAN 13 | Code EAN13 | Code à barres
sku: Référence | Réf. | Réf | Code article | Référence interne | Réf. article | Référence produit | Code produit | N° article | Réf. CIP7
supplier_code: N° fournisseur
supplier_reference: Réf. fourn. | Référence fournisseur | Réf fournisseur | Code article fournisseur
mpn: Référence fabricant | Réf. fabricant | Code fabricant | Réf. constructeur
name: Désignation | Libellé | Libellé produit | Nom | Nom du produit | Intitulé | Titre | Désignation produit | Désignation article
short_description: Description courte | Résumé
description: Description | Description longue | Descriptif
seo_title: Titre SEO | Méta titre | Balise titre
seo_keywords: Mots-clés | Mots clés
brand: Marque | Marque/Labo | Fabricant | Laboratoire | Nom de marque
category: Catégorie | Famille | Famille produit | Rayon | Arborescence
price: Prix | Prix TTC | Prix TTC (€) | Prix de vente | Prix public | Prix public TTC | Prix de vente TTC | PVTTC | Prix vente € | Tarif TTC
cost_price: Prix d'achat | Prix d'achat HT | PAHT | PA HT | Prix HT | Prix HT (€) | Prix net | Prix de revient | PUHT | Tarif HT
compare_at_price: Prix barré | Prix conseillé | PPC | Prix public conseillé | Ancien prix
tax_rate: TVA | Taux TVA | Taux de TVA | TVA %
stock: Stock | Quantité | Qté | Qté stock | Stock disponible | Quantité en stock | Stock dispo | En stock
weight: Poids | Poids (kg) | Poids net | Poids brut | Poids en g | poids_kg | Poids (g)
width: Largeur | largeur_mm | Largeur (cm) | Largeur en cm
height: Hauteur | Hauteur (mm)
depth: Profondeur | Longueur
package_weight: Poids colis | Poids du colis (g)
package_quantity: PCB | Colisage | Conditionnement
min_order_quantity: Quantité minimum | Quantité minimale | Minimum de commande
lead_time_days: Délai | Délai de livraison | Délai (jours)
hs_code: Code douanier | Nomenclature douanière | Code SH
country_of_origin: Pays d'origine | Pays | Origine | Pays de fabrication
unit_of_measure: Unité | Unité de vente | UV
color: Couleur | Coloris
size: Taille | Pointure
material: Matière | Matériau
energy_class: Classe énergétique
warranty_duration: Garantie | Garantie (mois)
image_urls: Photo | URL image | Lien image | Photos
is_active: Actif
description (en): Description anglais | Description (EN)
name (en): Libellé anglais | Désignation EN
-: Fournisseur | Devise | Remise | Commentaire | Observations | Page | Date de création | Nom fournisseur | Marge
`,
  de: `
ean: EAN | EAN-Code | EAN-Nummer | Strichcode | GTIN/EAN | EAN Nr.
sku: Artikelnummer | Artikel-Nr. | Art.-Nr. | ArtNr | Artikelnr. | Bestellnummer | Bestell-Nr. | Produktnummer
supplier_code: Lieferantennummer | Lieferanten-Nr. | Lieferantencode
supplier_reference: Lieferanten-Artikelnummer | Lieferantenartikelnummer | Artikelnummer Lieferant
mpn: Hersteller-Nr. | Herstellernummer | Hersteller-Artikelnummer | Hersteller Art.-Nr. | Herstellerartikelnummer
name: Bezeichnung | Artikelbezeichnung | Produktbezeichnung | Artikelname | Produktname | Titel
short_description: Kurzbeschreibung | Kurztext
description: Beschreibung | Langbeschreibung | Produktbeschreibung | Langtext | Artikelbeschreibung
seo_keywords: Suchbegriffe | Stichworte
brand: Marke | Hersteller | Herstellername | Markenname
category: Kategorie | Warengruppe | Produktgruppe | Artikelgruppe
price: Preis | Preis CHF | Preis CHF inkl. MwSt. | Preis inkl. MwSt. | VK | VK-Preis | Verkaufspreis | VK brutto | Bruttopreis | Preis in EUR | Einzelpreis | Preis (brutto)
cost_price: Händler-EK | EK | EK-Preis | Einkaufspreis | EK netto | Preis exkl. MwSt. | Preis netto | Nettopreis | Händlerpreis | Preis zzgl. MwSt.
compare_at_price: UVP | UVP brutto | Listenpreis | Unverbindliche Preisempfehlung
tax_rate: MwSt | MwSt. | MwSt-Satz | USt | Steuersatz | MwSt in % | Mehrwertsteuer
stock: Bestand | Lagerbestand | Menge | Lagermenge | Verfügbare Menge
weight: Gewicht | Gewicht (g) | Gewicht in kg | Nettogewicht | Gewicht [kg] | Bruttogewicht | Gewicht kg
width: Breite | Breite in mm | Breite (cm) | Breite cm
height: Höhe | Höhe mm
depth: Tiefe | Länge | Länge in cm
package_weight: Versandgewicht | Paketgewicht
package_quantity: VPE | VE | Verpackungseinheit | Verpackungsmenge
min_order_quantity: Mindestbestellmenge | Mindestabnahme | Mindestmenge
lead_time_days: Lieferzeit | Lieferzeit (Tage) | Lieferzeit in Tagen
hs_code: Zolltarif | Zolltarifnummer | Zolltarif-Nr. | Warennummer
country_of_origin: Ursprungsland | Herkunftsland | Ursprung | Herkunft
unit_of_measure: Einheit | Mengeneinheit | ME
color: Farbe
size: Größe
material: Material
energy_class: Energieeffizienzklasse
warranty_duration: Garantie | Garantie (Monate)
dangerous_goods: Gefahrgut
image_urls: Bild | Bilder | Bild-URL | Produktbild | Bildlink
is_active: Aktiv
short_description (de): short_description_de
seo_meta_description (de): seo_meta_description_de
name (de): Bezeichnung (DE) | name_de | Bezeichnung DE
name (en): Bezeichnung englisch | Titel EN
-: Währung | Rabatt | Bemerkung | Lieferant | Seite | Preiseinheit | Änderungsdatum
`,
  es: `
ean: Código de barras | Código EAN | Cód. barras
sku: Referencia | Código | Código artículo | Código producto | Cód. artículo | Ref.
supplier_code: Código proveedor
supplier_reference: Referencia proveedor | Ref. proveedor
mpn: Referencia fabricante | Código fabricante
name: Nombre | Denominación | Título | Nombre producto | Nombre del producto
short_description: Descripción corta | Descripción breve
description: Descripción | Descripción larga
seo_keywords: Palabras clave
brand: Marca | Fabricante
category: Categoría | Familia
price: Precio | PVP | Precio de venta | Precio venta | Precio con IVA | PVP (€) | Precio €
cost_price: Precio de coste | Precio compra | Precio sin IVA | Coste | Precio neto
compare_at_price: PVPR | PVP recomendado
tax_rate: IVA | Tipo IVA | IVA % | Tipo de IVA
stock: Existencias | Cantidad | Stock | Unidades disponibles | Stock disponible
weight: Peso | Peso (kg) | Peso neto | Peso bruto
width: Ancho | Anchura (cm)
height: Alto | Altura
depth: Profundidad | Largo | Fondo
package_quantity: Unidades por caja | Uds. caja
min_order_quantity: Cantidad mínima | Pedido mínimo
lead_time_days: Plazo de entrega
hs_code: Código arancelario | Partida arancelaria
country_of_origin: País de origen | País
color: Color
size: Talla | Tamaño
warranty_duration: Garantía
image_urls: Imagen | Imágenes | URL imagen | Foto
-: Moneda | Observaciones | Descuento | Página
`,
  it: `
ean: Codice EAN | Codice a barre
sku: Codice | Codice articolo | Codice prodotto | Cod. articolo | Riferimento
supplier_code: Codice fornitore
supplier_reference: Rif. fornitore | Codice articolo fornitore
mpn: Codice produttore
name: Nome | Denominazione | Titolo | Nome prodotto
short_description: Descrizione breve
description: Descrizione | Descrizione lunga
brand: Marca | Marchio | Produttore
category: Categoria | Famiglia | Gruppo merceologico
price: Prezzo | Prezzo di vendita | Prezzo al pubblico | Prezzo IVA inclusa | Prezzo ivato | Prezzo (€)
cost_price: Prezzo rivenditore | Prezzo di acquisto | Prezzo acquisto | Costo | Prezzo netto | Prezzo IVA esclusa
compare_at_price: Prezzo di listino | Prezzo consigliato
tax_rate: IVA | Aliquota IVA | IVA (%)
stock: Giacenza | Quantità | Disponibilità | Quantità disponibile | Scorta
weight: Peso | Peso netto | Peso lordo | Peso (kg)
width: Larghezza
height: Altezza
depth: Profondità | Lunghezza
package_quantity: Pezzi per confezione | Confezione
min_order_quantity: Q.tà min. | Quantità minima | Ordine minimo
lead_time_days: Tempo di consegna | Tempi di consegna
hs_code: Codice doganale | Voce doganale
country_of_origin: Paese di origine | Paese d'origine
unit_of_measure: Unità di misura | UM
color: Colore
size: Taglia
material: Materiale
warranty_duration: Garanzia
image_urls: Immagine | Immagini | URL immagine
-: Valuta | Note | Sconto | Pagina
`,
  nl: `
ean: EAN-code | Streepjescode | EAN | Barcodenummer
sku: Artikelnummer | Artikelcode | Productcode | Bestelnummer | Artikelnr. | Productnummer
supplier_code: Leverancierscode | Leveranciersnummer
supplier_reference: Artikelnummer leverancier | Leveranciersreferentie
mpn: Fabrikantscode | Fabrikantcode | Artikelnummer fabrikant
name: Naam | Omschrijving | Artikelomschrijving | Productnaam | Benaming | Artikelnaam
short_description: Korte omschrijving | Korte beschrijving
description: Beschrijving | Lange omschrijving | Productbeschrijving
brand: Merk | Fabrikant | Merknaam
category: Categorie | Productgroep | Artikelgroep
price: Prijs | Verkoopprijs | Prijs incl. btw | Consumentenprijs | Prijs inclusief BTW
cost_price: Inkoopprijs | Prijs excl. btw | Nettoprijs | Kostprijs | Prijs exclusief BTW
compare_at_price: Adviesprijs | Adviesverkoopprijs
tax_rate: BTW | BTW % | BTW-tarief | BTW percentage
stock: Voorraad | Aantal | Beschikbaar
weight: Gewicht | Gewicht (gram) | Gewicht in kg | Brutogewicht
width: Breedte | Breedte (mm)
height: Hoogte
depth: Diepte | Lengte
package_quantity: Verpakkingseenheid | Stuks per doos | VPE
min_order_quantity: Minimale bestelhoeveelheid | Minimale afname
lead_time_days: Levertijd | Levertijd (dagen)
hs_code: Goederencode | Douanecode
country_of_origin: Land van herkomst | Herkomst
unit_of_measure: Eenheid | Verkoopeenheid
color: Kleur
size: Maat
material: Materiaal
warranty_duration: Garantietermijn
image_urls: Afbeelding | Afbeeldingen | Foto
-: Valuta | Opmerking | Korting | Pagina
`,
  pl: `
ean: Kod EAN | Kod kreskowy | EAN
sku: Indeks | Symbol | Numer katalogowy | Kod produktu | Kod towaru | Nr katalogowy
supplier_code: Kod dostawcy
supplier_reference: Indeks dostawcy
mpn: Kod producenta | Symbol producenta
name: Nazwa | Nazwa produktu | Nazwa towaru
short_description: Krótki opis | Opis krótki
description: Opis | Opis produktu
brand: Marka | Producent
category: Kategoria | Kategorie produktu | Grupa towarowa
price: Cena | Cena brutto | Cena sprzedaży | Cena detaliczna | Cena z VAT | Cena (zł)
cost_price: Cena zakupu | Cena netto | Cena hurtowa | Cena bez VAT
compare_at_price: Cena katalogowa
tax_rate: VAT | Stawka VAT | VAT %
stock: Stan | Stan magazynowy | Ilość | Dostępna ilość | Zapas
weight: Waga | Waga (kg) | Waga netto | Waga brutto
width: Szerokość | Szerokość (cm)
height: Wysokość
depth: Głębokość | Długość
package_quantity: Ilość w opakowaniu | Sztuk w kartonie
min_order_quantity: Minimalne zamówienie
lead_time_days: Czas dostawy | Czas realizacji
hs_code: Kod CN | Taryfa celna
country_of_origin: Kraj pochodzenia | Kraj
unit_of_measure: Jednostka miary | J.m.
color: Kolor
size: Rozmiar
material: Materiał
energy_class: Klasa energetyczna
warranty_duration: Gwarancja
image_urls: Zdjęcie | Zdjęcia
-: Waluta | Uwagi | Rabat | Strona
`,
};

/** A header, the language it is written in, and the target that it means: "" for none, `field (language)` for a text. */
export interface KnownHeader {
  header: string;
  written: string;
  meaning: string;
}

const knownOf = (blocks: Record<string, string>): readonly KnownHeader[] =>
  Object.entries(blocks).flatMap(([written, block]) =>
    block
      .trim()
      .split("\n")
      .flatMap((line) => {
        const [meaning = "", headers = ""] = line.split(/: (.*)/);
        return headers.split(" | ").map((header) => ({ header, written, meaning: meaning === "-" ? "" : meaning }));
      }),
  );

export const KNOWN_HEADERS = knownOf(HEADERS);
/** Those of the other languages of the European Union, and of Norway, Turkey, Russia and Ukraine. */
export const FURTHER_HEADERS = knownOf({ ...SLAVIC_HEADERS, ...NORTHERN_HEADERS, ...OTHER_HEADERS });
