import { foldForSearch } from '#domain/values/collate.ts'

/** A province with the first two digits of its postal codes and its other names. */
export type Province = { readonly code: string; readonly name: string; readonly alsoKnownAs?: readonly string[] }

/** The 50 provinces and the two autonomous cities, by code, under their official names. */
export const PROVINCES: readonly Province[] = [
  { code: '01', name: 'Araba/Álava', alsoKnownAs: ['Araba', 'Álava'] },
  { code: '02', name: 'Albacete' },
  { code: '03', name: 'Alicante/Alacant', alsoKnownAs: ['Alicante', 'Alacant'] },
  { code: '04', name: 'Almería' },
  { code: '05', name: 'Ávila' },
  { code: '06', name: 'Badajoz' },
  { code: '07', name: 'Illes Balears', alsoKnownAs: ['Islas Baleares', 'Baleares'] },
  { code: '08', name: 'Barcelona' },
  { code: '09', name: 'Burgos' },
  { code: '10', name: 'Cáceres' },
  { code: '11', name: 'Cádiz' },
  { code: '12', name: 'Castellón/Castelló', alsoKnownAs: ['Castellón', 'Castelló'] },
  { code: '13', name: 'Ciudad Real' },
  { code: '14', name: 'Córdoba' },
  { code: '15', name: 'A Coruña', alsoKnownAs: ['La Coruña'] },
  { code: '16', name: 'Cuenca' },
  { code: '17', name: 'Girona', alsoKnownAs: ['Gerona'] },
  { code: '18', name: 'Granada' },
  { code: '19', name: 'Guadalajara' },
  { code: '20', name: 'Gipuzkoa', alsoKnownAs: ['Guipúzcoa'] },
  { code: '21', name: 'Huelva' },
  { code: '22', name: 'Huesca' },
  { code: '23', name: 'Jaén' },
  { code: '24', name: 'León' },
  { code: '25', name: 'Lleida', alsoKnownAs: ['Lérida'] },
  { code: '26', name: 'La Rioja' },
  { code: '27', name: 'Lugo' },
  { code: '28', name: 'Madrid' },
  { code: '29', name: 'Málaga' },
  { code: '30', name: 'Murcia' },
  { code: '31', name: 'Navarra', alsoKnownAs: ['Nafarroa'] },
  { code: '32', name: 'Ourense', alsoKnownAs: ['Orense'] },
  { code: '33', name: 'Asturias' },
  { code: '34', name: 'Palencia' },
  { code: '35', name: 'Las Palmas' },
  { code: '36', name: 'Pontevedra' },
  { code: '37', name: 'Salamanca' },
  { code: '38', name: 'Santa Cruz de Tenerife' },
  { code: '39', name: 'Cantabria' },
  { code: '40', name: 'Segovia' },
  { code: '41', name: 'Sevilla' },
  { code: '42', name: 'Soria' },
  { code: '43', name: 'Tarragona' },
  { code: '44', name: 'Teruel' },
  { code: '45', name: 'Toledo' },
  { code: '46', name: 'Valencia/València', alsoKnownAs: ['Valencia'] },
  { code: '47', name: 'Valladolid' },
  { code: '48', name: 'Bizkaia', alsoKnownAs: ['Vizcaya'] },
  { code: '49', name: 'Zamora' },
  { code: '50', name: 'Zaragoza' },
  { code: '51', name: 'Ceuta' },
  { code: '52', name: 'Melilla' },
]

/** The province with a name in any of its usual forms, ignoring accents and case. */
export function findProvince(name: string): Province | undefined {
  const wanted = foldForSearch(name)
  return PROVINCES.find(province =>
    [province.name, ...(province.alsoKnownAs ?? [])].some(known => foldForSearch(known) === wanted),
  )
}

/** The province of a postal code; undefined when its first two digits belong to none. */
export function provinceOfPostalCode(postalCode: string): Province | undefined {
  return PROVINCES.find(province => province.code === postalCode.slice(0, 2))
}
