import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day } from '#domain/contract/wire.ts'

const named = z.object({ lei: z.string(), name: z.string().nullable(), country: z.string().nullable() })

const gleifLeiWire = z.object({
  lei: z.string(),
  name: z.string(),
  country: z.string().nullable(),
  use: z.enum(['RENEWED', 'NOT_RENEWED', 'UNUSED']),
  renewalOn: day.nullable(),
  /** Its ultimate parent, itself where it has none; null: nothing is known. */
  parent: named.nullable(),
})
export type GleifLeiWire = z.output<typeof gleifLeiWire>

export const readGleif = contract({
  name: 'register.gleif',
  method: 'GET',
  path: '/register/gleif',
  summary: 'Lo que GLEIF publica de un LEI, en los datos que cargó el CCI',
  who: 'register.manage',
  scope: 'read:register',
  query: z.strictObject({ lei: z.string().max(40) }),
  answer: z.object({
    /** When GLEIF published it; null: the centre has loaded nothing. */
    on: day.nullable(),
    /** Null: it is not in what was loaded. */
    found: gleifLeiWire.nullable(),
  }),
  refusals: ['notFound'],
})
