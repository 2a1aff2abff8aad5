import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { t } from '#domain/language/translate.ts'
import { paths } from '#web/app/paths.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'

/** Leads from a score to the evaluation behind it. */
export function EvaluationLink({ of }: { of: AssessmentWire | undefined }) {
  if (!of) return null
  return (
    <UiLink className="small" href={paths.assessmentView(of.id)}>
      {t('Ver la evaluación')}
      <span className="vh"> {t`de ${of.providerName}, ${of.service}`}</span>
    </UiLink>
  )
}
