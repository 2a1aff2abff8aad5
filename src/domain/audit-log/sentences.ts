import type { EventName } from '#domain/audit-log/events.ts'
import type { FourEyesAct } from '#domain/identity/four-eyes/four-eyes.ts'
import { profileFieldLabel } from '#domain/participant/participant.ts'
import { formatInstant, formatRecordedDay } from '#domain/values/day.ts'

/**
 * The input of a sentence: the entry's data, and the current name of its object, or null when the reader may not see
 * it.
 */
export type Told = { data: Readonly<Record<string, unknown>>; subject: string | null }

type Sentence = {
  /** The text after the actor's name, or after the time for an impersonal event. */
  says: (told: Told) => string
  /** The event has no known actor: time passed, or an outsider acted. */
  impersonal?: true
}

const quoted = (value: unknown, otherwise: string) => (typeof value === 'string' && value ? `«${value}»` : otherwise)
const listed = (value: unknown, before = '') =>
  Array.isArray(value) && value.length > 0 ? before + value.map(each => `«${each}»`).join(', ') : ''
const because = (value: unknown) => (typeof value === 'string' && value ? `: «${value}»` : '')
const until = (value: unknown) => (typeof value === 'string' && value ? ` el ${formatRecordedDay(value)}` : '')
const document = ({ data }: Told) => quoted(data.document ?? data.documentName, 'que ya no tiene nombre')
const portion = ({ data: { bytes, of, cut } }: Told) => {
  if (cut === true) return ' (hasta donde llegó antes de que el portal se interrumpiera)'
  return typeof bytes === 'number' && typeof of === 'number' ? ` (hasta el ${Math.floor((100 * bytes) / of)} %)` : ''
}
const service = ({ data }: Told) => quoted(data.serviceName, 'un servicio')
const user = ({ subject }: Told) => subject ?? 'un usuario que ya no está'
const participant = ({ subject }: Told) => subject ?? 'un participante que ya no está'
const invited = ({ subject }: Told) => (subject ? ` a ${subject}` : '')
const ofCatalogue = ({ data }: Told) =>
  ({
    PROVIDER: 'el catálogo de los proveedores',
    AUDIT: 'el catálogo de los evaluadores',
    ENTITY: 'el catálogo de las entidades',
    ISSUE: 'el catálogo de las incidencias',
  })[String(data.type ?? data.kind)] ?? 'un catálogo'
const readFile = (told: Told) =>
  told.data.document ? `el documento ${document(told)}` : told.data.file ? 'el dictamen de calificación' : 'un archivo'
/** The changes of a company's name or CIF, each with its old and new value. */
const renamed = ({ data }: Told) => {
  const [before, after] = [data.before, data.after] as (Record<string, unknown> | undefined)[]
  const changes = Object.entries(after ?? {}).map(
    ([field, value]) => `${profileFieldLabel(field)}, de ${quoted(before?.[field], 'nada')} a ${quoted(value, 'nada')}`,
  )
  return changes.length > 0 ? `: ${changes.join('; ')}` : ''
}
const rating = ({ data }: Told) => (typeof data.rating === 'string' ? ` con ${data.rating}` : '')
const incident = ({ data, subject }: Told) => quoted(data.incidentTitle ?? subject, 'sin título')

/** With four-eyes approval, the first person is the actor of the proposal's entry. */
const seconded = ({ data }: Told) => (data.proposedBy === undefined ? '' : ', a propuesta de otra persona del CCI')
const proposed: Readonly<Record<FourEyesAct, (told: Told) => string>> = {
  'participant.delete': told => `eliminar el participante ${participant(told)}`,
  'participant.rename': told => `cambiar el nombre o el CIF de ${participant(told)}`,
  'service.rename': told => `cambiar el servicio ${quoted(told.data.serviceName, '')}`.trim(),
  'score.publish': told => `calificar el informe de ${service(told)}${rating(told)}`,
  'score.correct': told => `corregir la calificación de ${service(told)}${rating(told)}`,
  'two-people.off': () => 'que dejen de hacer falta dos personas del CCI',
}

