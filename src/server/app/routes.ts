import { findingRoutes } from '#server/assessment/finding/routes.ts'
import { frameworkRoutes } from '#server/assessment/framework/routes.ts'
import { assessmentRoutes } from '#server/assessment/routes.ts'
import { auditLogRoutes } from '#server/audit-log/routes.ts'
import { centreRuleRoutes } from '#server/catalogue/centre-rules/routes.ts'
import { documentHelpRoutes } from '#server/catalogue/help/routes.ts'
import { catalogueRoutes } from '#server/catalogue/routes.ts'
import { demoRoutes } from '#server/demo/routes.ts'
import { documentAssignmentRoutes } from '#server/document/assignment/routes.ts'
import { precheckRoutes } from '#server/document/precheck/routes.ts'
import { reasonRoutes } from '#server/document/reasons.ts'
import { reuseRoutes } from '#server/document/reuse/routes.ts'
import { documentRoutes } from '#server/document/routes.ts'
import { watermarkRoutes } from '#server/document/watermark/routes.ts'
import type { Route } from '#server/http/route.ts'
import { fourEyesRoutes } from '#server/identity/four-eyes/routes.ts'
import { loginStatisticsRoutes } from '#server/identity/login-statistics/routes.ts'
import { secondFactorRoutes } from '#server/identity/second-factor/routes.ts'
import { sessionRoutes } from '#server/identity/session/routes.ts'
import { singleSignOnRoutes } from '#server/identity/single-sign-on/routes.ts'
import { userRoutes } from '#server/identity/user/routes.ts'
import { bulletinRoutes } from '#server/incident/bulletin/routes.ts'
import { incidentRoutes } from '#server/incident/routes.ts'
import { keyRoutes } from '#server/integration/key/routes.ts'
import { webhookRoutes } from '#server/integration/webhook/routes.ts'
import { invitationRequestRoutes } from '#server/invitation/request/routes.ts'
import { invitationRoutes } from '#server/invitation/routes.ts'
import { notificationRoutes } from '#server/notification/routes.ts'
import { jobRoutes } from '#server/operation/job/routes.ts'
import { outgoingMailRoutes } from '#server/operation/outgoing-mail/routes.ts'
import { serverRoutes } from '#server/operation/server/routes.ts'
import { calendarRoutes } from '#server/participant/calendar/routes.ts'
import { chainRoutes } from '#server/participant/chain/routes.ts'
import { companyRoutes } from '#server/participant/company/routes.ts'
import { participantRoutes } from '#server/participant/routes.ts'
import { certificateRoutes } from '#server/report-request/certificate/routes.ts'
import { independenceRoutes } from '#server/report-request/independence/routes.ts'
import { renewalRoutes } from '#server/report-request/renewal/routes.ts'
import { reportRequestRoutes } from '#server/report-request/routes.ts'
import { scoreRoutes } from '#server/report-request/score/routes.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { savedViewRoutes } from '#server/search/saved-view/routes.ts'
import { startRoutes } from '#server/start/routes.ts'
import { acceptanceRoutes } from '#server/supervision/acceptance/routes.ts'
import { chainStanceRoutes } from '#server/supervision/chain/routes.ts'
import { ownDataRoutes } from '#server/supervision/own-data/routes.ts'
import { registerRoutes } from '#server/supervision/register/routes.ts'
import { relianceRoutes } from '#server/supervision/reliance/routes.ts'
import { useRoutes } from '#server/supervision/use/routes.ts'
import { undoRoutes } from '#server/undo/routes.ts'
import { clarificationRoutes } from '#server/validation/clarification/routes.ts'
import { deskRoutes } from '#server/validation/desk/routes.ts'
import { validationRoutes } from '#server/validation/routes.ts'
import { statisticsRoutes } from '#server/validation/statistics/routes.ts'

/** Every route of the API, by noun. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...singleSignOnRoutes,
  ...userRoutes,
  ...participantRoutes,
  ...calendarRoutes,
  ...invitationRoutes,
  ...invitationRequestRoutes,
  ...catalogueRoutes,
  ...documentHelpRoutes,
  ...centreRuleRoutes,
  ...documentRoutes,
  ...precheckRoutes,
  ...reuseRoutes,
  ...documentAssignmentRoutes,
  ...validationRoutes,
  ...clarificationRoutes,
  ...deskRoutes,
  ...startRoutes,
  ...reportRequestRoutes,
  ...renewalRoutes,
  ...scoreRoutes,
  ...independenceRoutes,
  ...certificateRoutes,
  ...frameworkRoutes,
  ...assessmentRoutes,
  ...findingRoutes,
  ...incidentRoutes,
  ...bulletinRoutes,
  ...companyRoutes,
  ...chainRoutes,
  ...useRoutes,
  ...chainStanceRoutes,
  ...acceptanceRoutes,
  ...relianceRoutes,
  ...registerRoutes,
  ...ownDataRoutes,
  ...keyRoutes,
  ...webhookRoutes,
  ...notificationRoutes,
  ...savedViewRoutes,
  ...searchRoutes,
  ...loginStatisticsRoutes,
  ...statisticsRoutes,
  ...watermarkRoutes,
  ...reasonRoutes,
  ...fourEyesRoutes,
  ...undoRoutes,
  ...auditLogRoutes,
  ...outgoingMailRoutes,
  ...jobRoutes,
  ...serverRoutes,
  ...demoRoutes,
]
