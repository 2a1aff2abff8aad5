import { foldInPlace, type Pages } from '#domain/document/precheck/text.ts'
import { cifRule, normaliseCif } from '#domain/values/company/cif.ts'

/** A CIF as people write it: 'B-12.345.674', 'B 12345674', 'ESB12345674'. A longer number that contains it is another. */
const WRITTEN = /(?<![a-z0-9])(?:es[\s.\-/]{0,2})?([a-z](?:[\s.\-/]{0,2}\d){7}[\s.\-/]{0,2}[\da-z])(?![a-z0-9])/g

const cifsOn = (page: string): string[] =>
  [...foldInPlace(page).matchAll(WRITTEN)].map(([, written = '']) => written.replace(/[^a-z\d]/g, '').toUpperCase())

/** The page on which a CIF is written, or null. */
export const pageOfCif = (pages: Pages, cif: string): number | null =>
  pageWhere(pages, page => cifsOn(page).includes(normaliseCif(cif)))

/** The CIFs of a file that have a right control character, each once, with the page where each is first. */
export function cifsIn(pages: Pages): { cif: string; page: number }[] {
  const found = new Map<string, number>()
  for (const [index, page] of pages.entries()) {
    for (const cif of cifsOn(page)) if (cifRule(cif) === null && !found.has(cif)) found.set(cif, index + 1)
  }
  return [...found].map(([cif, page]) => ({ cif, page }))
}

const pageWhere = (pages: Pages, holds: (page: string) => boolean): number | null => {
  const index = pages.findIndex(holds)
  return index < 0 ? null : index + 1
}

/*
 * A name is compared word by word, whatever its accents, case and legal form. A name that only contains it is another
 * company's: 'Aceros del Norte' is neither 'Aceros del Norte Industrial, S.A.' nor 'Grupo Aceros del Norte'.
 */

/** Legal forms, as initials or in words. */
const FORM =
  /[\s.,]{0,4}(?<![\p{L}\p{N}])(?:s\s?\.?\s?[acl]\s?\.?(?:\s?[aeluprt]\s?\.?){0,2}|s\.?\s?coop\.?(?: de credito| ltda\.?| and\.?)?|coop\.?\s?v\.?|a\.?i\.?e\.?|u\.?t\.?e\.?|gmbh|ltd|inc|plc|sarl|soc(?:iedad)?\.? (?:anonima|limitada|cooperativa|civil)(?: (?:unipersonal|profesional|laboral|nueva empresa|deportiva|limitada)){0,2})(?![\p{L}\p{N}])\.?/gu
const FORM_SIGN = '\uE000'
const STOP_SIGN = '\uE001'
const LINE_SIGN = '\uE002'

type Token = { word: string; isCapital: boolean }
const isSign = (token: Token | undefined, ...signs: string[]) => token !== undefined && signs.includes(token.word)

/** The words of a text, and the signs for a legal form, a stop and the end of a line. */
function tokensOf(text: string): Token[] {
  const plain = foldInPlace(text)
  // foldInPlace makes white space of a line's end, so the ends are taken from the text itself.
  const withLines = [...text].map((sign, at) => (sign === '\n' ? '\n' : (plain[at] ?? ' '))).join('')
  const marked = withLines.replace(FORM, found => ` ${FORM_SIGN}`.padEnd(found.length, ' '))
  const tokens: Token[] = []
  for (const { 0: found, index } of marked.matchAll(/[\p{L}\p{N}]+|[\uE000\n]|[.,;:()[\]"«»|!?]+/gu)) {
    if (found === '\n') tokens.push({ word: LINE_SIGN, isCapital: false })
    else if (/^[\p{L}\p{N}\uE000]/u.test(found)) {
      tokens.push({ word: found, isCapital: /^[\p{Lu}\p{N}]/u.test(text.slice(index)) })
    } else tokens.push({ word: STOP_SIGN, isCapital: false })
  }
  return tokens
}

/** Words that come before a name without being part of it, also in capitals. */
const BEFORE = new Set(
  'a al apoderado administrador asegurada asegurado auditor cliente compania con cuenta de del deudor don el empresa en entidad evaluador favor firma firmado fdo la las los mercantil nombre para por prestador proveedor que razon representante social sociedad solicitante sr sra su titular tomador cif nif y e'.split(
    ' ',
  ),
)
/** Words that come after a name without being part of it, also in capitals. */
const AFTER = new Set(
  'a acredita actua calle certifica cif como con constituida cumple de declara del domiciliada domicilio durante e el ejercicio emite en es esta expone fecha ha identificada inscrita manifiesta nif no num para por que representada se segun sobre tiene titular tomador y'.split(
    ' ',
  ),
)
const JOINING = new Set(['y', 'e', 'de', 'del', 'la', 'las', 'los', 'el'])
/** The words of a name that may follow, up to its legal form. */
const AHEAD = 4

/** The page on which a company's name stands, or null. */
export function pageOfName(pages: Pages, name: string): number | null {
  const core = tokensOf(name)
    .map(({ word }) => word)
    .filter(word => ![FORM_SIGN, STOP_SIGN, LINE_SIGN].includes(word))
  if (core.join('').length < 3) return null
  return pageWhere(pages, page => {
    const tokens = tokensOf(page)
    return tokens.some((_token, at) => {
      const end = matchFrom(tokens, at, core)
      return end !== null && !continuesBefore(tokens, at) && !continuesAfter(tokens, end)
    })
  })
}

/** The place after the words of a name that begin at `at`, or null. A name may go on in the next line. */
function matchFrom(tokens: readonly Token[], at: number, core: readonly string[]): number | null {
  let next = at
  for (const [index, word] of core.entries()) {
    while (index > 0 && isSign(tokens[next], STOP_SIGN, LINE_SIGN)) next++
    if (tokens[next]?.word !== word) return null
    next++
  }
  return next
}

function continuesBefore(tokens: readonly Token[], at: number): boolean {
  let before = at - 1
  while (JOINING.has(tokens[before]?.word ?? '')) before--
  const token = tokens[before]
  if (token === undefined || isSign(token, STOP_SIGN, LINE_SIGN, FORM_SIGN)) return false
  return token.isCapital && !BEFORE.has(token.word)
}

function continuesAfter(tokens: readonly Token[], end: number): boolean {
  const [next] = tokens.slice(end)
  if (next === undefined || isSign(next, FORM_SIGN, STOP_SIGN)) return false
  const ahead = tokens.slice(end, end + AHEAD + 1)
  const stop = ahead.findIndex(token => isSign(token, STOP_SIGN))
  const phrase = stop < 0 ? ahead : ahead.slice(0, stop)
  const words = phrase.slice(
    0,
    phrase.findIndex(token => isSign(token, FORM_SIGN)),
  )
  const hasForm = phrase.some(token => isSign(token, FORM_SIGN))
  if (hasForm && words.every(token => !AFTER.has(token.word))) return true
  if (isSign(next, LINE_SIGN)) return false
  return next.isCapital && !AFTER.has(next.word)
}
