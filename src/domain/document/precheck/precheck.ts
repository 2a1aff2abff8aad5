import { REPORT_DOCUMENT, SPREADSHEET_DOCUMENT } from '#domain/document/document.ts'
import { cifsIn, pageOfCif, pageOfName } from '#domain/document/precheck/company.ts'
import { expiriesIn, type StatedExpiry } from '#domain/document/precheck/dates.ts'
import { type Pages, writtenPages } from '#domain/document/precheck/text.ts'
import { isOnPaper, paperOf } from '#domain/validation/paper.ts'
import type { Day } from '#domain/values/day.ts'

/*
 * What a machine can see in a document before a person looks. Hints: no outcome accepts, rejects, blocks or delays
 * anything (DESK-15).
 */

/** The checks of what a file says, which are stored; DUPLICATE is found in the database when it is read. */
export const storedCodes = ['COMPANY', 'DATES', 'SIGNATURE', 'TEXT', 'REPORT'] as const
export type StoredCode = (typeof storedCodes)[number]
export const checkCodes = ['COMPANY', 'DATES', 'DUPLICATE', 'SIGNATURE', 'REPORT', 'TEXT'] as const
export type CheckCode = (typeof checkCodes)[number]

export const checkOutcomes = ['LOOK', 'OK', 'UNKNOWN'] as const
export type CheckOutcome = (typeof checkOutcomes)[number]

/** Why a file could not be read: beyond the limits, failed twice, of a kind that is not read, or with a password. */
export type Unread = 'limits' | 'failed' | 'kind' | 'locked'

/** What a check rests on. */
export type CheckDetail = {
  unread?: Unread
  noText?: true
  /** COMPANY: the CIF or name that was found, or the CIFs of others. */
  cif?: string
  name?: string
  others?: string[]
  dates?: StatedExpiry[]
  /** SIGNATURE: the signers as the file names them, and whether something was added after the last of them. */
  signers?: (string | null)[]
  addedAfter?: boolean
  asked?: boolean
  /** TEXT: the pages, and those with text. */
  pages?: number
  written?: number
  /** REPORT: what the report does not name. */
  misses?: ('evaluator' | 'service')[]
}

export type Check<Code extends CheckCode = CheckCode> = {
  code: Code
  outcome: CheckOutcome
  detail: CheckDetail
  page: number | null
}
export type StoredCheck = Check<StoredCode>

/** What a file is compared with. */
export type Subject = {
  codes: readonly StoredCode[]
  cif: string
  names: readonly string[]
  /** The catalogue asks for a signed document. */
  signed: boolean
  /** The evaluator and service of a request. */
  evaluator: string | null
  service: string | null
}

/** The checks of a document, by its kind: those of a report have no expiry (DOC-06), its spreadsheet names no company. */
export function checksFor(kind: 'DOC_MIN' | 'AUDIT_REPORT', document: string): readonly StoredCode[] {
  if (kind === 'DOC_MIN') return ['COMPANY', 'DATES', 'SIGNATURE', 'TEXT']
  if (document === REPORT_DOCUMENT) return ['COMPANY', 'SIGNATURE', 'TEXT', 'REPORT']
  return document === SPREADSHEET_DOCUMENT ? ['TEXT'] : ['COMPANY', 'TEXT']
}

/** Whether a document is asked for signed, by its name or description in the catalogue. */
export const isAskedSigned = (name: string, description: string): boolean =>
  /\bfirmad[oa]s?\b|\bfirma (electr[oó]nica|digital)\b/i.test(`${name} ${description}`)

/** The electronic signatures of a PDF as it names them; 'unreadable' when it is encrypted or damaged. */
export type Signatures = { signers: (string | null)[]; addedAfter: boolean } | 'unreadable'

/** What was read of a file. `signatures` is null for files that carry none of that kind. */
export type FileRead = { pages: Pages; signatures: Signatures | null } | { unread: Unread }

