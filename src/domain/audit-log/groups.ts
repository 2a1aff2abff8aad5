import { type EventName, eventNames } from '#domain/audit-log/events.ts'

/** The groups by which a reader filters a timeline. */
export const eventGroups = [
  'entering',
  'reading',
  'documents',
  'requests',
  'incidents',
  'company',
  'people',
  'portal',
] as const
export type EventGroup = (typeof eventGroups)[number]

export const eventGroupLabels: Readonly<Record<EventGroup, string>> = {
  entering: 'Accesos',
  reading: 'Lecturas y descargas',
  documents: 'Documentación',
  requests: 'Informes y calificaciones',
  incidents: 'Incidencias',
  company: 'Datos del participante',
  people: 'Usuarios e invitaciones',
  portal: 'Portal',
}

/** The events that differ from the rest of their object kind. */
const exceptions: Partial<Record<EventName, EventGroup>> = {
  'document.read': 'reading',
  'document.read-partly': 'reading',
  'score.read': 'reading',
  'incident.document-read': 'reading',
  'finding.file-read': 'reading',
  'clarification.file-read': 'reading',
  'catalogue.template-read': 'reading',
  'list.exported': 'reading',
  'case-file.made': 'reading',
  'participant.exported': 'reading',
  'user.exported': 'reading',
  'user.recovery-code-used': 'entering',
  'user.second-step-blocked': 'entering',
}

const groupByKind: Readonly<Record<string, EventGroup>> = {
  session: 'entering',
  documentation: 'documents',
  document: 'documents',
  request: 'requests',
  score: 'requests',
  assessment: 'requests',
  finding: 'requests',
  independence: 'requests',
  certificate: 'requests',
  clarification: 'requests',
  appeal: 'requests',
  incident: 'incidents',
  bulletin: 'incidents',
  participant: 'company',
  user: 'people',
  invitation: 'people',
  'invitation-request': 'people',
}

export const groupOf = (event: EventName): EventGroup =>
  exceptions[event] ?? groupByKind[event.split('.')[0]!] ?? 'portal'

export const eventsOf = (group: EventGroup): EventName[] => eventNames.filter(event => groupOf(event) === group)
