import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import type { NotificationInfo, NotificationType } from '#domain/notification/notification.ts'

const listOf: Record<InvitableKind, string> = { PROVIDER: '/provider', AUDIT: '/audit', ENTITY: '/entity' }

/**
 * Path of the page that a notification links to, or null when it has none (NOTIF-09 to NOTIF-22, D36). Only providers
 * follow send-report links; SCORE_LOADED and the added types lead to the role's home.
 */
export function targetOf(type: NotificationType, info: NotificationInfo, role: Role): string | null {
  const home = role === 'CCI' ? '/provider' : '/'
  const review = `${info.idGenericEntity ?? ''}-${info.validationId ?? ''}`
  switch (type) {
    case 'DOC_PENDING':
      return `/documentation-verification/${review}-DOC_MIN`
    case 'DOC_LAPSED':
    case 'DOC_REJECTED':
    case 'DOC_REQUIRED':
      return '/own-documentation'
    case 'DOC_AUDIT_REPORT_PENDING':
      return `/report-verification/${review}-AUDIT_REPORT`
    case 'DOC_AUDIT_REPORT_REJECTED':
    case 'SCORE_LAPSED':
      return role === 'PROVIDER' ? `/send-report/${info.validationId ?? ''}` : null
    case 'SCORE_LOADED':
    case 'DOC_ACCEPTED':
    case 'AUDIT_CHOSEN':
      return home
    case 'AUDIT_EXPIRED':
      return role === 'AUDIT' ? '/own-documentation' : `/documentation-verification/${review}-DOC_MIN`
    case 'ISSUE_CREATED':
      return `/incidences/open-incidence/${info.idProvider ?? ''}-${info.idIssue ?? ''}-${role === 'CCI' ? 'w' : 'r'}`
    case 'ISSUE_OPEN':
    case 'ISSUE_MODIFIED':
      return '/incidences'
    case 'PROPOSAL_PENDING':
      if (info.validationId) return `/report-verification/${review}-AUDIT_REPORT`
      if (!info.kind && info.name) return '/service-configuration'
      return info.kind ? `${listOf[info.kind]}?provider=${encodeURIComponent(info.name ?? '')}` : '/access-security'
    case 'MAIL_UNDELIVERED':
      return info.email === undefined ? null : `/access-invitation?email=${encodeURIComponent(info.email)}`
    case 'SCORE_NOTICE_LAPSED':
    case 'FILE_DAMAGED':
    case 'NOTICE':
      return null
  }
}
