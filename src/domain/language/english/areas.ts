import { assessmentTexts } from '#domain/language/english/areas/assessment.ts'
import { catalogueTexts } from '#domain/language/english/areas/catalogue.ts'
import { chainTexts } from '#domain/language/english/areas/chain.ts'
import { clarificationTexts } from '#domain/language/english/areas/clarification.ts'
import { companyTexts } from '#domain/language/english/areas/company.ts'
import { documentTexts } from '#domain/language/english/areas/document.ts'
import { findingTexts } from '#domain/language/english/areas/finding.ts'
import { identityTexts } from '#domain/language/english/areas/identity.ts'
import { incidentTexts } from '#domain/language/english/areas/incident.ts'
import { integrationTexts } from '#domain/language/english/areas/integration.ts'
import { invitationTexts } from '#domain/language/english/areas/invitation.ts'
import { languageTexts } from '#domain/language/english/areas/language.ts'
import { listTexts } from '#domain/language/english/areas/list.ts'
import { participantTexts } from '#domain/language/english/areas/participant.ts'
import { registerTexts } from '#domain/language/english/areas/register.ts'
import { reportRequestTexts } from '#domain/language/english/areas/report-request.ts'
import { supervisionTexts } from '#domain/language/english/areas/supervision.ts'
import { validationTexts } from '#domain/language/english/areas/validation.ts'
import { valuesTexts } from '#domain/language/english/areas/values.ts'
import type { Catalogue } from '#domain/language/translate.ts'

/** The other texts of the domain and the server in English, by area. */
export const areas: Catalogue = {
  ...assessmentTexts,
  ...catalogueTexts,
  ...chainTexts,
  ...clarificationTexts,
  ...companyTexts,
  ...documentTexts,
  ...findingTexts,
  ...identityTexts,
  ...incidentTexts,
  ...integrationTexts,
  ...invitationTexts,
  ...languageTexts,
  ...listTexts,
  ...participantTexts,
  ...registerTexts,
  ...reportRequestTexts,
  ...supervisionTexts,
  ...validationTexts,
  ...valuesTexts,
}
