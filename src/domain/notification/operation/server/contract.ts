import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { instant } from '#domain/contract/wire.ts'
import { checkStates } from '#domain/notification/operation/server/server.ts'

/** What a check of a server found, and what to do about it. */
export const serverCheckWire = z.object({
  check: z.string(),
  title: z.string(),
  state: z.enum(checkStates),
  found: z.string(),
  /** Empty where nothing is to be done. */
  advice: z.string(),
})

const serverWire = z.object({
  /** Its machine and port. */
  name: z.string(),
  version: z.string(),
  startedAt: instant,
  /** Its last sign of life. */
  seenAt: instant,
  /** It ended without a stop, or is cut off from the database. */
  silent: z.boolean(),
  /** When it began its last checks; null before the first have ended. */
  checkedAt: instant.nullable(),
  /** CCI asked for checks that have not ended yet. */
  checking: z.boolean(),
  checks: z.array(serverCheckWire),
})
export type ServerWire = z.output<typeof serverWire>

const serversWire = z.object({ servers: z.array(serverWire) })

export const listServers = contract({
  name: 'server.list',
  method: 'GET',
  path: '/servers',
  summary: 'Los servidores del portal, con su versión, su última señal y lo que encuentran sus comprobaciones',
  who: 'operation.manage',
  answer: serversWire,
})

export const checkServers = contract({
  name: 'server.check',
  method: 'POST',
  path: '/servers/checks',
  summary: 'Pide a todos los servidores que se comprueben ahora',
  who: 'operation.manage',
  answer: serversWire,
})