/** The Spanish sentence of each event. An event without a sentence does not compile. */
export const sentences: Readonly<Record<EventName, Sentence>> = {
  'session.started': { says: () => 'inició sesión' },
  'session.refused': { says: told => `se rechazó un inicio de sesión de ${user(told)}`, impersonal: true },
  'session.blocked': {
    says: told => `se bloqueó el acceso de ${user(told)} por sus intentos fallidos`,
    impersonal: true,
  },
  'session.half-open': {
    says: told => `se dio el primer paso para entrar de ${user(told)}, y queda el segundo`,
    impersonal: true,
  },
  'session.ended': { says: () => 'cerró la sesión' },
  'user.created': { says: told => `creó el usuario ${user(told)}` },
  'user.edited': { says: told => `cambió los datos de ${user(told)}` },
  'user.accepted': { says: told => `dio de alta a ${user(told)}` },
  'user.deleted': { says: told => `dio de baja a ${user(told)}` },
  'user.password-changed': { says: () => 'cambió su contraseña' },
  'user.password-ending': {
    says: told => `se avisó a ${user(told)} de que su contraseña temporal caduca${until(told.data.endsOn)}`,
    impersonal: true,
  },
  'user.reset-asked': { says: told => `se pidió otra contraseña para ${user(told)}`, impersonal: true },
  'user.password-reset': { says: told => `puso otra contraseña a ${user(told)}` },
  'user.destroyed': {
    says: () => 'se destruyeron los datos de un usuario dado de baja, al cumplirse su plazo',
    impersonal: true,
  },
  'user.exported': { says: () => 'descargó sus datos' },
  'user.mail-preference-set': { says: () => 'cambió qué avisos recibe por correo' },
  'user.factor-added': { says: told => `añadió un segundo paso para entrar a ${user(told)}` },
  'user.factor-removed': { says: told => `quitó un segundo paso para entrar a ${user(told)}` },
  'user.recovery-codes-made': { says: () => 'pidió códigos de recuperación nuevos' },
  'user.recovery-code-used': { says: () => 'entró con un código de recuperación' },
  'user.second-step-blocked': {
    says: told => `se bloqueó el segundo paso de ${user(told)} por sus intentos fallidos`,
    impersonal: true,
  },
  'user.identity-bound': {
    says: () => 'entró por primera vez con su proveedor de identidad, que quedó unido a su acceso',
  },
  'user.identity-released': { says: told => `separó a ${user(told)} de su proveedor de identidad` },
  'second-factor.rules-saved': { says: () => 'cambió a quién se exige un segundo paso para entrar' },
  'watermark.saved': {
    says: ({ data }) =>
      `${data.enabled === true ? 'activó' : 'desactivó'} la marca de agua de los PDF que leen las entidades`,
  },
  'two-people.saved': {
    says: told =>
      told.data.enabled === true
        ? 'decidió que eliminar participantes, calificar y cambiar el nombre de lo calificado necesita a dos personas del CCI'
        : `decidió que ya no hacen falta dos personas del CCI${seconded(told)}`,
  },
  'proposal.made': {
    says: told =>
      `propuso ${proposed[told.data.act as FourEyesAct]?.(told) ?? 'algo que necesita a otra persona del CCI'}`,
  },
  'participant.created': { says: told => `creó el participante ${participant(told)}` },
  'participant.edited': { says: told => `cambió los datos de ${participant(told)}${renamed(told)}${seconded(told)}` },
  'participant.accredited': {
    says: told => {
      const { accreditedUntil: until } = told.data
      if (typeof until === 'string') return `acreditó a ${participant(told)} hasta el ${formatRecordedDay(until)}`
      return `${until === null ? 'retiró' : 'cambió'} la acreditación de ${participant(told)}`
    },
  },
  'participant.deleted': { says: told => `eliminó el participante ${participant(told)}${seconded(told)}` },
  'participant.destroyed': {
    says: () => 'se destruyeron los datos de un participante eliminado, al cumplirse su plazo',
    impersonal: true,
  },
  'participant.exported': { says: told => `descargó los datos de ${participant(told)}` },
  'participant.favourite-set': { says: told => `marcó como favorito a ${participant(told)}` },
  'participant.favourite-removed': { says: told => `quitó de sus favoritos a ${participant(told)}` },
  'participant.accreditation-expired': {
    says: told => `caducó la acreditación de ${participant(told)}`,
    impersonal: true,
  },
  'invitation.sent': { says: told => `envió una invitación${invited(told)}` },
  'invitation.sent-again': { says: told => `volvió a enviar la invitación${invited(told)}` },
  'invitation.withdrawn': { says: told => `retiró la invitación${invited(told)}` },
  'invitation.accepted': { says: () => 'aceptó la invitación' },
  'service.created': { says: ({ data }) => `creó el servicio ${quoted(data.description, '')}`.trim() },
  'service.edited': {
    says: told => `${`cambió el servicio ${quoted(told.data.description, '')}`.trim()}${seconded(told)}`,
  },
  'service.deleted': { says: ({ data }) => `eliminó el servicio ${quoted(data.description, '')}`.trim() },
  'catalogue.saved': { says: told => `guardó ${ofCatalogue(told)}` },
  'catalogue.document-added': {
    says: told => `pidió ${listed(told.data.documents) || 'documentos'} en ${ofCatalogue(told)}`,
  },
  'documentation.sent': { says: () => 'envió la documentación' },
  'documentation.accepted': { says: () => 'aceptó la documentación' },
  'documentation.rejected': { says: ({ data }) => `rechazó la documentación${listed(data.documents, ': ')}` },
  'documentation.lapsed': { says: () => 'caducó la documentación', impersonal: true },
  'document.uploaded': {
    says: told => `subió el documento ${document(told)}${told.data.number ? `, versión ${told.data.number}` : ''}`,
  },
  'document.dated': { says: told => `puso la fecha de caducidad del documento ${document(told)}` },
  'document.accepted': { says: told => `aceptó el documento ${document(told)}` },
  'document.rejected': { says: told => `rechazó el documento ${document(told)}${because(told.data.reason)}` },
  'document.deleted': { says: told => `eliminó el documento ${document(told)}` },
  'document.read': { says: told => `leyó el documento ${document(told)}` },
  'document.read-partly': {
    says: told => `leyó en parte${portion(told)} ${readFile(told)}`,
  },
  'document.lapsed': { says: told => `caducó el documento ${document(told)}`, impersonal: true },
  'request.sent': { says: told => `solicitó la verificación del informe de ${service(told)}` },
  'request.edited': { says: told => `corrigió la solicitud de ${service(told)}` },
  'request.renewed': { says: told => `renovó la solicitud de ${service(told)}` },
  'request.rejected': { says: told => `rechazó el informe de ${service(told)}${because(told.data.reason)}` },
  'request.deleted': { says: told => `eliminó la solicitud de ${service(told)}` },
  'request.qualified': { says: told => `calificó el informe de ${service(told)}${rating(told)}${seconded(told)}` },
  'score.corrected': {
    says: told =>
      `corrigió la calificación de ${service(told)}${rating(told)}${seconded(told)}${because(told.data.reason)}`,
  },
  'score.read': { says: () => 'leyó el dictamen de calificación' },
  'score.about-to-lapse': {
    says: told => `se avisó de que la calificación de ${service(told)} caduca${until(told.data.expiresOn)}`,
    impersonal: true,
  },
  'score.lapsed': {
    says: told => `se anunció que la calificación de ${service(told)} caducó${until(told.data.expiresOn)}`,
    impersonal: true,
  },
  'score.expired': {
    says: told => `se anunció que la calificación de ${service(told)} expiró`,
    impersonal: true,
  },
  'incident.raised': { says: told => `notificó la incidencia ${incident(told)}` },
  'incident.prepared': { says: told => `preparó la incidencia ${incident(told)}` },
  'incident.opened': { says: told => `abrió la incidencia ${incident(told)}` },
  'incident.edited': { says: told => `cambió el texto de la incidencia ${incident(told)}` },
  'incident.closed': { says: told => `cerró la incidencia ${incident(told)}` },
  'incident.reopened': { says: told => `volvió a abrir la incidencia ${incident(told)}` },
  'incident.document-added': { says: told => `adjuntó a la incidencia el documento ${document(told)}` },
  'incident.document-read': { says: told => `leyó de la incidencia el documento ${document(told)}` },
  'file.infected': { says: () => 'el antivirus encontró un archivo infectado y se retuvo', impersonal: true },
  'file.damaged': { says: () => 'se encontró dañado un archivo guardado', impersonal: true },
  'mail.undelivered': { says: () => 'un correo para entrar por primera vez no llegó', impersonal: true },
  'notification.sent': { says: ({ data }) => `envió un aviso${because(data.notice)}` },
  'list.exported': {
    says: ({ data }) => `exportó una lista${typeof data.rows === 'number' ? ` de ${data.rows} filas` : ''}`,
  },
  'backup.taken': { says: () => 'hizo una copia de seguridad' },
  'backup.restored': { says: () => 'restauró una copia de seguridad' },
  'case-file.made': { says: () => 'descargó el expediente' },
  'access.refused': {
    says: ({ data: { times, last } }) => {
      if (typeof times !== 'number') return 'pidió algo a lo que no tiene acceso, y se le denegó'
      const again = `volvió a pedir algo a lo que no tiene acceso, y se le denegó ${times === 1 ? 'una vez' : `${times} veces`}`
      return typeof last === 'string' ? `${again}; la última, el ${formatInstant(last).replace(' ', ' a las ')}` : again
    },
  },
}

/**
 * One entry as a Spanish sentence in Madrid time: 'El 21/11/2026 a las 10:03, Ana Ruiz (CCI) aceptó el documento «…».'
 * `who` is null when there was no signed-in user: the operator ran a command, or the portal acted.
 */
export function sentenceOf(entry: Told & { at: string; event: EventName }, who: string | null): string {
  const { says, impersonal } = sentences[entry.event]
  const [day, time] = formatInstant(entry.at).split(' ')
  const nobody = entry.data.by === 'admin' ? 'la administración del portal' : 'el portal'
  const did = impersonal ? says(entry) : `${who ?? nobody} ${says(entry)}`
  // An abbreviation such as 'S.L.' already ends in a full stop.
  return `El ${day} a las ${time}, ${did}`.replace(/\.?$/, '.')
}
