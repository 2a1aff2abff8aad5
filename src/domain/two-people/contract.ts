import { z } from 'zod'
import { contract } from '#domain/contract.ts'
import { editVersion } from '#domain/wire.ts'

export const twoPeopleWire = z.object({ enabled: z.boolean(), version: z.number().int() })
export type TwoPeopleWire = z.output<typeof twoPeopleWire>

export const readTwoPeople = contract({
  name: 'two-people.read',
  method: 'GET',
  path: '/two-people',
  summary:
    'Si eliminar un participante, publicar o corregir una calificación y cambiar el nombre de lo calificado necesitan a dos personas del CCI',
  who: 'two-people.manage',
  answer: twoPeopleWire,
})

export const saveTwoPeople = contract({
  name: 'two-people.save',
  method: 'PUT',
  path: '/two-people',
  summary: 'Elige si esos actos necesitan a dos personas del CCI; dejar de pedirlo las necesita también',
  who: 'two-people.manage',
  requiresRecentAuth: true,
  body: z.strictObject({ enabled: z.boolean(), version: editVersion }),
  answer: twoPeopleWire,
  refusals: ['changedMeanwhile', 'needsAnother', 'onlyOnePerson'],
})
