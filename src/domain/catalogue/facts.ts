import type { DatumLine, DocumentLine } from '#domain/catalogue/contract.ts'
import type { FieldValues, Labels } from '#domain/conflict/conflict.ts'
import { labelsOf } from '#domain/conflict/conflict.ts'

const ORDER = 'order'
const required = (is: boolean) => (is ? 'obligatorio' : 'opcional')

export const serviceLabels = labelsOf({ type: 'Tipo', description: 'Descripción' })

/** The lines of a catalogue by name. An absent line is empty. */
export function documentLineFacts(lines: readonly DocumentLine[]): FieldValues {
  return withOrder(
    lines.map(line => [line.documentCatalogName, `${line.description} (${required(line.required)})`] as const),
  )
}

export function datumLineFacts(lines: readonly DatumLine[]): FieldValues {
  return withOrder(lines.map(line => [line.field, required(line.required)] as const))
}

function withOrder(lines: readonly (readonly [name: string, value: string])[]): FieldValues {
  const named = lines.map(([name, value]) => [`line.${name}`, value] as const)
  return { ...Object.fromEntries(named), [ORDER]: lines.map(([name]) => name).join(' · ') }
}

/**
 * The submitted lines, for comparison with the stored ones: a removed line is empty, and the order counts only when
 * both have the same lines.
 */
export function linesAgainst(sent: FieldValues, now: FieldValues): FieldValues {
  const missing = Object.keys(now).filter(field => !(field in sent))
  const all = { ...sent, ...Object.fromEntries(missing.map(field => [field, ''])) }
  const same = missing.length === 0 && Object.keys(sent).length === Object.keys(now).length
  if (same) return all
  const { [ORDER]: _order, ...lines } = all
  return lines
}

export const lineLabels: Labels = field => {
  if (field === ORDER) return 'Orden'
  return field.startsWith('line.') ? `«${field.slice('line.'.length)}»` : null
}
