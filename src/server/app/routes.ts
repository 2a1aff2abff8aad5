import { catalogueRoutes } from '#server/catalogue/routes.ts'
import { demoRoutes } from '#server/demo/routes.ts'
import { documentRoutes } from '#server/document/routes.ts'
import { watermarkRoutes } from '#server/document/watermark/routes.ts'
import type { Route } from '#server/http/route.ts'
import { fourEyesRoutes } from '#server/identity/four-eyes/routes.ts'
import { loginStatisticsRoutes } from '#server/identity/login-statistics/routes.ts'
import { secondFactorRoutes } from '#server/identity/second-factor/routes.ts'
import { sessionRoutes } from '#server/identity/session/routes.ts'
import { singleSignOnRoutes } from '#server/identity/single-sign-on/routes.ts'
import { userRoutes } from '#server/identity/user/routes.ts'
import { incidentRoutes } from '#server/incident/routes.ts'
import { invitationRoutes } from '#server/invitation/routes.ts'
import { notificationRoutes } from '#server/notification/routes.ts'
import { participantRoutes } from '#server/participant/routes.ts'
import { auditLogRoutes } from '#server/platform/audit-log/routes.ts'
import { reportRequestRoutes } from '#server/report-request/routes.ts'
import { scoreRoutes } from '#server/score/routes.ts'
import { searchRoutes } from '#server/search/routes.ts'
import { validationRoutes } from '#server/validation/routes.ts'

/** Every route of the API, by noun. */
export const routes: readonly Route[] = [
  ...sessionRoutes,
  ...secondFactorRoutes,
  ...singleSignOnRoutes,
  ...userRoutes,
  ...participantRoutes,
  ...invitationRoutes,
  ...catalogueRoutes,
  ...documentRoutes,
  ...validationRoutes,
  ...reportRequestRoutes,
  ...scoreRoutes,
  ...incidentRoutes,
  ...notificationRoutes,
  ...searchRoutes,
  ...loginStatisticsRoutes,
  ...watermarkRoutes,
  ...fourEyesRoutes,
  ...auditLogRoutes,
  ...demoRoutes,
]
