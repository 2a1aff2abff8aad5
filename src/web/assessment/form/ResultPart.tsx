import { useMemo } from 'react'
import type { Evaluated } from '#domain/assessment/assessment.ts'
import { explain } from '#domain/assessment/explanation.ts'
import { levelsByDomain } from '#domain/assessment/levels.ts'
import { t } from '#domain/language/translate.ts'
import { DomainTable } from '#web/assessment/view/DomainTable.tsx'
import { Explanations } from '#web/assessment/view/Explanations.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/** What comes of the answers so far, computed as the server does. */
export function ResultPart({ evaluated }: { evaluated: Evaluated }) {
  const result = useMemo(() => ({ dimensions: explain(evaluated), domains: levelsByDomain(evaluated) }), [evaluated])
  return (
    <>
      <Section kind="label" title={t('NIVEL ALCANZADO HASTA AHORA')}>
        <Explanations explained={result.dimensions} controls={evaluated.controls} />
      </Section>
      <Section kind="label" title={t('POR DOMINIOS')}>
        <DomainTable domains={result.domains} />
      </Section>
    </>
  )
}
