import { type FourEyesAct, formatDeadline } from '#domain/identity/four-eyes/four-eyes.ts'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { NotificationDefinitions, NotificationInfo } from '#domain/notification/definition.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import {
  centre,
  expiryOf,
  list,
  nothing,
  nowhere,
  ofRequest,
  only,
  reportPath,
  toParticipants,
  withFullStop,
} from '#domain/notification/parts.ts'
import { GIVE_UP_DAYS, LATE_HOURS, troubleText } from '#domain/notification/undelivered.ts'

const isInvitation = ({ template }: EventPayload) => template === 'invitation' || template === 'invitation-reminder'

const ofParticipant = ({ participantId, participantName, kind }: EventPayload): NotificationInfo => ({
  idGenericEntity: participantId,
  kind,
  name: participantName,
})

/** For each four-eyes action, the text of its proposal and the link to the page that confirms it. */
const proposals: Record<
  FourEyesAct,
  { what: (facts: EventPayload) => string; about: (facts: EventPayload) => NotificationInfo }
> = {
  'participant.delete': {
    what: facts => t`eliminar el participante «${facts.participantName}»`,
    about: ofParticipant,
  },
  'participant.rename': {
    what: facts => t`cambiar el nombre o el CIF de «${facts.participantName}» por «${facts.renamed}»`,
    about: ofParticipant,
  },
  'service.rename': {
    what: facts => t`cambiar el servicio «${facts.serviceName}» por «${facts.renamed}»`,
    about: ({ serviceName }) => ({ name: serviceName }),
  },
  'score.publish': {
    what: facts =>
      t`publicar la calificación ${facts.rating} de ${facts.providerName} en «${facts.serviceName}», hasta el ${expiryOf(facts)}`,
    about: ofRequest,
  },
  'score.correct': {
    what: facts =>
      t`corregir la calificación de ${facts.providerName} en «${facts.serviceName}»: ${facts.rating}, hasta el ${expiryOf(facts)}`,
    about: ofRequest,
  },
  'two-people.off': { what: () => t('que dejen de hacer falta dos personas'), about: nothing },
  'centre-rules.loosen': {
    what: facts => t`desactivar ${list(facts.rules)} en las reglas del centro`,
    about: () => ({ place: 'centre-rules' }),
  },
}

const listOf: Record<InvitableKind, string> = { PROVIDER: '/provider', AUDIT: '/audit', ENTITY: '/entity' }

