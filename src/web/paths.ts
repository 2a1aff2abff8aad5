import type { InvitableKind } from '#domain/roles.ts'

/** Every address of the portal, as functions; tested against the route tree. */
export const paths = {
  signIn: () => '/auth/sign-in',
  changePassword: () => '/auth/change-password',
  resetPassword: () => '/auth/reset-password',
  mandatoryData: () => '/auth/mandatory-data',
  start: () => '/',
  providers: () => '/provider',
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
  usersOverview: () => '/view-users',
  statistics: () => '/stadistic-login',
  demoMail: () => '/demo/correo',
} as const

/** The three parts of a path key such as `{id}-{validationId}-{type}`; no identifier contains a '-' (D3). */
export function splitKey(key: string): [string, string, string] {
  const [first = '', second = '', ...rest] = key.split('-')
  return [first, second, rest.join('-')]
}
