import { assessmentFindingTexts } from '#domain/language/english/web/assessment-finding.ts'
import { assessmentFormTexts } from '#domain/language/english/web/assessment-form.ts'
import { assessmentListTexts } from '#domain/language/english/web/assessment-list.ts'
import { assessmentViewTexts } from '#domain/language/english/web/assessment-view.ts'
import { chainTexts } from '#domain/language/english/web/chain.ts'
import { clarificationTexts } from '#domain/language/english/web/clarification.ts'
import { companyTexts } from '#domain/language/english/web/company.ts'
import { documentTexts } from '#domain/language/english/web/document.ts'
import { entityTexts } from '#domain/language/english/web/entity.ts'
import { entryTexts } from '#domain/language/english/web/entry.ts'
import { identityTexts } from '#domain/language/english/web/identity.ts'
import { incidentScreenTexts } from '#domain/language/english/web/incident.ts'
import { listTexts } from '#domain/language/english/web/list.ts'
import { notificationTexts } from '#domain/language/english/web/notification.ts'
import { participantTexts } from '#domain/language/english/web/participant.ts'
import { reportRequestTexts } from '#domain/language/english/web/report-request.ts'
import { sheetTexts } from '#domain/language/english/web/sheet.ts'
import { shellTexts } from '#domain/language/english/web/shell.ts'
import { startTexts } from '#domain/language/english/web/start.ts'
import { uiTexts } from '#domain/language/english/web/ui.ts'
import type { Catalogue } from '#domain/language/translate.ts'

/** The texts of the screens in English, by area. */
export const web: Catalogue = {
  ...assessmentFindingTexts,
  ...assessmentFormTexts,
  ...assessmentListTexts,
  ...assessmentViewTexts,
  ...chainTexts,
  ...clarificationTexts,
  ...companyTexts,
  ...documentTexts,
  ...entityTexts,
  ...identityTexts,
  ...listTexts,
  ...notificationTexts,
  ...participantTexts,
  ...reportRequestTexts,
  ...shellTexts,
  ...startTexts,
  ...uiTexts,
  ...sheetTexts,
  ...incidentScreenTexts,
  ...entryTexts,
}
