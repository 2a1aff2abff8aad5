import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { meWire, secondFactorNeededWire } from '#domain/identity/session/contract.ts'

export const startSignOn = contract({
  name: 'session.sign-on',
  method: 'POST',
  path: '/login/single-sign-on',
  summary: 'Empieza el acceso con un proveedor de identidad: da la dirección a la que va el navegador',
  who: 'anyone',
  withoutIdempotencyKey: true,
  body: z.strictObject({ provider: z.string().max(40) }),
  answer: z.object({ url: z.string() }),
  refusals: ['signOnDown', 'signOnFailed'],
})

export const finishSignOn = contract({
  name: 'session.sign-on-answer',
  method: 'POST',
  path: '/login/single-sign-on/answer',
  summary:
    'Entra con lo que contesta el proveedor de identidad, una vez y desde el navegador que empezó. Contesta como el acceso con contraseña',
  who: 'anyone',
  withoutIdempotencyKey: true,
  /** Query string with which the provider redirects the browser back. */
  body: z.strictObject({ answer: z.string().max(8000) }),
  answer: z.union([meWire, secondFactorNeededWire]),
  refusals: ['signOnDead', 'signOnDenied', 'signOnFailed', 'signOnDown', 'signOnLetters', 'signOnNoAccess', 'blocked'],
})
