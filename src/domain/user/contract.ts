import { z } from 'zod'
import { contract } from '#domain/contract.ts'
import { contactDetailsWire } from '#domain/participant/contract.ts'
import { roles } from '#domain/roles.ts'
import { identifier, instant, text } from '#domain/wire.ts'

/** A user as it is read (USR-06); never a secret. */
export const userWire = z.object({
  id: identifier,
  email: z.string(),
  roles: z.array(z.string()),
  idGenericEntity: identifier,
  nameGenericEntity: z.string(),
  status: z.enum(['PENDING', 'ACCEPTED']),
  lastChangePassword: instant.nullable(),
  contactDetails: contactDetailsWire,
  role: z.enum(roles),
  isPrincipal: z.boolean(),
  billingEmail: z.string(),
})
export type UserWire = z.output<typeof userWire>

/** A key with '@' is an e-mail, another an identifier (D55). */
const userKey = z.strictObject({ key: text(320) })

export const readUser = contract({
  name: 'user.read',
  method: 'GET',
  path: '/users/{key}',
  summary: 'Un usuario, por su correo o su identificador',
  who: 'user.read',
  params: userKey,
  answer: userWire,
  refusals: ['notFound'],
})

export const patchUser = contract({
  name: 'user.patch',
  method: 'PATCH',
  path: '/users/{key}',
  summary: 'Cambia la propia contraseña (oldPassword, newPassword) o los datos de contacto de un usuario',
  who: 'session.own',
  params: userKey,
  body: z.strictObject({
    oldPassword: z.string().max(1024).optional(),
    newPassword: z.string().max(1024).optional(),
    policyAccepted: z.boolean().optional(),
    contactDetails: contactDetailsWire.optional(),
    billingEmail: text(200).optional(),
    status: z.enum(['PENDING', 'ACCEPTED']).optional(),
  }),
  answer: userWire,
  refusals: ['notFound', 'passwordWrong', 'passwordSame', 'passwordFieldsMissing', 'blocked', 'unknownField'],
})
