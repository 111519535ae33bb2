interface OldText {
  /** As the detection calls it. */
  encoding: string;
  text: string;
  bytes: Uint8Array;
}

const old = (encoding: string, text: string, base64: string): OldText => ({
  encoding,
  text,
  bytes: new Uint8Array(Buffer.from(base64, "base64")),
});

/** Texts in encodings that are still sent, by language; encoded by Python's codecs. */
export const OLD_ENCODINGS: Record<string, OldText> = {
  "Russian in windows-1251": old(
    "windows-1251",
    "Артикул;Штрихкод;Наименование;Цена\nA1;2;Чайник электрический белый;12\nA2;3;Полотенце махровое;13\n",
    "wPDy6Orz6zvY8vDo9eru5DvN4Ojs5e3u4uDt6OU71uXt4ApBMTsyO9fg6e3o6iD96+Xq8vDo9+Xx6ujpIOHl6/vpOzEyCkEyOzM7z+7r7vLl7fblIOzg9fDu4u7lOzEzCg==",
  ),
  "Russian in KOI8-R": old(
    "koi8-r",
    "Артикул;Штрихкод;Наименование;Цена\nA1;2;Чайник электрический белый;12\nA2;3;Полотенце махровое;13\n",
    "4dLUycvVzDv71NLJyMvPxDvuwcnNxc7P18HOycU748XOwQpBMTsyO/7Bys7JyyDczMXL1NLJ3sXTy8nKIMLFzNnKOzEyCkEyOzM78M/Mz9TFzsPFIM3ByNLP18/FOzEzCg==",
  ),
  "Polish in windows-1250": old(
    "windows-1250",
    "Nazwa;Cena\nŻółta łódź podwodna;12\nRęcznik kąpielowy;3\nMąka pszenna;1\n",
    "TmF6d2E7Q2VuYQqv87N0YSCz82SfIHBvZHdvZG5hOzEyClLqY3puaWsga7lwaWVsb3d5OzMKTblrYSBwc3plbm5hOzEK",
  ),
  "Polish in ISO-8859-2": old(
    "iso-8859-2",
    "Nazwa;Cena\nŻółta łódź podwodna;12\nRęcznik kąpielowy;3\nMąka pszenna;1\n",
    "TmF6d2E7Q2VuYQqv87N0YSCz82S8IHBvZHdvZG5hOzEyClLqY3puaWsga7FwaWVsb3d5OzMKTbFrYSBwc3plbm5hOzEK",
  ),
  "Czech in windows-1250": old(
    "windows-1250",
    "Název;Cena\nŽlutý hrnek;12\nRučník bílý velký;3\nPříbor nerezový;4\n",
    "TuF6ZXY7Q2VuYQqObHV0/SBocm5lazsxMgpSdehu7WsgYu1s/SB2ZWxr/TszClD47WJvciBuZXJlem92/Ts0Cg==",
  ),
  "Hungarian in windows-1250": old(
    "windows-1250",
    "Név;Ár\nKék törölköző;12\nTűzhely fehér;3\nRózsaszín bögre;2\n",
    "Tul2O8FyCkvpayB09nL2bGv2evU7MTIKVPt6aGVseSBmZWjpcjszClLzenNhc3rtbiBi9mdyZTsyCg==",
  ),
  "Greek in windows-1253": old(
    "windows-1253",
    "Όνομα;Τιμή\nΠετσέτα μπάνιου λευκή;12\nΒραστήρας;3\n",
    "vO3v7OE71Ons3grQ5fTz3fThIOzw3O3p7/Ug6+X16t47MTIKwvHh8/Te8eHyOzMK",
  ),
  "French in CP850": old(
    "cp850",
    "Désignation;Prix\nCrème brûlée à la poêle;12\nFenêtre châssis été;3\n",
    "RIJzaWduYXRpb247UHJpeApDcoptZSBicpZsgmUghSBsYSBwb4hsZTsxMgpGZW6IdHJlIGNog3NzaXMggnSCOzMK",
  ),
  "German in CP850": old(
    "cp850",
    "Bezeichnung;Größe\nSchüssel groß weiß;12\nTür aus Glas;3\nÄpfel;1\n",
    "QmV6ZWljaG51bmc7R3KU4WUKU2NogXNzZWwgZ3Jv4SB3ZWnhOzEyClSBciBhdXMgR2xhczszCo5wZmVsOzEK",
  ),
  "Spanish in CP850": old(
    "cp850",
    "Descripción;Tamaño\nPaño de cocina niño;1\nJamón ibérico pequeño;2\n",
    "RGVzY3JpcGNpom47VGFtYaRvClBhpG8gZGUgY29jaW5hIG5ppG87MQpKYW2ibiBpYoJyaWNvIHBlcXVlpG87Mgo=",
  ),
  "Turkish in windows-1254": old(
    "windows-1254",
    "Ürün adı;Fiyat\nBeyaz çaydanlık;1\nYeşil şişe büyük ağaç;2\n",
    "3HL8biBhZP07Rml5YXQKQmV5YXog52F5ZGFubP1rOzEKWWX+aWwg/mn+ZSBi/Hn8ayBh8GHnOzIK",
  ),
};
