import { z } from 'zod'
import { contract } from '#domain/contract.ts'
import { editVersion } from '#domain/wire.ts'

export const watermarkWire = z.object({ enabled: z.boolean(), version: z.number().int() })
export type WatermarkWire = z.output<typeof watermarkWire>

export const readWatermark = contract({
  name: 'watermark.read',
  method: 'GET',
  path: '/watermark',
  summary: 'Si los PDF que leen las entidades llevan marca de agua',
  who: 'watermark.manage',
  answer: watermarkWire,
})

export const saveWatermark = contract({
  name: 'watermark.save',
  method: 'PUT',
  path: '/watermark',
  summary: 'Elige si los PDF que leen las entidades llevan en cada página quién los lee y cuándo',
  who: 'watermark.manage',
  asksAgain: true,
  body: z.strictObject({ enabled: z.boolean(), version: editVersion }),
  answer: watermarkWire,
  refusals: ['changedMeanwhile'],
})
