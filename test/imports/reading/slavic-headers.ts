/** How shops and price lists call the fields in Slavic languages, in the form of `headers.ts`. */
export const SLAVIC_HEADERS: Record<string, string> = {
  cs: `
ean: Čárový kód | EAN kód
sku: Kód produktu | Kód zboží | Katalogové číslo | Číslo zboží | Objednací číslo
supplier_reference: Kód dodavatele | Objednací kód dodavatele
mpn: Kód výrobce
name: Název | Název produktu | Název zboží
short_description: Krátký popis | Stručný popis
description: Popis | Dlouhý popis | Popis produktu | Podrobný popis
brand: Značka | Výrobce
category: Kategorie | Kategorie produktu | Skupina zboží
price: Cena | Cena s DPH | Prodejní cena
cost_price: Nákupní cena | Velkoobchodní cena | Cena bez DPH
compare_at_price: Běžná cena | Doporučená cena | Původní cena | Standardní cena
tax_rate: DPH | Sazba DPH | DPH %
stock: Sklad | Skladem | Množství | Stav skladu | Skladové množství
weight: Hmotnost | Váha | Hmotnost (kg)
width: Šířka
height: Výška
depth: Hloubka | Délka
package_quantity: Kusů v balení | Množství v balení
min_order_quantity: Minimální objednávka | Minimální množství
lead_time_days: Dodací lhůta (dny)
hs_code: Celní sazebník | Kód celního sazebníku
country_of_origin: Země původu
unit_of_measure: Měrná jednotka | MJ | Jednotka
color: Barva
size: Velikost
material: Materiál
warranty_duration: Záruka | Záruka (měsíce)
image_urls: Obrázek | Obrázky | URL obrázku | Fotografie
tags: Štítky
`,
  sk: `
ean: Čiarový kód | EAN kód
sku: Kód produktu | Kód tovaru | Katalógové číslo | Číslo tovaru | Objednávacie číslo
supplier_reference: Kód dodávateľa
mpn: Kód výrobcu
name: Názov | Názov produktu | Názov tovaru | Názov položky
short_description: Krátky popis | Stručný popis
description: Popis | Popis produktu | Dlhý popis | Popis tovaru
brand: Značka | Výrobca
category: Kategória | Kategória produktu | Skupina tovaru
price: Cena | Cena s DPH | Predajná cena
cost_price: Nákupná cena | Veľkoobchodná cena | Cena bez DPH
compare_at_price: Bežná cena | Odporúčaná cena | Pôvodná cena
tax_rate: DPH | Sadzba DPH
stock: Skladom | Množstvo | Stav skladu | Skladom ks | Počet kusov
weight: Hmotnosť | Váha
width: Šírka
height: Výška
depth: Hĺbka | Dĺžka
package_quantity: Kusov v balení | Množstvo v balení
min_order_quantity: Minimálna objednávka | Minimálne množstvo
lead_time_days: Dodacia doba (dni)
hs_code: Colný sadzobník | Kód colného sadzobníka
country_of_origin: Krajina pôvodu
unit_of_measure: Merná jednotka | Jednotka
color: Farba
size: Veľkosť
material: Materiál
warranty_duration: Záruka
image_urls: Obrázok | Obrázky | URL obrázka
tags: Štítky
`,
  sl: `
ean: Črtna koda | EAN koda
sku: Šifra | Šifra artikla | Koda izdelka | Kataloška številka
supplier_reference: Šifra dobavitelja
mpn: Šifra proizvajalca
name: Naziv | Ime izdelka | Naziv izdelka | Naziv artikla
short_description: Kratek opis
description: Opis | Opis izdelka
brand: Blagovna znamka | Znamka | Proizvajalec
category: Kategorija | Skupina izdelkov
price: Cena | Cena z DDV | Maloprodajna cena | Prodajna cena
cost_price: Nabavna cena | Veleprodajna cena | Cena brez DDV
compare_at_price: Priporočena cena | Redna cena
tax_rate: DDV | Stopnja DDV
stock: Zaloga | Količina
weight: Teža | Masa
width: Širina
height: Višina
depth: Globina | Dolžina
min_order_quantity: Minimalno naročilo | Minimalna količina
lead_time_days: Dobavni rok (dni)
hs_code: Carinska tarifa | Tarifna številka
country_of_origin: Država porekla | Država izvora
unit_of_measure: Enota mere | Merska enota
color: Barva
size: Velikost
material: Material
warranty_duration: Garancija
image_urls: Slika | Slike
tags: Oznake
`,
  hr: `
ean: Barkod | Bar kod
sku: Šifra | Šifra artikla | Šifra proizvoda | Kataloški broj
supplier_reference: Šifra dobavljača
mpn: Šifra proizvođača
name: Naziv | Naziv artikla | Naziv proizvoda | Ime proizvoda
short_description: Kratki opis
description: Opis | Opis proizvoda | Opis artikla | Dugi opis
brand: Brend | Proizvođač | Robna marka
category: Kategorija | Grupa artikla | Grupa proizvoda
price: Cijena | Maloprodajna cijena | Prodajna cijena | MPC
cost_price: Nabavna cijena | Veleprodajna cijena | VPC
compare_at_price: Stara cijena | Preporučena cijena | Redovna cijena
tax_rate: PDV | Stopa PDV
stock: Zaliha | Količina | Stanje | Stanje zaliha
weight: Težina | Masa
width: Širina
height: Visina
depth: Dubina | Dužina | Duljina
package_quantity: Količina u pakiranju
min_order_quantity: Minimalna narudžba
lead_time_days: Rok isporuke (dana)
hs_code: Carinska tarifa | Tarifni broj
country_of_origin: Zemlja porijekla | Zemlja podrijetla
unit_of_measure: Jedinica mjere | JM
color: Boja
size: Veličina
material: Materijal
warranty_duration: Jamstvo | Garancija
image_urls: Slika | Slike
tags: Oznake
`,
  bg: `
ean: Баркод
sku: Код | Код на продукта | Каталожен номер | Артикулен номер
supplier_reference: Код на доставчика
mpn: Код на производителя
name: Име | Наименование | Име на продукта | Име на артикула
short_description: Кратко описание
description: Описание | Описание на продукта | Пълно описание
brand: Марка | Производител
category: Категория | Група
price: Цена | Продажна цена | Цена с ДДС | Цена на дребно
cost_price: Доставна цена | Цена без ДДС | Цена на едро
compare_at_price: Стара цена | Препоръчителна цена
tax_rate: ДДС
stock: Наличност | Количество | Налично количество
weight: Тегло
width: Ширина
height: Височина
depth: Дълбочина | Дължина
min_order_quantity: Минимална поръчка
lead_time_days: Срок за доставка (дни)
hs_code: Митническа тарифа | Тарифен номер
country_of_origin: Страна на произход
unit_of_measure: Мерна единица | Мярка
color: Цвят
size: Размер
material: Материал
warranty_duration: Гаранция
image_urls: Снимка | Снимки | Изображение
tags: Тагове | Етикети
`,
  ru: `
ean: Штрихкод | Штрих-код | Штрих код | EAN
sku: Артикул | Код товара | Код | Номенклатурный номер
supplier_reference: Артикул поставщика | Код поставщика
mpn: Код производителя | Артикул производителя
name: Наименование | Название | Название товара | Наименование товара | Номенклатура
short_description: Краткое описание
description: Описание | Описание товара | Полное описание | Подробное описание
brand: Бренд | Производитель | Торговая марка | Изготовитель
category: Категория | Группа | Раздел | Товарная группа | Категория товара
price: Цена | Розничная цена | Цена продажи | Цена розничная | Цена с НДС
cost_price: Закупочная цена | Оптовая цена | Себестоимость | Цена без НДС | Закупка
compare_at_price: Старая цена | Рекомендуемая цена | РРЦ
tax_rate: НДС | Ставка НДС
stock: Остаток | Остатки | Количество | Наличие | Остаток на складе
weight: Вес | Вес нетто | Вес брутто | Масса
width: Ширина
height: Высота
depth: Глубина | Длина
package_quantity: Количество в упаковке | В упаковке
min_order_quantity: Минимальный заказ | Минимальная партия
lead_time_days: Срок поставки (дни)
hs_code: ТН ВЭД | Код ТН ВЭД
country_of_origin: Страна производства | Страна происхождения | Страна производитель | Страна изготовления
unit_of_measure: Единица измерения | Ед. изм. | Ед.изм
color: Цвет
size: Размер
material: Материал
warranty_duration: Гарантия | Гарантийный срок
image_urls: Изображение | Изображения | Фото | Картинка | Ссылка на изображение
tags: Теги | Метки
`,
  uk: `
ean: Штрихкод | Штрих-код
sku: Артикул | Код товару | Код
supplier_reference: Артикул постачальника | Код постачальника
mpn: Код виробника | Артикул виробника
name: Назва | Назва товару | Найменування | Найменування товару | Номенклатура
short_description: Короткий опис
description: Опис | Опис товару | Повний опис | Детальний опис
brand: Бренд | Виробник | Торгова марка
category: Категорія | Група | Розділ | Група товарів | Категорія товару
price: Ціна | Роздрібна ціна | Ціна продажу | Ціна з ПДВ
cost_price: Закупівельна ціна | Оптова ціна | Собівартість | Ціна без ПДВ
compare_at_price: Стара ціна | Рекомендована ціна | РРЦ
tax_rate: ПДВ | Ставка ПДВ
stock: Залишок | Кількість | Наявність | Залишки | Залишок на складі
weight: Вага | Вага нетто | Вага брутто | Маса
width: Ширина
height: Висота
depth: Глибина | Довжина
package_quantity: Кількість в упаковці | В упаковці
min_order_quantity: Мінімальне замовлення | Мінімальна кількість замовлення
lead_time_days: Термін поставки (дні)
hs_code: УКТ ЗЕД | Код УКТЗЕД | Код УКТ ЗЕД
country_of_origin: Країна походження | Країна виробництва | Країна виробник
unit_of_measure: Одиниця виміру | Од. вим. | Одиниці виміру
color: Колір
size: Розмір
material: Матеріал
warranty_duration: Гарантія | Гарантійний термін
image_urls: Зображення | Фото | Посилання зображення | Фотографії
tags: Теги | Мітки
`,
};
