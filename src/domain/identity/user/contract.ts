import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { editVersion, flag, identifier, instant, paging, stored, text } from '#domain/contract/wire.ts'
import { roles } from '#domain/identity/roles.ts'
import { overviewUserColumns, participantUsersList, userColumns, usersList } from '#domain/identity/user/columns.ts'
import { roleFilters } from '#domain/identity/user/user.ts'
import { exportOf } from '#domain/list/export.ts'
import { contactDetailsWire } from '#domain/participant/profile-wire.ts'
import { userMachine } from '#domain/states/user.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'

/** A user in responses (USR-06); never a secret. */
export const userWire = z.object({
  id: identifier,
  email: z.string(),
  roles: z.array(z.string()),
  idGenericEntity: identifier,
  nameGenericEntity: z.string(),
  status: z.enum(userMachine.states),
  lastChangePassword: instant.nullable(),
  contactDetails: stored(contactDetailsWire),
  role: z.enum(roles),
  isPrincipal: z.boolean(),
  /** It has no access until the principal user of its bank confirms it (D101). */
  awaitsConfirmation: z.boolean(),
  billingEmail: z.string(),
  version: z.number().int(),
})
export type UserWire = z.output<typeof userWire>

const page = z.object({ content: z.array(userWire), totalElements: z.number().int() })
/** A page of users: as in every list (API-05), and under `data` as section 7 writes it (API-23). */
const usersPage = z.object({ ...page.shape, data: page })

/** Filters on the fields of a list ignore case and accents (API-10, API-22, LIM-34). */
const usersQuery = z.strictObject({
  ...paging(['name', 'email', 'role', 'status', 'participant', 'createdAt'], 'name', 6),
  name: text(200).optional(),
  email: text(EMAIL_MAX).optional(),
  participant: text(200).optional(),
  role: z.enum(roleFilters).optional(),
  status: z.enum(userMachine.states).optional(),
  /** Only the users of the caller's own participant, which the caller manages (ROLE-42). */
  management: flag.optional(),
})

export const listUsers = contract({
  name: 'user.list',
  method: 'GET',
  path: '/users',
  summary: 'Los usuarios que quien llama puede ver: los de su organización o, para el CCI, todos',
  who: 'user.read',
  query: usersQuery,
  answer: usersPage,
})

export const exportUsers = exportOf(listUsers, {
  name: 'user.export',
  summary: 'La lista de usuarios en CSV o XLSX',
  file: 'usuarios',
  columns: overviewUserColumns,
  shown: usersList,
})

export const listUsersOfParticipant = contract({
  name: 'user.of-participant',
  method: 'GET',
  path: '/users/idGenericEntity/{id}',
  summary: 'Los usuarios de una organización',
  who: 'user.read',
  params: z.strictObject({ id: identifier }),
  query: usersQuery,
  answer: usersPage,
  refusals: ['notFound'],
})

export const exportUsersOfParticipant = exportOf(listUsersOfParticipant, {
  name: 'user.export-of-participant',
  summary: 'Los usuarios de una organización en CSV o XLSX',
  file: 'usuarios',
  columns: userColumns,
  shown: participantUsersList,
})

/** The same list through the other path of section 7 (API-21): an entity and its generic entity are the same here. */
export const listUsersOfEntity = contract({
  name: 'user.of-entity',
  method: 'GET',
  path: '/users/idEntity/{id}',
  summary: 'Los usuarios de una organización',
  who: 'user.read',
  params: z.strictObject({ id: identifier }),
  query: usersQuery,
  answer: usersPage,
  refusals: ['notFound'],
})

/** A key with '@' is an e-mail, any other an identifier (D55). */
const userKey = z.strictObject({ key: text(EMAIL_MAX) })

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
  who: 'session.password',
  params: userKey,
  body: z.strictObject({
    oldPassword: z.string().max(1024).optional(),
    newPassword: z.string().max(1024).optional(),
    policyAccepted: z.boolean().optional(),
    contactDetails: contactDetailsWire.optional(),
    billingEmail: text(EMAIL_MAX).optional(),
    status: z.enum(userMachine.states).optional(),
    version: editVersion,
  }),
  answer: userWire,
  refusals: [
    'notFound',
    'forbidden',
    'passwordWrong',
    'passwordSame',
    'passwordFieldsMissing',
    'blocked',
    'unknownField',
    'userExists',
    'signInAgain',
    'wrongState',
    'userUnconfirmed',
    'changedMeanwhile',
  ],
})

export const createUser = contract({
  name: 'user.create',
  sendsMail: true,
  method: 'POST',
  path: '/users',
  summary: 'Crea un usuario de la propia organización, o el CCI de cualquiera, y le envía una contraseña temporal',
  who: 'user.manage',
  requiresRecentAuth: true,
  body: z.strictObject({
    user: z.strictObject({
      /** The participant; the caller's own when absent. */
      idGenericEntity: identifier.optional(),
      /** Address of the account, also the one in the contact details. */
      email: text(EMAIL_MAX).optional(),
      contactDetails: contactDetailsWire.default({}),
      billingEmail: text(EMAIL_MAX).optional(),
    }),
    /** Only complete users are saved. */
    save: z.literal(true).optional(),
    /** Derived from the participant; any other value is refused. */
    role: z.enum([...roles, ...roleFilters]).optional(),
    /** Additional data belong to the participant (D55): a user has none. */
    extraData: z.strictObject({}).optional(),
  }),
  answer: userWire,
  status: 201,
  refusals: ['notFound', 'userIncomplete', 'userExists', 'unknownField'],
  example: {
    body: {
      user: {
        contactDetails: {
          name: 'Ana',
          surNames: 'Gil Prat',
          position: 'Cumplimiento',
          tlf: '911234567',
          email: 'ana@proveedor.example',
        },
      },
    },
  },
})

export const confirmUser = contract({
  name: 'user.confirm',
  sendsMail: true,
  method: 'POST',
  path: '/users/confirmUser',
  summary:
    'El usuario principal de una entidad confirma a un usuario que el CCI creó en ella o cuyo correo cambió: le llega su contraseña temporal',
  who: 'user.confirm',
  requiresRecentAuth: true,
  body: z.strictObject({ id: identifier }),
  answer: userWire,
  refusals: ['notFound', 'userConfirmed'],
})

/** The same edit through the path of section 7 that carries the identifier in its body (API-26). */
export const updateUser = contract({
  name: 'user.update',
  method: 'POST',
  path: '/users/updateUser',
  summary: 'Cambia los datos de contacto de un usuario',
  who: 'session.password',
  body: z.strictObject({
    id: identifier,
    contactDetails: contactDetailsWire.optional(),
    billingEmail: text(EMAIL_MAX).optional(),
    version: editVersion,
  }),
  answer: userWire,
  refusals: ['notFound', 'forbidden', 'unknownField', 'userExists', 'signInAgain', 'changedMeanwhile'],
})

export const deleteUser = contract({
  name: 'user.delete',
  method: 'POST',
  path: '/users/deleteUser',
  summary: 'Da de baja un usuario: sus sesiones terminan y ya no entra; nunca a uno mismo ni al usuario principal',
  who: 'user.manage',
  requiresRecentAuth: true,
  body: z.strictObject({ id: identifier }),
  status: 204,
  refusals: ['notFound', 'userNotDeletable'],
})
