import type { EventName } from '#domain/audit-log/events.ts'
import type { Sentence } from '#domain/audit-log/sentence-parts.ts'
import { user } from '#domain/audit-log/sentence-parts.ts'

/** What happens to a bank's users, uses, levels and register of information. The bank alone reads all but the first. */
export const supervisionSentences = {
  'user.confirmed': { says: entry => `dio acceso a ${user(entry)}` },
  'use.declared': { says: () => 'declaró un servicio utilizado' },
  'use.changed': { says: () => 'cambió un servicio utilizado' },
  'use.ended': { says: () => 'dio por terminado el uso de un servicio' },
  'use.reopened': { says: () => 'recuperó el uso de un servicio, que había dado por terminado' },
  'saved-view.matched': { says: () => 'una vista guardada tiene filas nuevas', impersonal: true },
  'use.level-broken': { says: () => 'un servicio utilizado dejó de cumplir el nivel exigido', impersonal: true },
  'use.level-met': { says: () => 'un servicio utilizado pasó a cumplir el nivel exigido', impersonal: true },
  'acceptance.made': { says: () => 'aceptó el riesgo de un servicio utilizado' },
  'acceptance.revoked': { says: () => 'revocó la aceptación del riesgo de un servicio utilizado' },
  'acceptance.outgrown': { says: () => 'quedó superada la aceptación del riesgo de un servicio', impersonal: true },
  'acceptance.outgrowing-undone': {
    says: () => 'volvió a estar vigente la aceptación del riesgo de un servicio',
    impersonal: true,
  },
  'acceptance.lapsed': { says: () => 'caducó la aceptación del riesgo de un servicio', impersonal: true },
  'level-policy.saved': { says: () => 'guardó los niveles que se exigen si no se dice otro' },
  'register-entity.saved': { says: () => 'guardó los datos de la entidad en su registro de información' },
  'register-member.added': { says: () => 'añadió una entidad de su grupo o una sucursal a su registro de información' },
  'register-member.changed': {
    says: () => 'cambió una entidad de su grupo o una sucursal de su registro de información',
  },
  'register-member.removed': {
    says: () => 'quitó una entidad de su grupo o una sucursal de su registro de información',
  },
  'business-function.added': { says: () => 'añadió una función a su registro de información' },
  'business-function.changed': { says: () => 'cambió una función de su registro de información' },
  'business-function.removed': { says: () => 'quitó una función de su registro de información' },
  'arrangement.added': { says: () => 'añadió un contrato a su registro de información' },
  'arrangement.changed': { says: () => 'cambió un contrato de su registro de información' },
  'arrangement.removed': { says: () => 'quitó un contrato de su registro de información' },
  'arrangement-clauses.saved': { says: () => 'anotó las cláusulas de un contrato de su registro de información' },
  'arrangement-line.added': { says: () => 'añadió un servicio a su registro de información' },
  'arrangement-line.changed': { says: () => 'cambió un servicio de su registro de información' },
  'arrangement-line.removed': { says: () => 'quitó un servicio de su registro de información' },
  'register-entity.lei-ending': { says: () => 'se avisó de que el LEI de la entidad debe renovarse', impersonal: true },
  'arrangement.ending': { says: () => 'se avisó de que termina un contrato', impersonal: true },
  'arrangement.notice-ending': { says: () => 'se avisó de que acaba el preaviso de un contrato', impersonal: true },
  'register.imported': { says: () => 'importó un libro en su registro de información' },
  'register.change-taken': { says: () => 'aceptó en su registro de información lo que un proveedor cambió' },
  'register.change-refused': { says: () => 'conservó en su registro de información lo que un proveedor cambió' },
  'register-package.made': { says: () => 'hizo un fichero de su registro de información' },
  'register-package.downloaded': { says: () => 'descargó un fichero de su registro de información' },
  'register.summary-downloaded': { says: () => 'descargó el resumen de su registro de información' },
  'register.feedback-kept': {
    says: () => 'guardó lo que contestó la autoridad a un fichero de su registro de información',
  },
  'acknowledgement.made': { says: () => 'acusó recibo de un comunicado' },
  'acknowledgement.due': { says: () => 'se recordó que falta acusar recibo de un comunicado', impersonal: true },
  'impact-clock.saved': { says: () => 'guardó los momentos de los que cuentan sus plazos de notificación' },
  'register-ask.made': {
    says: () => 'se pidieron al proveedor los datos para los registros de sus clientes',
    impersonal: true,
  },
} satisfies Partial<Record<EventName, Sentence>>