/** The checks of a file that was read, or could not be. */
export function checksOf(read: FileRead, subject: Subject): StoredCheck[] {
  if ('unread' in read) return unknownChecks(subject.codes, read.unread)
  const hasText = writtenPages(read.pages) > 0
  return subject.codes.flatMap((code): StoredCheck[] => {
    if (code === 'TEXT') return [textCheck(read.pages)]
    if (code === 'SIGNATURE') return read.signatures === null ? [] : [signatureCheck(read.signatures, subject.signed)]
    if (!hasText) return [{ code, outcome: 'UNKNOWN', detail: { noText: true }, page: null }]
    if (code === 'COMPANY') return [companyCheck(read.pages, subject)]
    if (code === 'REPORT') return [reportCheck(read.pages, subject)]
    const dates = expiriesIn(read.pages).slice(0, DATES_MAX)
    return [{ code, outcome: dates.length > 0 ? 'OK' : 'UNKNOWN', detail: { dates }, page: dates[0]?.page ?? null }]
  })
}

/** What is kept of the dates of one file. */
const DATES_MAX = 20
const OTHERS_MAX = 3

/** All checks of a file that could not be read. */
export const unknownChecks = (codes: readonly StoredCode[], unread: Unread): StoredCheck[] =>
  codes.map(code => ({ code, outcome: 'UNKNOWN', detail: { unread }, page: null }))

function textCheck(pages: Pages): StoredCheck {
  const written = writtenPages(pages)
  const page = pages.findIndex(each => writtenPages([each]) > 0) + 1
  const detail = { pages: pages.length, written }
  return { code: 'TEXT', outcome: written > 0 ? 'OK' : 'LOOK', detail, page: page || null }
}

function companyCheck(pages: Pages, { cif, names }: Subject): StoredCheck {
  const code = 'COMPANY'
  const onPage = pageOfCif(pages, cif)
  if (onPage !== null) return { code, outcome: 'OK', detail: { cif }, page: onPage }
  for (const name of names) {
    const named = pageOfName(pages, name)
    if (named !== null) return { code, outcome: 'OK', detail: { name }, page: named }
  }
  const others = cifsIn(pages).slice(0, OTHERS_MAX)
  return { code, outcome: 'LOOK', detail: { others: others.map(other => other.cif) }, page: others[0]?.page ?? null }
}

function signatureCheck(signatures: Signatures, asked: boolean): StoredCheck {
  const code = 'SIGNATURE'
  if (signatures === 'unreadable') return { code, outcome: 'UNKNOWN', detail: {}, page: null }
  const outcome = asked && signatures.signers.length === 0 ? 'LOOK' : 'OK'
  return { code, outcome, detail: { ...signatures, asked }, page: null }
}

function reportCheck(pages: Pages, { evaluator, service }: Subject): StoredCheck {
  const byEvaluator = evaluator === null ? null : pageOfName(pages, evaluator)
  const isServiceNamed = service === null || isOnPaper({ parts: [[service]] }, paperOf(pages.join('\n')))
  const misses = [
    ...(byEvaluator === null ? (['evaluator'] as const) : []),
    ...(isServiceNamed ? [] : (['service'] as const)),
  ]
  return { code: 'REPORT', outcome: misses.length === 0 ? 'OK' : 'LOOK', detail: { misses }, page: byEvaluator }
}

/** The check of the dates on a day, beside the expiry that CCI typed, if it has. */
export function datedCheck(check: Check, today: Day, typed: Day | null): Check {
  const { dates = [] } = check.detail
  if (check.code !== 'DATES' || dates.length === 0) return check
  const coming = dates.filter(({ day }) => day >= today)
  const meant = dates.find(({ day }) => day === typed) ?? coming[0] ?? dates[0]!
  const isFine = meant.day >= today && (typed === null || meant.day === typed)
  return { ...check, outcome: isFine ? 'OK' : 'LOOK', page: meant.page }
}

/** The checks to look at first, then what is in order, then what is unknown; within each in the order of the table. */
export const checksInOrder = <C extends Pick<Check, 'code' | 'outcome'>>(checks: readonly C[]): C[] =>
  checks.toSorted(
    (a, b) =>
      checkOutcomes.indexOf(a.outcome) - checkOutcomes.indexOf(b.outcome) ||
      checkCodes.indexOf(a.code) - checkCodes.indexOf(b.code),
  )
