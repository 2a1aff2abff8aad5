import type { EventName } from '#domain/audit-log/events.ts'
import { integrationSentences } from '#domain/audit-log/integration-sentences.ts'
import { operationSentences } from '#domain/audit-log/operation-sentences.ts'
import { queueSentences } from '#domain/audit-log/queue-sentences.ts'
import { reviewSentences } from '#domain/audit-log/review-sentences.ts'
import type { EntryFacts, Sentence } from '#domain/audit-log/sentence-parts.ts'
import {
  because,
  bulletin,
  document,
  enumerationOf,
  framework,
  incident,
  invited,
  ofCatalogue,
  participant,
  portion,
  proposed,
  quoted,
  rating,
  readFile,
  renamed,
  rulesChanged,
  seconded,
  service,
  until,
  user,
} from '#domain/audit-log/sentence-parts.ts'
import { supervisionSentences } from '#domain/audit-log/supervision-sentences.ts'
import type { FourEyesAct } from '#domain/identity/four-eyes/four-eyes.ts'
import { formatInstant, formatRecordedDay } from '#domain/values/day.ts'

/** The Spanish sentence of each event. An event without a sentence does not compile. */
export const sentences: Readonly<Record<EventName, Sentence>> = {
  'session.started': { says: () => 'inició sesión' },
  'session.refused': { says: entry => `se rechazó un inicio de sesión de ${user(entry)}`, impersonal: true },
  'session.blocked': {
    says: entry => `se bloqueó el acceso de ${user(entry)} por sus intentos fallidos`,
    impersonal: true,
  },
  'session.half-open': {
    says: entry => `se dio el primer paso para entrar de ${user(entry)}, y queda el segundo`,
    impersonal: true,
  },
  'session.ended': { says: () => 'cerró la sesión' },
  'user.created': { says: entry => `creó el usuario ${user(entry)}` },
  'user.edited': { says: entry => `cambió los datos de ${user(entry)}` },
  'user.accepted': { says: entry => `dio de alta a ${user(entry)}` },
  'user.deleted': { says: entry => `dio de baja a ${user(entry)}` },
  'user.password-changed': { says: () => 'cambió su contraseña' },
  'user.password-ending': {
    says: entry => `se avisó a ${user(entry)} de que su contraseña temporal caduca${until(entry.data.endsOn)}`,
    impersonal: true,
  },
  'user.reset-asked': { says: entry => `se pidió otra contraseña para ${user(entry)}`, impersonal: true },
  'user.password-reset': { says: entry => `puso otra contraseña a ${user(entry)}` },
  'user.destroyed': {
    says: () => 'se destruyeron los datos de un usuario dado de baja, al cumplirse su plazo',
    impersonal: true,
  },
  'user.exported': { says: () => 'descargó sus datos' },
  'user.mail-preference-set': { says: () => 'cambió qué avisos recibe por correo' },
  'user.language-chosen': { says: () => 'eligió el idioma de sus pantallas y correos' },
  'user.factor-added': { says: entry => `añadió un segundo paso para entrar a ${user(entry)}` },
  'user.factor-removed': { says: entry => `quitó un segundo paso para entrar a ${user(entry)}` },
  'user.recovery-codes-made': { says: () => 'pidió códigos de recuperación nuevos' },
  'user.recovery-code-used': { says: () => 'entró con un código de recuperación' },
  'user.second-step-blocked': {
    says: entry => `se bloqueó el segundo paso de ${user(entry)} por sus intentos fallidos`,
    impersonal: true,
  },
  'user.identity-bound': {
    says: () => 'entró por primera vez con su proveedor de identidad, que quedó unido a su acceso',
  },
  'user.identity-released': { says: entry => `separó a ${user(entry)} de su proveedor de identidad` },
  'second-factor.rules-saved': { says: () => 'cambió a quién se exige un segundo paso para entrar' },
  'watermark.saved': {
    says: ({ data }) =>
      `${data.enabled === true ? 'activó' : 'desactivó'} la marca de agua de los PDF que leen las entidades`,
  },
  'rejection-phrases.saved': {
    says: ({ data }) => `cambió las frases que se ofrecen al rechazar ${quoted(data.document, 'un documento')}`,
  },
  'two-people.saved': {
    says: entry =>
      entry.data.enabled === true
        ? 'decidió que eliminar participantes, calificar y cambiar el nombre de lo calificado necesita a dos personas del CCI'
        : `decidió que ya no hacen falta dos personas del CCI${seconded(entry)}`,
  },
  'centre-rules.saved': { says: entry => `cambió las reglas del centro${rulesChanged(entry)}${seconded(entry)}` },
  'proposal.made': {
    says: entry =>
      `propuso ${proposed[entry.data.act as FourEyesAct]?.(entry) ?? 'algo que necesita a otra persona del CCI'}`,
  },
  'participant.created': { says: entry => `creó el participante ${participant(entry)}` },
  'participant.edited': {
    says: entry => `cambió los datos de ${participant(entry)}${renamed(entry)}${seconded(entry)}`,
  },
  'participant.accredited': {
    says: entry => {
      const { accreditedUntil: until } = entry.data
      if (typeof until === 'string') return `acreditó a ${participant(entry)} hasta el ${formatRecordedDay(until)}`
      return `${until === null ? 'retiró' : 'cambió'} la acreditación de ${participant(entry)}`
    },
  },
  'participant.deleted': { says: entry => `eliminó el participante ${participant(entry)}${seconded(entry)}` },
  'participant.destroyed': {
    says: () => 'se destruyeron los datos de un participante eliminado, al cumplirse su plazo',
    impersonal: true,
  },
  'participant.exported': { says: entry => `descargó los datos de ${participant(entry)}` },
  'participant.favourite-set': { says: entry => `marcó como favorito a ${participant(entry)}` },
  'participant.favourite-removed': { says: entry => `quitó de sus favoritos a ${participant(entry)}` },
  'participant.accreditation-ending': {
    says: entry => `se avisó de que la acreditación de ${participant(entry)} caduca${until(entry.data.expiresOn)}`,
    impersonal: true,
  },
  'participant.accreditation-expired': {
    says: entry => `caducó la acreditación de ${participant(entry)}`,
    impersonal: true,
  },
  'invitation.sent': { says: entry => `envió una invitación${invited(entry)}` },
  'invitation.sent-again': { says: entry => `volvió a enviar la invitación${invited(entry)}` },
  'invitation.withdrawn': { says: entry => `retiró la invitación${invited(entry)}` },
  'invitation.accepted': { says: () => 'aceptó la invitación' },
  'invitation-request.asked': {
    says: ({ data }) => `pidió el alta de un proveedor${quoted(data.name, '') && `: ${quoted(data.name, '')}`}`,
  },
  'invitation-request.invited': { says: () => 'invitó al proveedor que se había pedido' },
  'invitation-request.declined': {
    says: ({ data }) => `no dio de alta al proveedor que se había pedido${because(data.reason)}`,
  },
  'service.created': { says: ({ data }) => `creó el servicio ${quoted(data.description, '')}`.trim() },
  'service.edited': {
    says: entry => `${`cambió el servicio ${quoted(entry.data.description, '')}`.trim()}${seconded(entry)}`,
  },
  'service.deleted': { says: ({ data }) => `eliminó el servicio ${quoted(data.description, '')}`.trim() },
  'catalogue.saved': { says: entry => `guardó ${ofCatalogue(entry)}` },
  'catalogue.help-saved': {
    says: entry => `guardó la ayuda del documento ${document(entry)} en ${ofCatalogue(entry)}`,
  },
  'catalogue.template-read': { says: entry => `descargó la plantilla del documento ${document(entry)}` },
  'catalogue.document-added': {
    says: entry => `pidió ${enumerationOf(entry.data.documents) || 'documentos'} en ${ofCatalogue(entry)}`,
  },
  'documentation.sent': { says: () => 'envió la documentación' },
  'documentation.accepted': { says: () => 'aceptó la documentación' },
  'documentation.rejected': { says: ({ data }) => `rechazó la documentación${enumerationOf(data.documents, ': ')}` },
  'documentation.rejection-undone': { says: () => 'deshizo el rechazo de la documentación' },
  'documentation.lapsed': { says: () => 'caducó la documentación', impersonal: true },
  'document.uploaded': {
    says: entry =>
      `${entry.data.reusedFrom ? 'usó un archivo ya aceptado para' : 'subió'} el documento ${document(entry)}${entry.data.number ? `, versión ${entry.data.number}` : ''}`,
  },
  'document.assigned': {
    says: entry =>
      entry.data.to
        ? `asignó el documento ${document(entry)} a una persona de su organización`
        : `dejó sin asignar el documento ${document(entry)}`,
  },
  'document.dated': { says: entry => `puso la fecha de caducidad del documento ${document(entry)}` },
  'document.accepted': { says: entry => `aceptó el documento ${document(entry)}` },
  'document.rejected': { says: entry => `rechazó el documento ${document(entry)}${because(entry.data.reason)}` },
  'document.rejection-undone': { says: entry => `deshizo el rechazo del documento ${document(entry)}` },
  'document.deleted': { says: entry => `eliminó el documento ${document(entry)}` },
  'document.restored': { says: entry => `recuperó el documento ${document(entry)}, que había eliminado` },
  'document.read': { says: entry => `leyó el documento ${document(entry)}` },
  'document.read-partly': {
    says: entry => `leyó en parte${portion(entry)} ${readFile(entry)}`,
  },
  'document.about-to-lapse': {
    says: entry => `se avisó de que el documento ${document(entry)} caduca${until(entry.data.expiresOn)}`,
    impersonal: true,
  },
  'document.lapsed': { says: entry => `caducó el documento ${document(entry)}`, impersonal: true },
  'request.sent': { says: entry => `solicitó la verificación del informe de ${service(entry)}` },
  'request.report-dated': { says: entry => `anotó la fecha del informe de ${service(entry)}` },
  'request.edited': { says: entry => `corrigió la solicitud de ${service(entry)}` },
  'request.renewed': { says: entry => `renovó la solicitud de ${service(entry)}` },
  'request.renewal-sent': { says: entry => `envió la renovación de la calificación de ${service(entry)}` },
  'request.superseded': {
    says: entry => `dejó sustituida la calificación anterior de ${service(entry)} por su renovación`,
  },
  'request.rejected': { says: entry => `rechazó el informe de ${service(entry)}${because(entry.data.reason)}` },
  'request.rejection-undone': { says: entry => `deshizo el rechazo de la solicitud de ${service(entry)}` },
  'request.deleted': { says: entry => `eliminó la solicitud de ${service(entry)}` },
  'request.restored': { says: entry => `recuperó la solicitud de ${service(entry)}, que había eliminado` },
  'request.qualified': { says: entry => `calificó el informe de ${service(entry)}${rating(entry)}${seconded(entry)}` },
  'request.qualification-undone': { says: entry => `deshizo la calificación del informe de ${service(entry)}` },
  ...queueSentences,
  ...supervisionSentences,
  'score.corrected': {
    says: entry =>
      `corrigió la calificación de ${service(entry)}${rating(entry)}${seconded(entry)}${because(entry.data.reason)}`,
  },
  'score.review-begun': {
    says: entry => `puso en revisión extraordinaria la calificación de ${service(entry)}${because(entry.data.reason)}`,
  },
  'score.review-lifted': {
    says: entry =>
      `levantó la revisión extraordinaria de la calificación de ${service(entry)}${because(entry.data.outcome)}`,
  },
  'score.read': { says: () => 'leyó el dictamen de calificación' },
  'score.about-to-lapse': {
    says: entry => `se avisó de que la calificación de ${service(entry)} caduca${until(entry.data.expiresOn)}`,
    impersonal: true,
  },
  'acceptance.ending': { says: () => 'se avisó de que una aceptación del riesgo caduca', impersonal: true },
  'calendar.feed-made': { says: () => 'pidió una dirección para su calendario' },
  'calendar.feed-ended': { says: () => 'anuló la dirección de su calendario' },
  'score.lapsed': {
    says: entry => `se anunció que la calificación de ${service(entry)} caducó${until(entry.data.expiresOn)}`,
    impersonal: true,
  },
  'score.expired': {
    says: entry => `se anunció que la calificación de ${service(entry)} expiró`,
    impersonal: true,
  },
  'framework.imported': { says: entry => `importó ${framework(entry)}` },
  'framework.published': { says: entry => `publicó ${framework(entry)}` },
  'framework.retired': { says: entry => `retiró ${framework(entry)}` },
  'assessment.begun': { says: entry => `empezó la evaluación de ${service(entry)}` },
  'assessment.read': { says: entry => `envió una hoja rellena, que se leyó como evaluación de ${service(entry)}` },
  'assessment.filled': { says: entry => `rellenó la evaluación de ${service(entry)}` },
  'assessment.confirmed': { says: entry => `confirmó la evaluación de ${service(entry)}` },
  'assessment.taken-back': { says: entry => `retomó la evaluación de ${service(entry)}` },
  'assessment.reopened': {
    says: entry => `sustituyó un archivo, y la evaluación de ${service(entry)} quedó por confirmar de nuevo`,
  },
  'assessment.published': { says: entry => `publicó la evaluación de ${service(entry)}` },
  'assessment.publication-undone': { says: entry => `deshizo la publicación de la evaluación de ${service(entry)}` },
  'assessment.discarded': { says: entry => `descartó la evaluación de ${service(entry)}` },
  'company-identity.saved': { says: () => 'guardó los datos de identificación para los registros de sus clientes' },
  'service-facts.saved': { says: () => 'guardó los datos de un servicio para los registros de sus clientes' },
  'subcontract.declared': { says: entry => `declaró una subcontratación de ${service(entry)}` },
  'subcontract.changed': { says: entry => `cambió una subcontratación de ${service(entry)}` },
  'subcontract.ended': { says: entry => `dio por terminada una subcontratación de ${service(entry)}` },
  'chain.confirmed': { says: entry => `confirmó la cadena de subcontratación de ${service(entry)}` },
  'chain.changed': { says: entry => `se avisó de un cambio en la cadena de ${service(entry)}`, impersonal: true },
  'company-identity.lei-ending': { says: () => 'se avisó de que un LEI debe renovarse', impersonal: true },
  'company.changed': { says: () => 'cambió los datos de una empresa externa' },
  ...reviewSentences,
  'incident.raised': { says: entry => `notificó la incidencia ${incident(entry)}` },
  'incident.prepared': { says: entry => `preparó la incidencia ${incident(entry)}` },
  'incident.opened': { says: entry => `abrió la incidencia ${incident(entry)}` },
  'incident.edited': { says: entry => `cambió el texto de la incidencia ${incident(entry)}` },
  'incident.closed': { says: entry => `cerró la incidencia ${incident(entry)}` },
  'incident.reopened': { says: entry => `volvió a abrir la incidencia ${incident(entry)}` },
  'incident.document-added': { says: entry => `adjuntó a la incidencia el documento ${document(entry)}` },
  'incident.document-read': { says: entry => `leyó de la incidencia el documento ${document(entry)}` },
  'bulletin.published': { says: entry => `publicó el comunicado${bulletin(entry)}` },
  'bulletin.proposed': { says: entry => `propuso el texto de un comunicado sobre la incidencia ${incident(entry)}` },
  'reliance.begun': { says: () => 'empezó un expediente de confianza' },
  'reliance.written': { says: () => 'escribió en un expediente de confianza' },
  'reliance.signed': { says: () => 'firmó un expediente de confianza' },
  'reliance.due': { says: () => 'un expediente de confianza quedó por revisar', impersonal: true },
  'reliance.replaced': { says: () => 'sustituyó un expediente de confianza por uno nuevo' },
  'reliance.discarded': { says: () => 'descartó el borrador de un expediente de confianza' },
  'reliance.downloaded': { says: () => 'descargó un expediente de confianza' },
  'stance.noted': { says: () => 'anotó su valoración de un subcontratista' },
  'stance.due': { says: () => 'se recordó que falta valorar un cambio de subcontratistas', impersonal: true },
  'supervision.exported': { says: () => 'descargó lo que su entidad ha escrito en «Supervisión»' },
  ...integrationSentences,
  ...operationSentences,
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
export function entrySentence(entry: EntryFacts & { at: string; event: EventName }, who: string | null): string {
  const [day, time] = formatInstant(entry.at).split(' ')
  const did = sentences[entry.event].impersonal ? whatOf(entry) : `${who ?? portalOf(entry)} ${whatOf(entry)}`
  // An abbreviation such as 'S.L.' already ends in a full stop.
  return `El ${day} a las ${time}, ${did}`.replace(/\.?$/, '.')
}

/** What happened, without time and actor: 'aceptó el documento «…»'. */
export const whatOf = (entry: EntryFacts & { event: EventName }): string => sentences[entry.event].says(entry)

/** Who acted where no user did: the operator by a command, or the portal. */
const portalOf = ({ data }: EntryFacts): string => (data.by === 'admin' ? 'la administración del portal' : 'el portal')
