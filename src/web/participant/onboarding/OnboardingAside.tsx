import { t } from '#domain/language/translate.ts'
import type { OnboardingTab } from '#web/participant/onboarding/useTab.ts'
import type { SectionProgress } from '#web/participant/profile/progress.ts'
import { sumOf } from '#web/participant/profile/progress.ts'
import { sectionId } from '#web/participant/profile/sections.ts'
import type { Notch } from '#web/ui/rating/ProgressNotches.tsx'
import { ProgressAside, type ProgressPart } from '#web/validation/layout/ProgressAside.tsx'

export interface OnboardingAsideProps {
  tab: OnboardingTab
  onTab: (tab: OnboardingTab) => void
  sections: readonly SectionProgress[]
  documents: { done: number; total: number }
}

/** The onboarding progress over both tabs, with links to its parts. */
export function OnboardingAside({ tab, onTab, sections, documents }: OnboardingAsideProps) {
  const data = sumOf(sections)
  const wrong = sections.some(section => section.wrong)
  const toSection = (id: string) => {
    onTab('datos')
    requestAnimationFrame(() => {
      const section = document.getElementById(id)
      section?.scrollIntoView({ block: 'start' })
      section?.focus({ preventScroll: true })
    })
  }
  const documentsPart: ProgressPart = {
    key: 'documents',
    label: t('Documentación requerida'),
    ...documents,
    current: tab === 'documentacion',
    onClick: () => onTab('documentacion'),
  }
  const dataParts: ProgressPart[] =
    tab === 'datos'
      ? sections.map(({ key, title, done, total, wrong }) => ({
          key,
          label: title,
          done,
          total,
          wrong,
          href: `#${sectionId(key)}`,
          onClick: () => toSection(sectionId(key)),
        }))
      : [{ key: 'data', label: t('Datos generales'), ...data, wrong, onClick: () => onTab('datos') }]
  const notches: Notch[] = [
    ...sections.flatMap(section => notchesIn(section, section.wrong)),
    ...notchesIn(documents, false),
  ]
  return (
    <ProgressAside
      title={t('SU ALTA')}
      done={data.done + documents.done}
      total={data.total + documents.total}
      notches={notches}
      noun={t('datos y documentos')}
      parts={[...dataParts, documentsPart]}
      note={t('Cuando envíe, el CCI lo revisa y le avisa. Puede dejarlo y volver: no se pierde nada.')}
    />
  )
}

function notchesIn({ done, total }: { done: number; total: number }, wrong: boolean): Notch[] {
  return Array.from({ length: total }, (_, index) => (index < done ? 'DONE' : wrong ? 'REJECTED' : null))
}
