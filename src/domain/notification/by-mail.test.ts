import { expect, test } from 'vitest'
import { eventNames } from '#domain/audit-log/events.ts'
import { invitableKinds, type Role, roles } from '#domain/identity/roles.ts'
import { canReach, mailChoicesOf } from '#domain/notification/by-mail.ts'
import type { Recipient } from '#domain/notification/definition.ts'
import { mailGroups } from '#domain/notification/definition.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import { notificationTypes } from '#domain/notification/definitions/types.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { noticesOf } from '#domain/notification/notices.ts'

/** Participants named by their role, so that a recipient shows its role. */
const facts: EventPayload = {
  providerId: 'PROVIDER',
  evaluatorId: 'AUDIT',
  documents: ['Escritura'],
  documentName: 'Escritura',
  notice: 'Aviso',
  act: 'two-people.off',
  expiresOn: '2026-12-14',
  dueOn: '2026-11-20',
  until: '2026-11-28T09:00:00.000Z',
  template: 'user-created',
  findingShown: 'RE-03',
  ratingBefore: 'A/A/A',
  rating: 'A/A/B',
  changed: ['cif'],
  bulletinId: 'BULLETIN',
  phase: 'INITIAL',
  severity: 'HIGH',
  reviewOutcome: 'Se mantiene',
  byCentre: true,
  email: 'ana@banco.example',
  opensOn: '2026-12-14',
  trouble: { refused: true, reason: '' },
}

function rolesOf(to: Recipient): Role[] {
  if (to === 'centre') return ['CCI']
  if ('user' in to) return [roles.find(role => role === to.user) ?? 'CCI']
  if ('participant' in to) return [to.participant as Role]
  return 'documentedAs' in to ? [to.documentedAs] : ['ENTITY']
}

/** Possible owners of an event's subject, for events that more than one kind of participant can have. */
const subjects: Record<string, readonly Role[]> = {
  documentation: invitableKinds,
  document: invitableKinds,
  catalogue: invitableKinds,
  participant: ['AUDIT'],
  'participant.edited': ['PROVIDER'],
  use: ['ENTITY'],
  user: ['ENTITY'],
  session: ['ENTITY'],
  'invitation.sent-again': ['ENTITY'],
  'mail.resent': ['ENTITY'],
  notification: roles,
  mail: roles,
  acceptance: ['ENTITY'],
  arrangement: ['ENTITY'],
  'register-entity': ['ENTITY'],
  reliance: ['ENTITY'],
  'invitation-request': ['ENTITY'],
  'api-key': ['ENTITY'],
  webhook: ['ENTITY'],
  stance: ['ENTITY'],
  'saved-view': roles,
  acknowledgement: ['ENTITY'],
}
/** The parties of threads: who asks, and who is asked. */
const threads = [
  ['CCI', 'PROVIDER'],
  ['CCI', 'AUDIT'],
  ['AUDIT', 'PROVIDER'],
  ['PROVIDER', 'CCI'],
] as const
/** Roles that may raise an incident (incident.raise). */
const issuers: readonly Role[] = ['CCI', 'PROVIDER', 'ENTITY']

test('D51: exactly the types that the events make for a role can be chosen by it', () => {
  const reached = new Set<string>()
  for (const event of eventNames) {
    for (const subject of subjects[event] ?? subjects[event.split('.')[0]!] ?? ['PROVIDER']) {
      for (const issuerId of issuers) {
        // A deleted evaluator has no name.
        for (const evaluatorName of ['Somport', undefined]) {
          const all = {
            ...facts,
            evaluatorName,
            issuerId,
            participantId: subject,
            searcherId: subject,
            colleagueId: subject,
            kind: subject as never,
          }
          for (const [asker, asked] of threads)
            for (const { to, type } of noticesOf(event, { ...all, asker, asked }))
              for (const role of rolesOf(to)) reached.add(`${role} ${type}`)
        }
      }
    }
  }
  const offered = roles.flatMap(role => mailChoicesOf(role).map(({ type }) => `${role} ${type}`))
  expect(offered.sort()).toEqual([...reached].sort())
  expect(new Set(offered.map(line => line.split(' ')[1]))).toEqual(new Set<NotificationType>(notificationTypes))
})

test('D51: each mail choice belongs to a section and has a description', () => {
  const groups = mailGroups.map(group => group.key)
  for (const role of roles) {
    for (const { type, group, text } of mailChoicesOf(role)) {
      expect(groups).toContain(group)
      expect(text).toMatch(/^\p{Lu}.{20,}\.$/u)
      expect(canReach(type, role)).toBe(true)
    }
  }
  expect(canReach('DOC_PENDING', 'PROVIDER')).toBe(false)
})
