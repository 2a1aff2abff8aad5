import type { InvitableKind } from '#domain/identity/roles.ts'
import { SIGN_ON_RETURN } from '#domain/identity/single-sign-on/single-sign-on.ts'
import { writeCompared } from '#domain/participant/comparison.ts'

/** A path with the filters of its list; omits undefined ones. */
function withFilters(path: string, filters: Record<string, string | undefined>): string {
  const given = Object.entries(filters).filter((filter): filter is [string, string] => filter[1] !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path
}

/** Every address of the portal, as functions; tested against the route tree. */
export const paths = {
  signIn: () => '/auth/sign-in',
  signOnReturn: () => SIGN_ON_RETURN,
  secondFactor: () => '/auth/second-factor',
  changePassword: () => '/auth/change-password',
  resetPassword: () => '/auth/reset-password',
  mandatoryData: () => '/auth/mandatory-data',
  start: () => '/',
  /** The list, optionally filtered by a provider's name and a service, with one row open. */
  providers: (of: { provider?: string; service?: string; row?: string } = {}) => withFilters('/provider', of),
  /** Provider comparison. */
  comparison: (ids: readonly string[]) =>
    withFilters('/provider-comparison', { compare: writeCompared(ids) ?? undefined }),
  entities: () => '/entity',
  evaluators: () => '/audit',
  notifications: () => '/notifications',
  ownData: () => '/own-data',
  ownDocumentation: () => '/own-documentation',
  security: () => '/security',
  editParticipant: (id: string, role: InvitableKind) => `/editUser/${id}/${role}`,
  incidents: () => '/incidences',
  openIncident: (provider: string, incident: string | null, mode: 'r' | 'w') =>
    `/incidences/open-incidence/${provider}-${incident ?? ''}-${mode}`,
  manageIncidents: () => '/incidences/incidences-CCI',
  invitations: () => '/access-invitation',
  configuration: () => '/documentation-data-configuration',
  accessSecurity: () => '/access-security',
  services: () => '/service-configuration',
  verifyDocumentation: (participant: string, validation: string) =>
    `/documentation-verification/${participant}-${validation}-DOC_MIN`,
  viewDocumentation: (participant: string, validation: string, type: 'DOC_MIN' | 'AUDIT_REPORT') =>
    `/documentation-view/${participant}-${validation}-${type}`,
  verifyReport: (participant: string, validation: string) =>
    `/report-verification/${participant}-${validation}-AUDIT_REPORT`,
  sendReport: (validation?: string) => (validation ? `/send-report/${validation}` : '/send-report'),
  sendReportForProvider: (participant: string) => `/send-report-cci/${participant}`,
  users: (kind?: InvitableKind, participant?: string) =>
    kind && participant ? `/user-management?of=${kind}-${participant}` : '/user-management',
  usersOverview: (email?: string) => withFilters('/view-users', { email }),
  statistics: () => '/stadistic-login',
  demoMail: () => '/demo/correo',
} as const

/** Three parts of a path key such as `{id}-{validationId}-{type}`; no identifier contains a '-' (D3). */
export function splitKey(key: string): [string, string, string] {
  const [first = '', second = '', ...rest] = key.split('-')
  return [first, second, rest.join('-')]
}
