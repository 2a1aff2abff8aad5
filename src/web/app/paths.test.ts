/// <reference types="vite/client" />
import { QueryClient } from '@tanstack/react-query'
import { describe, expect, test } from 'vitest'
import { splitKey } from '#web/app/address.ts'
import { paths } from '#web/app/paths.ts'
import { makeRouter } from '#web/main/router.tsx'

const P = '01hzx3v5n8q2r4t6w8y0a1b2c3'
const V = '01hzx3v5n8q2r4t6w8y0a1b2c4'

const router = makeRouter(new QueryClient())
/** Paths of the route tree, in its notation: '/send-report/$validationId'. */
const patterns = (Object.values(router.routesById) as { fullPath: string; children?: unknown }[])
  .filter(route => route.children === undefined)
  .map(route => route.fullPath)

function matches(pathname: string): string[] {
  return patterns.filter(pattern =>
    new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+').replaceAll('.', '\\.')}$`).test(pathname),
  )
}

/** Every path function with its expected route. */
const cases: Record<keyof typeof paths, [address: string, route: string][]> = {
  signIn: [[paths.signIn(), '/auth/sign-in']],
  signOnReturn: [[paths.signOnReturn(), '/auth/single-sign-on']],
  secondFactor: [['/auth/second-factor', '/auth/second-factor']],
  accessSecurity: [['/access-security', '/access-security']],
  operation: [['/operation', '/operation']],
  centreRules: [['/centre-rules', '/centre-rules']],
  registerEditions: [['/register-editions', '/register-editions']],
  changePassword: [[paths.changePassword(), '/auth/change-password']],
  independence: [[paths.independence(), '/independence']],
  declaration: [[paths.declaration(V), '/independence/$validationId']],
  verify: [
    [paths.verify(), '/verify'],
    [paths.verify('0123-4567-89AB-CDEF'), '/verify/$code'],
  ],
  resetPassword: [[paths.resetPassword(), '/auth/reset-password']],
  mandatoryData: [[paths.mandatoryData(), '/auth/mandatory-data']],
  start: [[paths.start(), '/']],
  providers: [[paths.providers(), '/provider']],
  concentration: [[paths.concentration(), '/concentration']],
  chain: [[paths.chain(), '/chain']],
  sectorConcentration: [[paths.sectorConcentration(), '/sector-concentration']],
  integrations: [[paths.integrations(), '/integrations']],
  webhook: [[paths.webhook(V), '/integrations/$webhookId']],
  requiredLevels: [[paths.requiredLevels(), '/required-levels']],
  register: [[paths.register(), '/register']],
  registerSummary: [[paths.registerSummary(), '/register/summary']],
  reliance: [[paths.reliance(), '/reliance']],
  relianceFile: [[paths.relianceFile(V), '/reliance/$id']],
  bulletins: [[paths.bulletins(), '/bulletins']],
  providerSheet: [[paths.providerSheet(P), '/provider/$idProvider']],
  comparison: [[paths.comparison([]), '/provider-comparison']],
  entities: [[paths.entities(), '/entity']],
  evaluators: [[paths.evaluators(), '/audit']],
  notifications: [[paths.notifications(), '/notifications']],
  ownData: [[paths.ownData(), '/own-data']],
  ownDocumentation: [[paths.ownDocumentation(), '/own-documentation']],
  account: [
    [paths.account(), '/account'],
    [paths.account('avisos').split('?')[0]!, '/account'],
  ],
  editParticipant: [[paths.editParticipant(P, 'AUDIT'), '/editUser/$idGenericEntity/$role']],
  incidents: [[paths.incidents(), '/incidences']],
  openIncident: [
    [paths.openIncident(P, V, 'r'), '/incidences/open-incidence/$key'],
    [paths.openIncident(P, null, 'w'), '/incidences/open-incidence/$key'],
  ],
  manageIncidents: [[paths.manageIncidents(), '/incidences/incidences-CCI']],
  invitations: [[paths.invitations(), '/access-invitation']],
  configuration: [[paths.configuration(), '/documentation-data-configuration']],
  services: [[paths.services(), '/service-configuration']],
  verifyDocumentation: [[paths.verifyDocumentation(P, V), '/documentation-verification/$key']],
  viewDocumentation: [
    [paths.viewDocumentation(P, V, 'DOC_MIN'), '/documentation-view/$key'],
    [paths.viewDocumentation(P, V, 'AUDIT_REPORT'), '/documentation-view/$key'],
  ],
  verifyReport: [[paths.verifyReport(P, V), '/report-verification/$key']],
  clarifications: [[paths.clarifications(), '/clarifications']],
  controlFramework: [[paths.controlFramework(), '/control-framework']],
  assessments: [[paths.assessments(), '/assessments']],
  assessment: [[paths.assessment(V), '/assessment/$validationId']],
  findings: [
    [paths.findings(), '/findings'],
    [paths.findings({ row: V }).split('?')[0]!, '/findings'],
  ],
  assessmentView: [[paths.assessmentView(V), '/assessment-view/$assessmentId']],
  sendReport: [
    [paths.sendReport(), '/send-report'],
    [paths.sendReport(V), '/send-report/$validationId'],
  ],
  renewReport: [[paths.renewReport(V), '/renew-report/$validationId']],
  calendar: [[paths.calendar(), '/calendar']],
  sendReportForProvider: [[paths.sendReportForProvider(P), '/send-report-cci/$idGenericEntity']],
  users: [[paths.users(), '/user-management']],
  usersOverview: [[paths.usersOverview(), '/view-users']],
  verificationStatistics: [[paths.verificationStatistics(), '/statistics']],
  statistics: [[paths.statistics(), '/stadistic-login']],
  demoMail: [[paths.demoMail(), '/demo/correo']],
}

describe('ROUTE-18 ROUTE-25 ROUTE-28: every path function leads to one route of the tree', () => {
  test.each(Object.entries(cases))('%s', (_name, addresses) => {
    for (const [address, route] of addresses) {
      expect(matches(address)).toEqual([route])
      const [, , foundRoute] = router.getMatchedRoutes(address)
      expect(foundRoute?.fullPath).toBe(route)
    }
  })
})

test('a key gives back the parts it was made of', () => {
  const keyOf = (address: string) => address.slice(address.lastIndexOf('/') + 1)
  expect(splitKey(keyOf(paths.verifyDocumentation(P, V)))).toEqual([P, V, 'DOC_MIN'])
  expect(splitKey(keyOf(paths.viewDocumentation(P, V, 'AUDIT_REPORT')))).toEqual([P, V, 'AUDIT_REPORT'])
  expect(splitKey(keyOf(paths.verifyReport(P, V)))).toEqual([P, V, 'AUDIT_REPORT'])
  expect(splitKey(keyOf(paths.openIncident(P, V, 'r')))).toEqual([P, V, 'r'])
})

test('ROUTE-18 ROUTE-19: an incident path without an incident keeps its empty part', () => {
  expect(paths.openIncident('X', null, 'w')).toBe('/incidences/open-incidence/X--w')
  expect(splitKey('X--w')).toEqual(['X', '', 'w'])
})

test('a key that lacks parts gives empty ones', () => {
  expect(splitKey('')).toEqual(['', '', ''])
  expect(splitKey('X')).toEqual(['X', '', ''])
})
