import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { statisticsTopics } from '#domain/validation/statistics/statistics.ts'

const count = z.number().int()

export const statisticsWire = z.object({
  /** By month of the decision, the last twelve; working days from the sending to the decision. */
  waiting: z.array(z.object({ month: z.string(), decided: count, median: count.nullable(), p90: count.nullable() })),
  /** Of the documents decided in the last twelve months, the most rejected first. */
  rejections: z.array(z.object({ document: z.string(), decided: count, rejected: count })),
  expiries: z.array(z.object({ month: z.string(), documents: count, scores: count })),
  /** The files of providers that each entity has read in the last twelve months. */
  readers: z.array(z.object({ entity: z.string(), reads: count, providers: count })),
})
export type StatisticsWire = z.output<typeof statisticsWire>

export const readStatistics = contract({
  name: 'statistics.verification',
  method: 'GET',
  path: '/statistics',
  summary: 'Cuánto tardan las verificaciones, qué se rechaza, qué caduca y qué entidades leen, por meses',
  who: 'statistics.read',
  answer: statisticsWire,
})

export const exportStatistics = contract({
  name: 'statistics.verification-export',
  method: 'GET',
  path: '/statistics/{topic}/csv',
  summary: 'Una de las tablas de las estadísticas de verificación en CSV',
  who: 'statistics.read',
  params: z.strictObject({ topic: z.enum(statisticsTopics) }),
  answer: 'file',
})
