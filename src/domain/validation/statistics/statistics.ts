import type { StatisticsWire } from '#domain/validation/statistics/contract.ts'
import type { Day } from '#domain/values/day.ts'

export const statisticsTopics = ['waiting', 'rejections', 'expiries', 'readers'] as const
export type StatisticsTopic = (typeof statisticsTopics)[number]

/** The smallest value that at least `share` of the weighted values do not exceed; null without values. */
export function quantile(values: readonly { value: number; count: number }[], share: number): number | null {
  const total = values.reduce((sum, { count }) => sum + count, 0)
  let seen = 0
  for (const { value, count } of values.toSorted((a, b) => a.value - b.value)) {
    seen += count
    if (seen >= share * total) return value
  }
  return null
}

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']

/** 'YYYY-MM' as 'nov 2026'. */
export const monthText = (month: string): string => `${months[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** The twelve months that begin with the month of `day`, or with `back` that end with it. */
export function twelveMonths(day: Day, back = false): string[] {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return Array.from({ length: 12 }, (_, n) => {
    const index = year * 12 + month - 1 + (back ? n - 11 : n)
    return `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`
  })
}

export type StatisticsTable = { title: string; file: string; heads: readonly string[]; rows: (string | number)[][] }

/** The table of a topic, on the screen and as CSV. */
export function statisticsTable(topic: StatisticsTopic, statistics: StatisticsWire): StatisticsTable {
  switch (topic) {
    case 'waiting':
      return {
        title: 'Cuánto tarda una verificación',
        file: 'plazos-de-verificacion',
        heads: ['Mes', 'Decisiones', 'Mediana (días laborables)', 'Percentil 90 (días laborables)'],
        rows: statistics.waiting.map(each => [
          monthText(each.month),
          each.decided,
          each.median ?? '-',
          each.p90 ?? '-',
        ]),
      }
    case 'rejections':
      return {
        title: 'Qué documentos se rechazan',
        file: 'rechazos-por-documento',
        heads: ['Documento', 'Decididos', 'Rechazados', '% rechazado'],
        rows: statistics.rejections.map(each => [
          each.document,
          each.decided,
          each.rejected,
          Math.round((100 * each.rejected) / each.decided),
        ]),
      }
    case 'expiries':
      return {
        title: 'Qué caduca en los próximos doce meses',
        file: 'caducidades-por-mes',
        heads: ['Mes', 'Documentos', 'Calificaciones'],
        rows: statistics.expiries.map(each => [monthText(each.month), each.documents, each.scores]),
      }
    case 'readers':
      return {
        title: 'Qué entidades leen',
        file: 'lecturas-por-entidad',
        heads: ['Entidad', 'Archivos leídos', 'Proveedores'],
        rows: statistics.readers.map(each => [each.entity, each.reads, each.providers]),
      }
  }
}
