import { daysIn } from '#domain/document/precheck/dates.ts'
import type { CheckCode } from '#domain/document/precheck/precheck.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { compareDays, expiryFault } from '#domain/values/day.ts'

/**
 * What a reviewer compares with the text of a PDF. Everything here is a hint: a scan has no text, a forged PDF any, so
 * nothing of it decides.
 */

/** A value that can be on a paper: every part, in one of its spellings. */
type Spelled = { parts: readonly (readonly string[])[] }
/** What a participant declared, and the check of a file that compares it already. */
export type Declared = Spelled & { label: string; value: string; check: CheckCode | null }

type Address = { viaLabel?: string; viaName?: string; viaNumber?: string; postalCode?: string; city?: string } | null

/** What a participant declared about itself, and the service of its request; what is empty is left out. */
export function declaredOf(
  participant: { businessName: string; name: string; cif: string; address: Address },
  request: { service: string | null } | null,
): Declared[] {
  const { cif, address } = participant
  const name = participant.businessName || participant.name
  const { viaLabel = '', viaName = '', viaNumber = '', postalCode = '', city = '' } = address ?? {}
  const street = [`${viaLabel} ${viaName}`.trim(), viaNumber].filter(Boolean).join(', ')
  const all: Declared[] = [
    { label: 'Razón social', value: name, check: 'COMPANY', parts: [companySpellings(name)] },
    { label: 'CIF', value: cif, check: 'COMPANY', parts: [[cif]] },
    {
      label: 'Domicilio',
      check: null,
      value: viaName && [street, `${postalCode} ${city}`.trim()].filter(Boolean).join(', '),
      parts: [NUMBER_SIGNS.map(sign => `${viaName}${sign}${viaNumber}`), ...(postalCode ? [[postalCode]] : [])],
    },
    { label: 'Servicio', value: request?.service ?? '', check: 'REPORT', parts: [[request?.service ?? '']] },
  ]
  return all.filter(({ value }) => value.trim() !== '')
}

/** What people write between a street and its number. */
const NUMBER_SIGNS = ['', 'n', 'no', 'num', 'numero']

/** Legal forms as a name's last letters, and written out. */
const legalForms: readonly (readonly [RegExp, string])[] = [
  [/sociedadlimitadaunipersonal$|slu$/, 'sociedadlimitadaunipersonal'],
  [/sociedadlimitadaprofesional$|slp$/, 'sociedadlimitadaprofesional'],
  [/sociedadanonimaunipersonal$|sau$/, 'sociedadanonimaunipersonal'],
  [/sociedadlimitada$|sl$/, 'sociedadlimitada'],
  [/sociedadanonima$|sa$/, 'sociedadanonima'],
]

function companySpellings(name: string): string[] {
  const short = lettersOf(name)
  const form = legalForms.find(([ending]) => ending.test(short))
  return form ? [short, short.replace(form[0], form[1])] : [short]
}

/** The letters and digits of a text. */
function lettersOf(text: string): string {
  return foldForSearch(text)
    .replace(/[ºª]/g, sign => (sign === 'º' ? 'o' : 'a'))
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The text of a paper without its spaces, which mean little in a text layer, and where they were. */
export type Paper = { letters: string; gaps: ReadonlySet<number> }

/** The text of a PDF, ready to be compared. */
export function paperOf(text: string): Paper {
  const gaps = new Set<number>()
  let letters = ''
  for (const word of foldForSearch(text).split(/[\s,;]+/)) {
    letters += lettersOf(word)
    gaps.add(letters.length)
  }
  return { letters, gaps }
}

/** Whether a declared value is on a paper. */
export function isOnPaper({ parts }: Spelled, paper: Paper): boolean {
  return parts.every(spellings => spellings.some(spelling => holds(paper, lettersOf(spelling))))
}

/** A number must not go on: 14 is not 145. */
function holds({ letters, gaps }: Paper, wanted: string): boolean {
  if (wanted === '') return false
  for (let at = letters.indexOf(wanted); at >= 0; at = letters.indexOf(wanted, at + 1)) {
    const end = at + wanted.length
    const goesOn = /\d$/.test(wanted) && /\d/.test(letters[end] ?? '') && !gaps.has(end)
    if (!goesOn) return true
  }
  return false
}

/** The days on a paper that may be its expiry, the last first, at most `most`. */
export function expiriesOnPaper(text: string, today: Day, most = 4): Day[] {
  const days = daysIn(foldForSearch(text)).map(({ day }) => day)
  const possible = days.filter(day => expiryFault(day, today) === null)
  return [...new Set(possible)].sort((a, b) => compareDays(b, a)).slice(0, most)
}
