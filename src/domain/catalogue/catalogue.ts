import type { CatalogueType, DatumLine, DocumentLine } from '#domain/catalogue/contract.ts'
import { catalogueTypes } from '#domain/catalogue/contract.ts'
import type { FieldErrors } from '#domain/domain-error.ts'
import { kindLabels } from '#domain/invitation/invitation.ts'
import type { Role } from '#domain/roles.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { normaliseText, notEmptyRule } from '#domain/values/text.ts'

/** Whose catalogues a role reads: CCI all, a participant that of its own kind and what an incident needs (D53). */
export function cataloguesReadBy(role: Role): readonly CatalogueType[] {
  return role === 'CCI' ? catalogueTypes : [role, 'ISSUE']
}

/** What a catalogue is for, as people read it. */
export const catalogueLabels: Record<CatalogueType, string> = { ...kindLabels, ISSUE: 'Incidencias' }

/** What a service lacks, by field (FORM-47). */
export function serviceErrors(service: { type: string; description: string }): FieldErrors {
  return errorsOf({ type: notEmptyRule(service.type), description: notEmptyRule(service.description) })
}

/** What is left of the lines of a table, and what keeps it from being saved. */
export type CheckedLines<Line> = {
  /** Without the empty ones, white space tidied (FORM-50). */
  lines: Line[]
  /** By list, index as given, and field: 'docList.2.description'. */
  fields: FieldErrors
  /** 'emptyLines' when a line is half filled, 'invalid' when something else is wrong. */
  reason: 'emptyLines' | 'invalid' | null
}

/** The lines of a document catalogue: name and description both, or neither; each name once (FORM-48, FORM-50). */
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

/** The lines of a data catalogue: one that is said to be required has a name; each name once (FORM-49, FORM-50). */
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
    // Names are the keys of what participants write, where `constructor` and its like already stand for something.
    if (text in {}) fields[`${list}.${index}.${name}`] = 'Elija otro nombre'
    else if (first !== undefined) fields[`${list}.${index}.${name}`] = `Ya está en la línea ${first + 1}`
    if (text !== '' && first === undefined) lineOf.set(foldForSearch(text), index)
  }
  const wrong = Object.keys(fields).length > 0
  return { lines, fields, reason: half ? 'emptyLines' : wrong ? 'invalid' : null }
}

function errorsOf(found: Record<string, string | null>): FieldErrors {
  return Object.fromEntries(Object.entries(found).flatMap(([field, error]) => (error ? [[field, error]] : [])))
}

/** What saving a document catalogue changes for those it concerns, by document name (D10). */
export type DocumentChanges = {
  /** Must be supplied now and need not before: announced to who sent its documentation. */
  required: string[]
  /** Asked for no more; what was uploaded stays in the history. */
  dropped: string[]
  /** May be supplied now: new and optional, or no longer required. */
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
