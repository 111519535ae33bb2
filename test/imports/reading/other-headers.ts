/** How shops and price lists call the fields in other languages, in the form of `headers.ts`. */
export const OTHER_HEADERS: Record<string, string> = {
  hu: `
ean: Vonalkód | EAN kód
sku: Cikkszám | Termékkód | Katalógusszám
supplier_reference: Beszállítói cikkszám
mpn: Gyártói cikkszám
name: Megnevezés | Termék neve | Terméknév | Cikk megnevezése
short_description: Rövid leírás
description: Leírás | Termékleírás | Hosszú leírás
brand: Márka | Gyártó
category: Kategória | Termékkategória | Termékcsoport | Cikkcsoport
price: Ár | Bruttó ár | Eladási ár | Bruttó eladási ár
cost_price: Nettó ár | Beszerzési ár | Nagykereskedelmi ár
compare_at_price: Ajánlott ár | Eredeti ár | Listaár
tax_rate: ÁFA | ÁFA kulcs
stock: Készlet | Raktárkészlet | Mennyiség
weight: Súly | Tömeg
width: Szélesség
height: Magasság
depth: Mélység | Hosszúság
package_quantity: Csomagolási egység
min_order_quantity: Minimális rendelés | Minimális rendelési mennyiség
lead_time_days: Szállítási idő (nap)
hs_code: Vámtarifaszám
country_of_origin: Származási ország
unit_of_measure: Mértékegység | Mennyiségi egység
color: Szín
size: Méret
material: Anyag
warranty_duration: Garancia | Jótállás
image_urls: Kép | Képek | Kép URL
tags: Címkék
`,
  ro: `
ean: Cod de bare | Cod EAN
sku: Cod produs | Cod articol | Cod
supplier_reference: Cod furnizor
mpn: Cod producător
name: Denumire | Denumire produs | Nume produs | Denumire articol
short_description: Descriere scurtă | Scurtă descriere
description: Descriere | Descriere produs | Descriere lungă
brand: Marcă | Producător
category: Categorie | Categorie produs | Grupă
price: Preț | Preț vânzare | Preț cu TVA
cost_price: Preț achiziție | Preț fără TVA | Cost achiziție
compare_at_price: Preț vechi | Preț recomandat | Preț întreg
tax_rate: Cota TVA | TVA
stock: Stoc | Cantitate | Stoc disponibil
weight: Greutate | Greutate (kg)
width: Lățime
height: Înălțime
depth: Adâncime | Lungime
package_quantity: Bucăți pe cutie
min_order_quantity: Comandă minimă | Cantitate minimă
lead_time_days: Termen de livrare (zile)
hs_code: Cod vamal | Cod tarifar
country_of_origin: Țara de origine
unit_of_measure: Unitate de măsură | UM
color: Culoare
size: Mărime | Dimensiune
material: Material
warranty_duration: Garanție
image_urls: Imagine | Imagini | Poze
tags: Etichete
`,
  el: `
ean: Γραμμωτός κώδικας | Barcode
sku: Κωδικός | Κωδικός προϊόντος | Κωδικός είδους
supplier_reference: Κωδικός προμηθευτή
mpn: Κωδικός κατασκευαστή
name: Ονομασία | Όνομα προϊόντος | Τίτλος | Όνομα | Τίτλος προϊόντος
short_description: Σύντομη περιγραφή
description: Περιγραφή | Περιγραφή προϊόντος | Αναλυτική περιγραφή
brand: Μάρκα | Κατασκευαστής
category: Κατηγορία | Κατηγορία προϊόντος
price: Τιμή | Τιμή πώλησης | Λιανική τιμή | Τιμή με ΦΠΑ | Τιμή λιανικής
cost_price: Τιμή αγοράς | Χονδρική τιμή | Τιμή χωρίς ΦΠΑ | Τιμή χονδρικής
compare_at_price: Αρχική τιμή | Προτεινόμενη τιμή
tax_rate: ΦΠΑ | Συντελεστής ΦΠΑ
stock: Απόθεμα | Ποσότητα
weight: Βάρος
width: Πλάτος
height: Ύψος
depth: Βάθος | Μήκος
min_order_quantity: Ελάχιστη ποσότητα | Ελάχιστη παραγγελία
lead_time_days: Χρόνος παράδοσης ημέρες (days)
hs_code: Δασμολογικός κωδικός
country_of_origin: Χώρα προέλευσης
unit_of_measure: Μονάδα μέτρησης
color: Χρώμα
size: Μέγεθος
material: Υλικό
warranty_duration: Εγγύηση
image_urls: Εικόνα | Εικόνες | Φωτογραφία
tags: Ετικέτες
`,
  ga: `
ean: Barrachód
sku: Cód táirge
name: Ainm | Ainm an táirge
short_description: Cur síos gearr
description: Cur síos
brand: Branda | Déantóir
category: Catagóir
price: Praghas
tax_rate: CBL
weight: Meáchan
width: Leithead
height: Airde
country_of_origin: Tír thionscnaimh
color: Dath
image_urls: Íomhá
`,
  mt: `
sku: Kodiċi tal-prodott
name: Isem | Isem tal-prodott
description: Deskrizzjoni
category: Kategorija
price: Prezz
stock: Kwantità
weight: Piż
country_of_origin: Pajjiż tal-oriġini
color: Kulur
image_urls: Stampa
`,
  pt: `
ean: Código de barras | Código EAN
sku: Código | Referência | Código do produto | SKU
supplier_reference: Referência do fornecedor | Código do fornecedor
mpn: Referência do fabricante | Número do fabricante
name: Nome | Nome do produto | Designação | Título
short_description: Descrição curta | Descrição breve
description: Descrição | Descrição do produto | Descrição longa | Descrição detalhada
brand: Marca | Fabricante
category: Categoria | Família
price: Preço | Preço de venda | PVP com IVA
cost_price: Preço de custo | Preço de compra | Preço sem IVA
compare_at_price: Preço antigo | Preço recomendado | Preço original
tax_rate: IVA | Taxa de IVA
stock: Quantidade | Estoque | Stock | Existências
weight: Peso | Peso líquido | Peso bruto
width: Largura
height: Altura
depth: Profundidade | Comprimento
package_quantity: Quantidade por caixa | Unidades por caixa
min_order_quantity: Quantidade mínima | Encomenda mínima | Pedido mínimo
lead_time_days: Prazo de entrega (dias)
hs_code: NCM | Código pautal | Código NCM
country_of_origin: País de origem
unit_of_measure: Unidade | Unidade de medida
color: Cor
size: Tamanho
material: Material
warranty_duration: Garantia
image_urls: Imagem | Imagens | URL da imagem
tags: Etiquetas
`,
  tr: `
ean: Barkod | Barkod No
sku: Ürün kodu | Stok kodu | Malzeme kodu
supplier_reference: Tedarikçi kodu | Tedarikçi ürün kodu
mpn: Üretici kodu | Üretici parça no
name: Ürün adı | Ürün ismi | Stok adı | Malzeme adı
short_description: Kısa açıklama
description: Açıklama | Ürün açıklaması | Detaylı açıklama
brand: Marka | Üretici | Marka adı
category: Kategori | Kategori adı | Ürün grubu
price: Fiyat | Satış fiyatı | Perakende fiyat | KDV dahil fiyat | Birim fiyat
cost_price: Alış fiyatı | Maliyet | Bayi fiyatı | KDV hariç fiyat | Toptan fiyat
compare_at_price: Piyasa fiyatı | Eski fiyat | Tavsiye edilen fiyat
tax_rate: KDV | KDV oranı
stock: Stok | Stok adedi | Stok miktarı | Miktar
weight: Ağırlık | Net ağırlık
width: Genişlik
height: Yükseklik
depth: Derinlik | Uzunluk
package_quantity: Koli adedi | Paket adedi | Koli içi adet
min_order_quantity: Minimum sipariş | Minimum sipariş miktarı | Minimum sipariş adedi
lead_time_days: Teslim süresi (gün days)
hs_code: GTİP | GTİP kodu
country_of_origin: Menşei | Menşei ülke | Üretim yeri
unit_of_measure: Birim | Ölçü birimi
color: Renk
size: Beden | Boyut
material: Malzeme
warranty_duration: Garanti | Garanti süresi
image_urls: Resim | Resimler | Görsel | Görsel URL
tags: Etiketler
`,
};