export const centreNotifications = {
  FILE_DAMAGED: {
    reason: msg('Archivo dañado'),
    on: {
      'file.damaged': ({ participantName, documents }) => ({
        to: centre,
        message: participantName
          ? t`${list(documents)} de ${participantName}: el archivo guardado está dañado o falta y no se entrega. Recupérelo de la copia de seguridad.`
          : t`${list(documents)}: el archivo guardado está dañado o falta y no se entrega. Recupérelo de la copia de seguridad.`,
      }),
    },
    about: ({ participantId }) => ({ idGenericEntity: participantId }),
    settled: null,
    mailGroup: 'documentation',
    mail: { CCI: msg('Un archivo guardado está dañado o falta y no se entrega.') },
    target: nowhere,
    button: msg('Ver el aviso'),
    icon: 'file-alert',
    mark: 'REJECTED',
  },
  /**
   * CCI is notified of undelivered invitation mails, the person's organisation of all others. Delays are notified once
   * a day, with the first mail: a mail server that is down delays all of them.
   */
  MAIL_UNDELIVERED: {
    reason: msg('Correo sin entregar'),
    on: {
      'mail.undelivered': facts => {
        const { email = '', trouble, participantId, onceKey } = facts
        if (!trouble) return []
        const invites = isInvitation(facts)
        const to = invites ? centre : only(participantId)
        const what = invites ? t`La invitación a ${email}` : t`El correo con el que ${email} entra por primera vez`
        const late = t`Se sigue intentando durante ${GIVE_UP_DAYS} días. Puede haber más correos que esperan.`
        const wrong = invites
          ? t('Si la dirección no es correcta, retire la invitación e invite a la buena.')
          : t('Compruebe la dirección en Gestión de usuarios.')
        return trouble.refused
          ? { to, message: t`${what} no llega: ${troubleText(trouble)}. ${wrong}` }
          : { to, message: t`${what} no se ha podido entregar en ${LATE_HOURS} horas. ${late}`, onceKey }
      },
    },
    about: facts => ({
      idGenericEntity: facts.participantId,
      ...(isInvitation(facts) ? { email: facts.email ?? '' } : {}),
    }),
    settled: null,
    mailGroup: 'centre',
    mail: {
      CCI: msg('El correo de una invitación, o el de un compañero que entra por primera vez, no llega.'),
      ...toParticipants(msg('El correo con el que un compañero entra por primera vez no llega.')),
    },
    target: ({ email }) => (email === undefined ? null : `/access-invitation?email=${encodeURIComponent(email)}`),
    button: msg('Ver la invitación'),
    icon: 'mail-x',
    mark: 'REJECTED',
  },
  /** Once for all the mails that were given up together. */
  MAIL_FAILED: {
    reason: 'Correos que no llegan',
    on: {
      'mail.failed': ({ count = 1 }) => ({
        to: centre,
        message:
          count === 1
            ? `Un correo no se ha podido entregar en ${GIVE_UP_DAYS} días y ya no se intenta. Mire la causa y, cuando esté resuelta, reenvíelo.`
            : `${count} correos no se han podido entregar en ${GIVE_UP_DAYS} días y ya no se intentan. Mire la causa y, cuando esté resuelta, reenvíelos.`,
      }),
    },
    about: () => ({ place: 'operation' }),
    settled: null,
    mailGroup: 'centre',
    mail: { CCI: 'Un correo no se ha podido entregar y ya no se intenta.' },
    target: () => '/operation?status=FAILED',
    button: 'Ver los correos',
    icon: 'mail-x',
    mark: 'REJECTED',
  },
  JOB_FAILING: {
    reason: 'Proceso automático que falla',
    on: {
      'job.failing': ({ job = '', fault = '' }) => ({
        to: centre,
        message: `El proceso «${job}» ha fallado dos veces seguidas. ${withFullStop(fault)}`,
      }),
    },
    about: () => ({ place: 'operation' }),
    settled: null,
    mailGroup: 'centre',
    mail: { CCI: 'Un proceso automático del portal falla una y otra vez.' },
    target: () => '/operation',
    button: 'Ver el proceso',
    icon: 'file-alert',
    mark: 'REJECTED',
  },
  PROPOSAL_PENDING: {
    reason: msg('Propuesta por confirmar'),
    on: {
      'proposal.made': facts =>
        facts.act
          ? {
              to: centre,
              message: t`${facts.proposerName} propone ${withFullStop(proposals[facts.act].what(facts))} Para que se haga, otra persona del CCI tiene que hacer lo mismo antes del ${formatDeadline(facts.until!)}.`,
            }
          : [],
    },
    about: facts => (facts.act ? proposals[facts.act].about(facts) : {}),
    settled: null,
    mailGroup: 'centre',
    mail: { CCI: msg('Una persona del CCI propone algo que necesita a otra para hacerse.') },
    target: info => {
      if (info.validationId) return reportPath(info)
      if (info.place === 'centre-rules') return '/centre-rules'
      if (!info.kind && info.name) return '/service-configuration'
      return info.kind ? `${listOf[info.kind]}?provider=${encodeURIComponent(info.name ?? '')}` : '/access-security'
    },
    button: msg('Ver la propuesta'),
    icon: 'user-check',
    mark: 'PENDING',
  },
  NOTICE: {
    reason: msg('Aviso del CCI'),
    on: {
      'file.infected': facts => ({
        to: centre,
        message: t`El antivirus ha encontrado ${facts.reason} en un archivo, que ni se admite ni se entrega.`,
      }),
      'notification.sent': facts => ({ to: only(facts.participantId), message: facts.notice ?? '' }),
    },
    about: nothing,
    settled: null,
    mailGroup: 'centre',
    mail: {
      CCI: msg('Un aviso escrito por una persona del CCI.'),
      ...toParticipants(msg('Un aviso escrito por el CCI para su organización.')),
    },
    target: nowhere,
    button: msg('Ver el aviso'),
    icon: 'speaker',
    mark: 'CLOSED',
  },
} satisfies NotificationDefinitions
