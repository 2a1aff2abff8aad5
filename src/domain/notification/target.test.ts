import { expect, test } from 'vitest'
import type { Role } from '#domain/identity/roles.ts'
import { roles } from '#domain/identity/roles.ts'
import type { NotificationInfo } from '#domain/notification/definition.ts'
import type { NotificationType } from '#domain/notification/definitions/types.ts'
import { notificationTypes } from '#domain/notification/definitions/types.ts'
import { targetOf } from '#domain/notification/target.ts'

const info = {
  ...{ idGenericEntity: 'G', validationId: 'V', assessmentId: 'S', idProvider: 'P', idIssue: 'I', idBulletin: 'B' },
  ...{
    idFinding: 'F',
    idReliance: 'R',
    idWebhook: 'W',
    idClarification: 'C',
    idArrangement: 'A',
    list: '/provider?status=QUALIFIED',
  },
}
const to = (path: string | null): Record<Role, string | null> => ({
  CCI: path,
  PROVIDER: path,
  AUDIT: path,
  ENTITY: path,
})
const own = to('/own-documentation')
const home = { ...to('/'), CCI: '/provider' }
const sendReport = { ...to(null), PROVIDER: '/send-report/V' }

/** Target of each notification for each role, written by hand from section 4 and D36. */
const targets: Record<NotificationType, Record<Role, string | null>> = {
  TASK_ASSIGNED: to('/clarifications?row=C'),
  DOC_PENDING: to('/documentation-verification/G-V-DOC_MIN'),
  DOC_ACCEPTED: home,
  DOC_REJECTED: own,
  DOC_LAPSED: own,
  DOC_REQUIRED: own,
  DOC_NOTICE_LAPSED: own,
  DOC_AUDIT_REPORT_PENDING: to('/report-verification/G-V-AUDIT_REPORT'),
  DOC_AUDIT_REPORT_REJECTED: sendReport,
  RENEWAL_PENDING: to('/report-verification/G-V-AUDIT_REPORT'),
  SCORE_LOADED: home,
  SCORE_LAPSED: sendReport,
  SCORE_NOTICE_LAPSED: to(null),
  ASSESSMENT_CONFIRMED: { ...to('/assessment-view/S'), CCI: '/report-verification/G-V-AUDIT_REPORT' },
  ASSESSMENT_REOPENED: to('/assessment/V'),
  FINDING_RAISED: to('/findings'),
  FINDING_DUE: to('/findings?row=F'),
  FINDING_OVERDUE: { ...to('/findings?row=F'), ENTITY: '/provider/P' },
  FINDING_DONE: to('/findings?row=F'),
  CLARIFICATION_ASKED: to('/clarifications?row=C'),
  CLARIFICATION_ANSWERED: to('/clarifications?row=C'),
  CLARIFICATION_DUE: to('/clarifications?row=C'),
  APPEAL_MADE: to('/clarifications?row=C'),
  APPEAL_DECIDED: to('/clarifications?row=C'),
  INVITATION_ASKED: to('/access-invitation'),
  INVITATION_ANSWERED: to('/provider'),
  AUDIT_EXPIRED: { ...to('/documentation-verification/G-V-DOC_MIN'), AUDIT: '/own-documentation' },
  AUDIT_NOTICE_EXPIRED: { ...to('/documentation-verification/G-V-DOC_MIN'), AUDIT: '/own-documentation' },
  AUDIT_CHOSEN: home,
  INDEPENDENCE_DUE: to('/independence/V'),
  INDEPENDENCE_CONFLICT: to('/report-verification/G-V-AUDIT_REPORT'),
  INDEPENDENCE_REFUSED: { ...sendReport, AUDIT: '/independence/V' },
  OWN_LEI_ENDING: to('/register?step=entity'),
  CONTRACT_ENDING: to('/register?step=arrangements&edit=A'),
  CONTRACT_NOTICE_ENDING: to('/register?step=arrangements&edit=A'),
  ACCEPTANCE_ENDING: to('/required-levels'),
  ISSUE_CREATED: { ...to('/incidences/open-incidence/P-I-r'), CCI: '/incidences/open-incidence/P-I-w' },
  ISSUE_OPEN: to('/incidences'),
  ISSUE_MODIFIED: to('/incidences'),
  INCIDENT_AFFECTS: to('/bulletins?row=B'),
  SCORE_UNDER_REVIEW: { ...to('/'), ENTITY: '/provider/P' },
  QUEUE_OVERDUE: to('/incidences/open-incidence/P-I-w'),
  CHAIN_CHANGED: to('/provider/P'),
  CHAIN_STANCE_DUE: to('/provider/P'),
  LEI_ENDING: to('/own-data'),
  RATING_DROPPED: to('/provider/P'),
  COMPANY_CHANGED: to('/provider/P'),
  LEVEL_BROKEN: to('/required-levels'),
  LEVEL_MET: to('/required-levels'),
  RELIANCE_REVIEW_DUE: to('/reliance/R'),
  API_KEY_ENDING: to('/integrations'),
  WEBHOOK_DISABLED: to('/integrations/W'),
  USER_BY_CENTRE: to('/user-management'),
  NEW_PRINCIPAL: to('/user-management'),
  REGISTER_DATA_ASKED: to('/own-data'),
  FILE_DAMAGED: to(null),
  MAIL_UNDELIVERED: to(null),
  MAIL_FAILED: to('/operation?status=FAILED'),
  JOB_FAILING: to('/operation'),
  PROPOSAL_PENDING: to('/report-verification/G-V-AUDIT_REPORT'),
  NOTICE: to(null),
  SEARCH_MATCHES: to('/provider?status=QUALIFIED'),
}

test.each(notificationTypes.flatMap(type => roles.map(role => [type, role] as const)))(
  'D36: where a notice of %s leads %s',
  (type, role) => {
    expect(targetOf(type, info, role)).toBe(targets[type][role])
  },
)

test('DESK-08: an overdue task leads to its verification', () => {
  const at = (of: NotificationInfo) => targetOf('QUEUE_OVERDUE', of, 'CCI')
  expect(at({ idGenericEntity: 'G', idProvider: 'G', validationId: 'V' })).toBe('/report-verification/G-V-AUDIT_REPORT')
  expect(at({ idGenericEntity: 'G', validationId: 'V' })).toBe('/documentation-verification/G-V-DOC_MIN')
})

test('SEAL-06: where the centre asks for the declaration, AUDIT_CHOSEN leads to it', () => {
  expect(targetOf('AUDIT_CHOSEN', { ...info, place: 'independence' }, 'AUDIT')).toBe('/independence/V')
})

test('a proposal leads to where it is confirmed', () => {
  const at = (of: NotificationInfo) => targetOf('PROPOSAL_PENDING', of, 'CCI')
  expect(at({ kind: 'PROVIDER', name: 'Mirlo & Cía., S.L.' })).toBe(
    '/provider?provider=Mirlo%20%26%20C%C3%ADa.%2C%20S.L.',
  )
  expect([at({ kind: 'AUDIT', name: 'Somport' }), at({ kind: 'ENTITY', name: 'Duero' })]).toEqual([
    '/audit?provider=Somport',
    '/entity?provider=Duero',
  ])
  expect(at({})).toBe('/access-security')
})
