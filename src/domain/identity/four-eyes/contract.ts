import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion } from '#domain/contract/wire.ts'

export const fourEyesWire = z.object({ enabled: z.boolean(), version: z.number().int() })
export type FourEyesWire = z.output<typeof fourEyesWire>

export const readFourEyes = contract({
  name: 'two-people.read',
  method: 'GET',
  path: '/two-people',
  summary:
    'Si eliminar un participante, publicar o corregir una calificación y cambiar el nombre de lo calificado necesitan a dos personas del CCI',
  who: 'two-people.manage',
  answer: fourEyesWire,
})

export const saveFourEyes = contract({
  name: 'two-people.save',
  method: 'PUT',
  path: '/two-people',
  summary: 'Elige si esos actos necesitan a dos personas del CCI; dejar de pedirlo las necesita también',
  who: 'two-people.manage',
  requiresRecentAuth: true,
  body: z.strictObject({ enabled: z.boolean(), version: editVersion }),
  answer: fourEyesWire,
  refusals: ['changedMeanwhile', 'needsAnother', 'onlyOnePerson'],
})
