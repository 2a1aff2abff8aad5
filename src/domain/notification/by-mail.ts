import type { Role } from '#domain/identity/roles.ts'
import type { NotificationType } from '#domain/notification/notification.ts'
import { notificationTypes } from '#domain/notification/notification.ts'

/** Groups of notification types, in screen order. */
export const mailGroups = [
  { key: 'documentation', label: 'Documentación' },
  { key: 'reports', label: 'Informes y calificaciones' },
  { key: 'incidents', label: 'Incidencias' },
  { key: 'centre', label: 'Avisos del CCI' },
] as const
export type MailGroup = (typeof mailGroups)[number]['key']

type Choice = {
  group: MailGroup
  /** Label of the type for each role that can receive it by mail (D51). */
  reaches: { readonly [R in Role]?: string }
}

const toParticipants = (text: string) => ({ PROVIDER: text, AUDIT: text, ENTITY: text })
const toProviderAndEntity = (provider: string, entity: string) => ({ PROVIDER: provider, ENTITY: entity })

/** For each notification type, its group and a label for each role that it can reach. */
const choices: Record<NotificationType, Choice> = {
  DOC_PENDING: {
    group: 'documentation',
    reaches: { CCI: 'Un participante ha enviado su documentación y espera su revisión.' },
  },
  DOC_ACCEPTED: {
    group: 'documentation',
    reaches: toParticipants('El CCI ha aceptado la documentación de su organización.'),
  },
  DOC_REJECTED: {
    group: 'documentation',
    reaches: toParticipants('El CCI ha rechazado algún documento y hay que subirlo de nuevo.'),
  },
  DOC_LAPSED: {
    group: 'documentation',
    reaches: toParticipants('Un documento de su organización ha caducado.'),
  },
  DOC_REQUIRED: {
    group: 'documentation',
    reaches: toParticipants('El CCI pide un documento que antes no pedía.'),
  },
  AUDIT_EXPIRED: {
    group: 'documentation',
    reaches: {
      CCI: 'La acreditación de un evaluador ha caducado.',
      AUDIT: 'Su acreditación como evaluador ha caducado.',
    },
  },
  DOC_AUDIT_REPORT_PENDING: {
    group: 'reports',
    reaches: { CCI: 'Un proveedor ha enviado un informe de auditoría y espera su calificación.' },
  },
  DOC_AUDIT_REPORT_REJECTED: {
    group: 'reports',
    reaches: {
      PROVIDER: 'El CCI ha rechazado algún archivo de su informe.',
      AUDIT: 'El CCI ha rechazado algún archivo de un informe que usted evaluó.',
    },
  },
  AUDIT_CHOSEN: {
    group: 'reports',
    reaches: { AUDIT: 'Un proveedor le ha elegido como evaluador.' },
  },
  SCORE_LOADED: {
    group: 'reports',
    reaches: {
      PROVIDER: 'El CCI ha publicado o corregido una calificación suya.',
      AUDIT: 'Se ha publicado o corregido la calificación de un informe que usted evaluó.',
      ENTITY: 'Se ha publicado o corregido la calificación de un proveedor que sigue.',
    },
  },
  SCORE_NOTICE_LAPSED: {
    group: 'reports',
    reaches: toProviderAndEntity(
      'Una calificación suya está próxima a caducar.',
      'La calificación de un proveedor que sigue está próxima a caducar.',
    ),
  },
  SCORE_LAPSED: {
    group: 'reports',
    reaches: {
      PROVIDER: 'Una calificación suya ha caducado.',
      AUDIT: 'Ha caducado la calificación de un informe que usted evaluó.',
      ENTITY: 'Ha caducado la calificación de un proveedor que sigue.',
    },
  },
  ISSUE_CREATED: {
    group: 'incidents',
    reaches: { CCI: 'Un participante notifica una incidencia.' },
  },
  ISSUE_OPEN: {
    group: 'incidents',
    reaches: {
      CCI: 'Se ha abierto una incidencia que notificó el CCI.',
      ...toProviderAndEntity(
        'El CCI ha abierto una incidencia en la que su organización es parte.',
        'El CCI ha abierto una incidencia que notificó su organización.',
      ),
    },
  },
  ISSUE_MODIFIED: {
    group: 'incidents',
    reaches: {
      CCI: 'Se ha cerrado o reabierto una incidencia que notificó el CCI.',
      ...toProviderAndEntity(
        'Se ha cerrado o reabierto una incidencia en la que su organización es parte.',
        'Se ha cerrado o reabierto una incidencia que notificó su organización.',
      ),
    },
  },
  FILE_DAMAGED: {
    group: 'documentation',
    reaches: { CCI: 'Un archivo guardado está dañado o falta y no se entrega.' },
  },
  MAIL_UNDELIVERED: {
    group: 'centre',
    reaches: {
      CCI: 'El correo de una invitación, o el de un compañero que entra por primera vez, no llega.',
      ...toParticipants('El correo con el que un compañero entra por primera vez no llega.'),
    },
  },
  PROPOSAL_PENDING: {
    group: 'centre',
    reaches: { CCI: 'Una persona del CCI propone algo que necesita a otra para hacerse.' },
  },
  NOTICE: {
    group: 'centre',
    reaches: {
      CCI: 'Un aviso escrito por una persona del CCI.',
      ...toParticipants('Un aviso escrito por el CCI para su organización.'),
    },
  },
}

/** A notification type that can reach a role, with its label for that role. */
export type MailChoice = { type: NotificationType; group: MailGroup; text: string }

/** The notification types that a user of this role can receive by mail, in the order of the types. */
export function mailChoicesOf(role: Role): MailChoice[] {
  return notificationTypes.flatMap(type => {
    const { group, reaches } = choices[type]
    const text = reaches[role]
    return text === undefined ? [] : [{ type, group, text }]
  })
}

/** Whether notifications of this type can reach the role. */
export function canReach(type: NotificationType, role: Role): boolean {
  return choices[type].reaches[role] !== undefined
}
