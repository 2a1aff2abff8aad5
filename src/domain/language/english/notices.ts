import { assessmentNotices } from '#domain/language/english/notices/assessment.ts'
import { bulletinNotices } from '#domain/language/english/notices/bulletin.ts'
import { centreNotices } from '#domain/language/english/notices/centre.ts'
import { chainNotices } from '#domain/language/english/notices/chain.ts'
import { clarificationNotices } from '#domain/language/english/notices/clarification.ts'
import { deskNotices } from '#domain/language/english/notices/desk.ts'
import { documentationNotices } from '#domain/language/english/notices/documentation.ts'
import { evaluatorNotices } from '#domain/language/english/notices/evaluator.ts'
import { findingNotices } from '#domain/language/english/notices/finding.ts'
import { incidentNotices } from '#domain/language/english/notices/incident.ts'
import { independenceNotices } from '#domain/language/english/notices/independence.ts'
import { integrationNotices } from '#domain/language/english/notices/integration.ts'
import { invitationNotices } from '#domain/language/english/notices/invitation.ts'
import { providerNotices } from '#domain/language/english/notices/provider.ts'
import { reportNotices } from '#domain/language/english/notices/report.ts'
import { searchNotices } from '#domain/language/english/notices/search.ts'
import { supervisionNotices } from '#domain/language/english/notices/supervision.ts'
import { userNotices } from '#domain/language/english/notices/user.ts'
import type { Catalogue } from '#domain/language/translate.ts'

/** The notifications in English. */
export const notices: Catalogue = {
  ...assessmentNotices,
  ...bulletinNotices,
  ...centreNotices,
  ...chainNotices,
  ...clarificationNotices,
  ...deskNotices,
  ...documentationNotices,
  ...evaluatorNotices,
  ...findingNotices,
  ...incidentNotices,
  ...independenceNotices,
  ...integrationNotices,
  ...invitationNotices,
  ...providerNotices,
  ...reportNotices,
  ...searchNotices,
  ...supervisionNotices,
  ...userNotices,
}
