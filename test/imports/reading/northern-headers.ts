/** How shops and price lists call the fields in languages of the north, in the form of `headers.ts`. */
export const NORTHERN_HEADERS: Record<string, string> = {
  da: `
ean: Stregkode | EAN nummer
sku: Varenummer | Varenr. | Varenr
supplier_reference: Leverandørens varenummer | Leverandør varenummer
mpn: Producentens varenummer
name: Navn | Varenavn | Produktnavn | Varetekst
short_description: Kort beskrivelse
description: Beskrivelse | Produktbeskrivelse | Lang beskrivelse
brand: Mærke | Varemærke | Producent
category: Kategori | Varegruppe | Produktkategori
price: Pris | Salgspris | Pris inkl. moms | Udsalgspris
cost_price: Kostpris | Indkøbspris | Pris ekskl. moms
compare_at_price: Vejledende pris | Førpris | Normalpris
tax_rate: Moms | Momssats
stock: Lager | Antal | Lagerbeholdning | Antal på lager
weight: Vægt | Nettovægt | Bruttovægt
width: Bredde
height: Højde
depth: Dybde | Længde
package_quantity: Antal pr. kolli | Kollistørrelse
min_order_quantity: Minimum antal | Mindste ordre
lead_time_days: Leveringstid (dage)
hs_code: Toldtarif | Varekode
country_of_origin: Oprindelsesland
unit_of_measure: Enhed | Salgsenhed
color: Farve
size: Størrelse
material: Materiale
warranty_duration: Garanti
image_urls: Billede | Billeder | Billede URL
`,
  sv: `
ean: Streckkod | EAN-kod
sku: Artikelnummer | Art nr | Artikelkod | Produktnummer
supplier_reference: Leverantörens artikelnummer
mpn: Tillverkarens artikelnummer
name: Benämning | Produktnamn | Namn | Artikelnamn
short_description: Kort beskrivning
description: Beskrivning | Produktbeskrivning | Lång beskrivning
brand: Varumärke | Tillverkare | Märke
category: Kategori | Varugrupp | Produktkategori | Produktgrupp
price: Pris | Pris inkl moms | Försäljningspris | Utpris
cost_price: Inköpspris | Pris exkl moms
compare_at_price: Ordinarie pris | Rekommenderat pris
tax_rate: Moms | Momssats
stock: Lagersaldo | Antal | Antal i lager
weight: Vikt | Nettovikt | Bruttovikt
width: Bredd
height: Höjd
depth: Djup | Längd
package_quantity: Antal per förpackning
min_order_quantity: Minsta order | Minsta antal
lead_time_days: Leveranstid (dagar)
hs_code: Tulltaxenummer | Statistiskt nummer
country_of_origin: Ursprungsland | Tillverkningsland
unit_of_measure: Enhet | Måttenhet
color: Färg
size: Storlek
material: Material
warranty_duration: Garanti
image_urls: Bild | Bilder
tags: Taggar
`,
  no: `
ean: Strekkode | EAN-kode
sku: Varenummer | Varenr | Artikkelnummer | Produktnummer
supplier_reference: Leverandørens varenummer | Leverandør varenummer
mpn: Produsentens varenummer
name: Navn | Produktnavn | Varenavn | Betegnelse | Varetekst
short_description: Kort beskrivelse
description: Beskrivelse | Produktbeskrivelse | Lang beskrivelse
brand: Merke | Varemerke | Produsent
category: Kategori | Varegruppe | Produktkategori | Produktgruppe
price: Pris | Utsalgspris | Salgspris | Pris inkl. mva
cost_price: Innkjøpspris | Kostpris | Pris eks. mva
compare_at_price: Veiledende pris | Førpris | Ordinær pris
tax_rate: Mva | Mva-sats
stock: Lager | Antall | Lagerbeholdning | Antall på lager
weight: Vekt | Nettovekt | Bruttovekt
width: Bredde
height: Høyde
depth: Dybde | Lengde
package_quantity: Antall per kartong
min_order_quantity: Minste bestilling
lead_time_days: Leveringstid (dager)
hs_code: Tolltariff | Tolltariffnummer
country_of_origin: Opprinnelsesland | Produksjonsland
unit_of_measure: Enhet | Måleenhet | Salgsenhet
color: Farge
size: Størrelse
material: Materiale
warranty_duration: Garanti
image_urls: Bilde | Bilder
tags: Stikkord
`,
  fi: `
ean: Viivakoodi | EAN-koodi
sku: Tuotenumero | Tuotekoodi | Tuotetunnus
supplier_reference: Toimittajan tuotekoodi | Toimittajan tuotenumero
mpn: Valmistajan tuotekoodi
name: Tuotenimi | Tuotteen nimi | Nimi | Nimike
short_description: Lyhyt kuvaus
description: Kuvaus | Tuotekuvaus | Pitkä kuvaus
brand: Merkki | Tuotemerkki | Valmistaja | Brändi
category: Tuoteryhmä | Kategoria
price: Hinta | Myyntihinta | OVH | Verollinen hinta
cost_price: Ostohinta | Veroton hinta | Sisäänostohinta
compare_at_price: Suositushinta | Normaalihinta
tax_rate: ALV | ALV % | Verokanta
stock: Varasto | Varastosaldo | Määrä | Saldo
weight: Paino | Nettopaino | Bruttopaino
width: Leveys
height: Korkeus
depth: Syvyys | Pituus
package_quantity: Pakkauskoko
min_order_quantity: Minimitilaus | Minimitilausmäärä
lead_time_days: Toimitusaika (days)
hs_code: Tullinimike | CN-koodi
country_of_origin: Alkuperämaa | Valmistusmaa
unit_of_measure: Yksikkö | Myyntiyksikkö
color: Väri
size: Koko
material: Materiaali
warranty_duration: Takuu
image_urls: Kuva | Kuvat
tags: Tunnisteet
`,
  et: `
ean: Ribakood | Triipkood
sku: Tootekood | Artikli kood
name: Toote nimi | Nimetus | Toote nimetus | Nimi
short_description: Lühikirjeldus
description: Kirjeldus | Toote kirjeldus
brand: Kaubamärk | Tootja | Bränd
category: Kategooria | Tootegrupp
price: Hind | Müügihind | Jaehind | Hind km-ga
cost_price: Ostuhind | Hulgihind | Hind km-ta
compare_at_price: Tavahind | Soovituslik hind
tax_rate: Käibemaks
stock: Kogus | Laoseis
weight: Kaal | Netokaal
width: Laius
height: Kõrgus
depth: Sügavus | Pikkus
min_order_quantity: Minimaalne tellimus
hs_code: Kaubakood
country_of_origin: Päritoluriik | Päritolumaa
unit_of_measure: Ühik | Mõõtühik
color: Värv
size: Suurus
material: Materjal
warranty_duration: Garantii
image_urls: Pilt | Pildid
tags: Sildid
`,
  lv: `
ean: Svītrkods | Svītru kods
sku: Preces kods | Artikuls
name: Nosaukums | Preces nosaukums
short_description: Īss apraksts
description: Apraksts | Preces apraksts
brand: Zīmols | Ražotājs
category: Kategorija | Preču grupa
price: Cena | Cena ar PVN | Mazumtirdzniecības cena
cost_price: Iepirkuma cena | Cena bez PVN | Vairumtirdzniecības cena
compare_at_price: Ieteicamā cena | Vecā cena
tax_rate: PVN | PVN likme
stock: Daudzums | Atlikums
weight: Svars
width: Platums
height: Augstums
depth: Dziļums | Garums
min_order_quantity: Minimālais pasūtījums
hs_code: KN kods
country_of_origin: Izcelsmes valsts
unit_of_measure: Mērvienība
color: Krāsa
size: Izmērs
material: Materiāls
warranty_duration: Garantija
image_urls: Attēls | Attēli
tags: Birkas
`,
  lt: `
ean: Brūkšninis kodas | Barkodas
sku: Prekės kodas | Produkto kodas | Artikulas
name: Pavadinimas | Prekės pavadinimas
short_description: Trumpas aprašymas
description: Aprašymas | Prekės aprašymas
brand: Prekės ženklas | Gamintojas
category: Kategorija | Prekių grupė
price: Kaina | Pardavimo kaina | Kaina su PVM | Mažmeninė kaina
cost_price: Pirkimo kaina | Kaina be PVM | Didmeninė kaina
compare_at_price: Sena kaina | Rekomenduojama kaina
tax_rate: PVM | PVM tarifas
stock: Kiekis | Likutis
weight: Svoris
width: Plotis
height: Aukštis
depth: Gylis | Ilgis
min_order_quantity: Minimalus užsakymas
hs_code: KN kodas | Muitinės kodas
country_of_origin: Kilmės šalis
unit_of_measure: Matavimo vienetas
color: Spalva
size: Dydis
material: Medžiaga
warranty_duration: Garantija
image_urls: Nuotrauka | Nuotraukos | Paveikslėlis
tags: Žymos
`,
};
