import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, editVersion, identifier } from '#domain/contract/wire.ts'
import { queueItemWire } from '#domain/validation/contract.ts'
import { queueKinds } from '#domain/validation/desk/due.ts'

const oneTask = z.strictObject({ kind: z.enum(queueKinds), id: identifier })

export const readTask = contract({
  name: 'queue.task',
  method: 'GET',
  path: '/queue/{kind}/{id}',
  summary: 'Algo que espera al CCI: de quién es y cuándo vence',
  who: 'queue.read',
  params: oneTask,
  answer: queueItemWire,
  refusals: ['notFound'],
})

export const assignTask = contract({
  name: 'queue.assign',
  method: 'PATCH',
  path: '/queue/{kind}/{id}',
  summary: 'Asigna a un usuario del CCI algo que espera, se lo pasa a otro o lo devuelve a la cola (null)',
  who: 'queue.assign',
  params: oneTask,
  body: z.strictObject({ assignee: identifier.nullable(), version: editVersion }),
  answer: queueItemWire,
  refusals: ['notFound', 'notWaiting', 'changedMeanwhile'],
})

const figure = z.object({
  /** Working days from the coming in to the decision; null while nothing was decided. */
  median: z.number().int().nullable(),
  p90: z.number().int().nullable().optional(),
  decided: z.number().int().optional(),
  /** The share decided in time, in per cent. */
  inTime: z.number().int().nullable().optional(),
})
export const deskFiguresWire = z.object({
  documentation: figure,
  report: figure,
  incident: figure,
  /** What the participant itself sent and waits for: working days so far, and the last day. CCI reads these in its queue. */
  waiting: z.array(z.object({ kind: z.enum(queueKinds), taken: z.number().int(), dueOn: day.nullable() })).optional(),
})

export const readDeskFigures = contract({
  name: 'queue.figures',
  method: 'GET',
  path: '/desk-figures',
  summary: 'Cuánto ha tardado el CCI en los últimos 90 días; los participantes leen solo la mediana',
  who: 'documentation.read',
  answer: deskFiguresWire,
})
