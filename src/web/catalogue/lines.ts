import type { CatalogueType, DatumLine, DocumentLine } from '#domain/catalogue/contract.ts'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'

/** A line of an edited table, with a stable key. */
export type Keyed<Line> = Line & { key: string }

/** An edited table; `version` and `base` are the state it was read with. */
export type LinesDraft<Line> = { version: number; base: readonly Line[]; dirty: boolean; lines: Keyed<Line>[] }

/** The unsaved edits of every type. */
export type Drafts = {
  documents: { [Type in CatalogueType]?: LinesDraft<DocumentLine> }
  data: { [Kind in InvitableKind]?: LinesDraft<DatumLine> }
}

export const noDrafts: Drafts = { documents: {}, data: {} }

export function linesWithKeys<Line extends object>(lines: readonly Line[]): Keyed<Line>[] {
  return lines.map((line, index) => ({ ...line, key: String(index) }))
}

export function withoutKeys<Line extends object>(lines: readonly Keyed<Line>[]): Line[] {
  return lines.map(({ key: _key, ...line }) => line as unknown as Line)
}

export function added<Line extends object>(lines: readonly Keyed<Line>[], line: Line): Keyed<Line>[] {
  const key = 1 + Math.max(-1, ...lines.map(each => Number(each.key)))
  return [...lines, { ...line, key: String(key) }]
}

/** The lines with one line moved up (-1) or down (1); unchanged at that end. */
export function moved<Line>(lines: readonly Keyed<Line>[], key: string, by: -1 | 1): Keyed<Line>[] {
  const from = lines.findIndex(line => line.key === key)
  const to = from + by
  const next = [...lines]
  if (from < 0 || to < 0 || to >= lines.length) return next
  ;[next[from], next[to]] = [next[to]!, next[from]!]
  return next
}

/** Errors by 'key.field' instead of 'docList.2.field'; drops errors that belong to no line. */
export function errorsByKey(fields: FieldErrors, list: string, lines: readonly Keyed<object>[]): FieldErrors {
  return Object.fromEntries(
    Object.entries(fields).flatMap(([path, error]) => {
      const [name, index, field] = path.split('.')
      const line = name === list && field ? lines[Number(index)] : undefined
      return line ? [[`${line.key}.${field}`, error]] : []
    }),
  )
}

export function isDirty(drafts: Drafts, type: CatalogueType): boolean {
  const data: Partial<Record<CatalogueType, LinesDraft<DatumLine>>> = drafts.data
  return drafts.documents[type]?.dirty === true || data[type]?.dirty === true
}
