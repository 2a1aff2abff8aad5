import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { filterInstant, flag, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { loginColumns, loginsList } from '#domain/identity/login-statistics/columns.ts'
import { exportOf } from '#domain/list/export.ts'
import { EMAIL_MAX } from '#domain/values/contact/email.ts'

/** One session in the login statistics (STAT-03). Instants in UTC. */
export const loginWire = z.object({
  email: z.string(),
  /** Identifies the session but grants no access: the session token itself is not stored (D39). */
  token: identifier,
  visitDateInput: instant,
  /** The end of the session, or its last activity. */
  endSession: instant,
  nameGenericEntity: z.string(),
  /** From the sign-in to `endSession`, in seconds. */
  elapsedTime: z.number().int(),
  active: z.boolean(),
  /** The files downloaded completely in this session, oldest first. */
  downloadFiles: z.array(z.object({ name: z.string(), nameGenericEntity: z.string(), readAt: instant })),
})
export type LoginWire = z.output<typeof loginWire>

export const listLogins = contract({
  name: 'statistics.logins',
  method: 'GET',
  path: '/registersLogin',
  summary: 'Quién ha entrado, cuánto tiempo y qué documentos ha descargado',
  who: 'statistics.read',
  query: z.strictObject({
    ...paging(['visitDateInput'], 'visitDateInput,desc'),
    email: text(EMAIL_MAX).optional(),
    nameGenericEntity: text(200).optional(),
    from: filterInstant.optional(),
    to: filterInstant.optional(),
    active: flag.optional(),
  }),
  answer: pageOf(loginWire),
})

export const exportLogins = exportOf(listLogins, {
  name: 'statistics.export',
  summary: 'Los mismos registros en CSV o XLSX, sin el identificador de la sesión y con las horas de Madrid',
  file: 'estadisticas-login',
  columns: loginColumns,
  emptyCsv: 'csvEmpty',
  shown: loginsList,
})
