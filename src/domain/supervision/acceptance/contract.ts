import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, identifier, text } from '#domain/contract/wire.ts'
import { ACCEPTANCE_REASON } from '#domain/supervision/acceptance/acceptance.ts'
import { useWire } from '#domain/supervision/use/contract.ts'

const { min, max } = ACCEPTANCE_REASON
const reason = text(max).refine(value => value.length >= min, `Escriba al menos ${min} caracteres`)

export const acceptGap = contract({
  name: 'acceptance.make',
  method: 'POST',
  path: '/service-uses/{id}/acceptances',
  summary: 'El usuario principal acepta hasta un día que un servicio utilizado no cumpla el nivel exigido',
  who: 'acceptance.decide',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({ reason, until: day }),
  answer: useWire,
  status: 201,
  refusals: ['notFound', 'nothingToAccept', 'acceptedAlready', 'invalid', 'principalOnly'],
})

export const revokeAcceptance = contract({
  name: 'acceptance.revoke',
  method: 'PATCH',
  path: '/acceptances/{id}',
  summary: 'El usuario principal revoca una aceptación',
  who: 'acceptance.decide',
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({ status: z.literal('REVOKED'), reason }),
  answer: useWire,
  refusals: ['notFound', 'acceptanceEnded', 'principalOnly'],
})
