import type { Language } from '#domain/language/language.ts'
import { currentLanguage } from '#domain/language/translate.ts'
import { compareSpanish, foldForSearch } from '#domain/values/collate.ts'

/** A country by its code of ISO 3166-1 alpha-2. */
export type Country = string

/** The codes of ISO 3166-1 alpha-2, and XK, which the registers use for Kosovo. */
const codes = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD
  CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF
  GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI
  SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI
  VN VU WF WS XK YE YT ZA ZM ZW`
  .trim()
  .split(/\s+/)
const known = new Set(codes)

const union = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '))

export const isCountry = (code: string): boolean => known.has(code)

/** Whether a country is in the European Union. */
export const isInUnion = (country: Country): boolean => union.has(country)

/** Whether the business registers of a country are in the network that gives EUID: the European Economic Area. */
export const isInRegisterNetwork = (country: Country): boolean =>
  isInUnion(country) || country === 'IS' || country === 'LI' || country === 'NO'

const names: Readonly<Record<Language, Intl.DisplayNames>> = {
  es: new Intl.DisplayNames('es', { type: 'region' }),
  en: new Intl.DisplayNames('en-GB', { type: 'region' }),
}

/** 'España' in the current language; the code itself for one that is not known. */
export const countryName = (country: Country): string =>
  isCountry(country) ? (names[currentLanguage()].of(country) ?? country) : country

/** The countries by their Spanish names. */
export const countries: readonly Country[] = codes.toSorted((a, b) => compareSpanish(countryName(a), countryName(b)))

/** 'España, Irlanda'. */
export const countryNames = (of: readonly Country[]): string => of.map(countryName).join(', ')

const byWord = new Map<string, Country>([
  ...codes.flatMap(code => [[foldForSearch(countryName(code)), code] as const, [foldForSearch(code), code] as const]),
  ['el', 'GR'],
  ['uk', 'GB'],
])

/** The country that a word names: its code or its Spanish name, in any case. */
export const countryNamed = (word: string): Country | undefined => byWord.get(foldForSearch(word))
