import { accessRefusals } from '#domain/language/english/refusals/access.ts'
import { assessmentRefusals } from '#domain/language/english/refusals/assessment.ts'
import { filesRefusals } from '#domain/language/english/refusals/files.ts'
import { followUpRefusals } from '#domain/language/english/refusals/follow-up.ts'
import { generalRefusals } from '#domain/language/english/refusals/general.ts'
import { integrationRefusals } from '#domain/language/english/refusals/integration.ts'
import { qualificationRefusals } from '#domain/language/english/refusals/qualification.ts'
import { sealRefusals } from '#domain/language/english/refusals/seal.ts'
import { supervisionRefusals } from '#domain/language/english/refusals/supervision.ts'
import type { Catalogue } from '#domain/language/translate.ts'

/** The refusals in English. */
export const refusals: Catalogue = {
  ...accessRefusals,
  ...assessmentRefusals,
  ...filesRefusals,
  ...followUpRefusals,
  ...generalRefusals,
  ...integrationRefusals,
  ...qualificationRefusals,
  ...sealRefusals,
  ...supervisionRefusals,
}
