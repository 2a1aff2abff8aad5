import { msg, t } from '#domain/language/translate.ts'
import type { Message, NotificationDefinitions } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { nothing, only } from '#domain/notification/parts.ts'
import { formatDay } from '#domain/values/day.ts'

/** The message about an act of CCI; nothing about anybody else's. Its mail leaves whatever its readers prefer. */
const ifByCentre = (message: (facts: EventPayload) => string) => (facts: EventPayload) =>
  facts.byCentre ? ({ to: only(facts.participantId), message: message(facts), atOnce: true } satisfies Message) : []

const sentAgain = ({ email }: EventPayload) =>
  t`El CCI ha enviado otra vez al usuario ${email} de su entidad el correo para entrar.`

const users = () => '/user-management'

/** What a bank hears of what CCI does to its users (D101). */
export const userNotifications = {
  USER_BY_CENTRE: {
    reason: msg('El CCI ha cambiado los usuarios de su entidad'),
    on: {
      'user.created': ifByCentre(({ email, held, opensOn }) =>
        held && !opensOn
          ? t`El CCI ha creado en su entidad el usuario ${email}. No tiene acceso mientras usted no lo confirme.`
          : t`El CCI ha creado en su entidad el usuario ${email}.`,
      ),
      'user.edited': ifByCentre(({ email, held }) =>
        held
          ? t`El CCI ha cambiado el correo de un usuario de su entidad por ${email}. No tiene acceso mientras usted no lo confirme.`
          : t`El CCI ha cambiado los datos del usuario ${email} de su entidad.`,
      ),
      'user.accepted': ifByCentre(({ email }) => t`El CCI ha dado de alta el usuario ${email} de su entidad.`),
      'user.deleted': ifByCentre(({ email }) => t`El CCI ha dado de baja el usuario ${email} de su entidad.`),
      'user.factor-removed': ifByCentre(
        ({ email }) => t`El CCI ha quitado la verificación en dos pasos del usuario ${email} de su entidad.`,
      ),
      'user.password-reset': ifByCentre(
        ({ email }) => t`El CCI ha puesto otra contraseña temporal al usuario ${email} de su entidad.`,
      ),
      'session.ended': ifByCentre(({ email }) => t`El CCI ha cerrado sesiones del usuario ${email} de su entidad.`),
      'invitation.sent-again': ifByCentre(sentAgain),
      'mail.resent': ifByCentre(sentAgain),
      'user.identity-released': ifByCentre(
        ({ email }) => t`El CCI ha separado al usuario ${email} de su entidad de su proveedor de identidad.`,
      ),
    },
    about: nothing,
    settled: null,
    mailGroup: 'centre',
    mail: { ENTITY: msg('El CCI crea, cambia o da de baja un usuario de su entidad.') },
    target: users,
    button: msg('Ver los usuarios'),
    icon: 'user-check',
    mark: 'PENDING',
    private: true,
    principal: true,
  },
  NEW_PRINCIPAL: {
    reason: msg('Su entidad tendrá otro usuario principal'),
    on: {
      'user.created': ({ participantId, email, opensOn }) =>
        opensOn
          ? {
              to: only(participantId),
              message: t`El CCI ha creado el usuario principal ${email}, porque su entidad no tiene ninguno. Tendrá acceso el ${formatDay(opensOn)}. Si no lo reconoce, avise al CCI.`,
              atOnce: true,
            }
          : [],
    },
    about: nothing,
    settled: null,
    mailGroup: 'centre',
    mail: { ENTITY: msg('El CCI crea otro usuario principal de su entidad.') },
    target: users,
    button: msg('Ver los usuarios'),
    icon: 'user-check',
    mark: 'PENDING',
    private: true,
  },
} satisfies NotificationDefinitions
