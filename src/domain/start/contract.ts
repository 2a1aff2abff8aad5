import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier } from '#domain/contract/wire.ts'
import { acts } from '#domain/identity/due.ts'

const dueWire = z.object({
  act: z.enum(acts),
  id: identifier,
  thing: z.string(),
  counterpart: z.string().nullable(),
  /** The last day, or the last moment where hours count. */
  dueAt: z.string().nullable(),
  overdue: z.boolean(),
  since: z.string().nullable(),
  assignee: z.object({ id: identifier, name: z.string() }).optional(),
})

export const readDue = contract({
  name: 'start.due',
  method: 'GET',
  path: '/next-steps',
  summary: 'Lo que tiene que hacer el usuario en todas las áreas, primero lo que está fuera de plazo',
  who: 'session.own',
  answer: z.object({ steps: z.array(dueWire) }),
})
