import { answerEntered, dayEntered } from '#domain/list/cell.ts'
import type { UseFields } from '#domain/supervision/use/facts.ts'
import type { Criticality } from '#domain/supervision/use/use.ts'
import { criticalities, criticalLabels, USE_NOTE_MAX } from '#domain/supervision/use/use.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { firstCharacters } from '#domain/values/cut.ts'
import { isRating } from '#domain/values/rating.ts'
import { isBlank, normaliseText, textRule } from '#domain/values/text.ts'

/** The columns of an import of uses (LEVEL-17). */
export const useSheetColumns = {
  cif: { heading: 'CIF del proveedor', also: ['cif', 'NIF', 'CIF proveedor', 'Proveedor'] },
  service: { heading: 'Clave del servicio', also: ['service', 'Servicio', 'Clave', 'Clave servicio'] },
  critical: {
    heading: 'Función esencial o importante',
    also: ['critical', 'Esencial', 'Crítica', 'Función crítica', 'Función crítica o importante'],
    optional: true,
  },
  requiredScore: { heading: 'Nivel exigido', also: ['requiredScore', 'Exigido', 'Nivel'], optional: true },
  since: { heading: 'Desde', also: ['since', 'Fecha de inicio', 'Inicio'], optional: true },
  note: { heading: 'Nota', also: ['note', 'Notas', 'Observaciones'], optional: true },
} as const
export type UseColumn = keyof typeof useSheetColumns

/** The example row of the template; imports skip it. */
export const useExample: Record<UseColumn, string> = {
  cif: 'EJEMPLO: B00000000 (sustituya esta fila)',
  service: 'SRV-1',
  critical: 'Sí',
  requiredScore: 'A/B/A',
  since: '01/01/2026',
  note: 'Sin nivel, se toma el de su política; con «Ninguno», queda sin exigencia',
}

/** `line` is the row number that the spreadsheet program shows. */
export type UseCells = { line: number } & Record<UseColumn, string>

/** The values that a row sets; what is blank is left as it is, or as the policy says for a new use. */
export type UseValues = Partial<Pick<UseFields, 'critical' | 'requiredScore' | 'since' | 'note'>>

export type UseRowFault = { line: number; column: UseColumn; message: string }

export const useFault = (line: number, column: UseColumn, rest: string): UseRowFault => ({
  line,
  column,
  message: `Fila ${line}, «${useSheetColumns[column].heading}»: ${rest}`,
})

const criticalByWord = new Map<string, Criticality>([
  ...criticalities.flatMap(each => [
    [foldForSearch(each), each] as const,
    [foldForSearch(criticalLabels[each]), each] as const,
  ]),
  ['no evaluada', 'NOT_ASSESSED'],
])
function criticalIn(text: string): Criticality | undefined {
  const answer = answerEntered(text)
  return answer === null ? criticalByWord.get(foldForSearch(text)) : answer ? 'YES' : 'NO'
}
const noLevel = ['-', 'ninguno', 'sin exigencia']

/** A row's values, and the faults of those that cannot be understood. */
export function readUseRow({ line, ...cells }: UseCells): { values: UseValues; faults: UseRowFault[] } {
  const values: UseValues = {}
  const faults: UseRowFault[] = []
  const refuse = (column: UseColumn, rest: string) => faults.push(useFault(line, column, rest))
  for (const column of ['cif', 'service'] as const) {
    if (isBlank(cells[column])) refuse(column, 'está vacío. Escriba un valor o borre la fila.')
  }
  if (!isBlank(cells.critical)) {
    const critical = criticalIn(cells.critical)
    if (critical) values.critical = critical
    else refuse('critical', `«${excerpt(cells.critical)}» no se entiende. Escriba Sí, No o Sin evaluar.`)
  }
  if (!isBlank(cells.requiredScore)) {
    const level = cells.requiredScore.replace(/\s/g, '').toUpperCase()
    if (noLevel.includes(foldForSearch(cells.requiredScore))) values.requiredScore = null
    else if (isRating(level)) values.requiredScore = level
    else refuse('requiredScore', `«${excerpt(cells.requiredScore)}» no es un nivel. Escriba tres, por ejemplo A/B/A+.`)
  }
  if (!isBlank(cells.since)) {
    const since = dayEntered(cells.since.trim())
    if (since) values.since = since
    else refuse('since', `«${excerpt(cells.since)}» no es una fecha. Escríbala como 31/12/2026.`)
  }
  if (!isBlank(cells.note)) {
    const note = normaliseText(cells.note)
    const fault = textRule(USE_NOTE_MAX)(note)
    if (fault) refuse('note', `${fault.charAt(0).toLowerCase()}${fault.slice(1).replace(/\.$/, '')}.`)
    else values.note = note
  }
  return { values, faults }
}

function excerpt(value: string): string {
  const first = firstCharacters(value.trim(), 60)
  return first === value.trim() ? first : `${first}…`
}
