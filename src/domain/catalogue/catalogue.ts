import type { CatalogueType, DatumLine, DocumentLine } from '#domain/catalogue/contract.ts'
import { catalogueTypes } from '#domain/catalogue/contract.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { Role } from '#domain/identity/roles.ts'
import { kindLabels } from '#domain/invitation/invitation.ts'
import { t } from '#domain/language/translate.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { normaliseText, notEmptyRule } from '#domain/values/text.ts'

/** The catalogues that a role reads: CCI all, a participant those of its own kind and of incidents (D53). */
export function cataloguesReadBy(role: Role): readonly CatalogueType[] {
  return role === 'CCI' ? catalogueTypes : [role, 'ISSUE']
}

/** The Spanish name of each catalogue type. */
export const catalogueLabels: Record<CatalogueType, string> = { ...kindLabels, ISSUE: 'Incidencias' }

/** A service's errors, by field (FORM-47). */
export function serviceErrors(service: { type: string; description: string }): FieldErrors {
  return errorsOf({ type: notEmptyRule(service.type), description: notEmptyRule(service.description) })
}

/** The cleaned lines of a table, with their errors. */
export type CheckedLines<Line> = {
  /** Without empty lines, with white space normalised (FORM-50). */
  lines: Line[]
  /** By list, index in the input, and field: 'docList.2.description'. */
  fields: FieldErrors
  /** 'emptyLines' when a line is incomplete, 'invalid' for any other error. */
  reason: 'emptyLines' | 'invalid' | null
}

/**
 * Checks the lines of a document catalogue: both name and description or neither, and unique names (FORM-48, FORM-50).
 */
export function checkDocumentLines(given: readonly DocumentLine[]): CheckedLines<DocumentLine> {
  const lines = given.map(({ documentCatalogName, description, required }) => ({
    documentCatalogName: normaliseText(documentCatalogName),
    description: normaliseText(description),
    required,
  }))
  return checked(lines, {
    list: 'docList',
    name: 'documentCatalogName',
    isEmpty: line => line.documentCatalogName === '' && line.description === '',
    missing: line => ({
      documentCatalogName: notEmptyRule(line.documentCatalogName),
      description: notEmptyRule(line.description),
    }),
  })
}

/** Checks the lines of a data catalogue: a required line has a name, and names are unique (FORM-49, FORM-50). */
export function checkDatumLines(given: readonly DatumLine[]): CheckedLines<DatumLine> {
  const lines = given.map(({ field, required }) => ({ field: normaliseText(field), required }))
  return checked(lines, {
    list: 'fields',
    name: 'field',
    isEmpty: line => line.field === '' && !line.required,
    missing: line => ({ field: notEmptyRule(line.field) }),
  })
}

type Table<Line> = {
  list: string
  name: keyof Line & string
  isEmpty: (line: Line) => boolean
  missing: (line: Line) => Record<string, string | null>
}

function checked<Line>(given: readonly Line[], { list, name, isEmpty, missing }: Table<Line>): CheckedLines<Line> {
  const lines: Line[] = []
  const fields: FieldErrors = {}
  const lineOf = new Map<string, number>()
  let half = false
  for (const [index, line] of given.entries()) {
    if (isEmpty(line)) continue
    lines.push(line)
    const lacks = errorsOf(missing(line))
    half ||= Object.keys(lacks).length > 0
    for (const [field, error] of Object.entries(lacks)) fields[`${list}.${index}.${field}`] = error
    const text = String(line[name])
    const first = lineOf.get(foldForSearch(text))
    // Names become object keys of the participants' data, so names such as `constructor` are not allowed.
    if (text in {}) fields[`${list}.${index}.${name}`] = t('Elija otro nombre')
    else if (first !== undefined) fields[`${list}.${index}.${name}`] = t`Ya está en la línea ${first + 1}`
    if (text !== '' && first === undefined) lineOf.set(foldForSearch(text), index)
  }
  const wrong = Object.keys(fields).length > 0
  return { lines, fields, reason: half ? 'emptyLines' : wrong ? 'invalid' : null }
}

function errorsOf(found: Record<string, string | null>): FieldErrors {
  return Object.fromEntries(Object.entries(found).flatMap(([field, error]) => (error ? [[field, error]] : [])))
}

/** The effect of saving a document catalogue, as lists of document names (D10). */
export type DocumentChanges = {
  /** Required now and not before. Announced to participants that sent their documentation. */
  required: string[]
  /** No longer requested. Uploaded files stay in the history. */
  dropped: string[]
  /** Optional now: new, or no longer required. */
  optional: string[]
}

export function documentChanges(before: readonly DocumentLine[], after: readonly DocumentLine[]): DocumentChanges {
  const was = new Map(before.map(line => [line.documentCatalogName, line.required]))
  const names = new Set(after.map(line => line.documentCatalogName))
  const turned = (required: boolean) =>
    after
      .filter(line => line.required === required && was.get(line.documentCatalogName) !== required)
      .map(line => line.documentCatalogName)
  return { required: turned(true), optional: turned(false), dropped: [...was.keys()].filter(name => !names.has(name)) }
}
