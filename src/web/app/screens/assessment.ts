import { IconClipboardCheck, IconListSearch, IconMessageQuestion, IconShieldCheck } from '@tabler/icons-react'
import { may } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { withFilters } from '#web/app/address.ts'
import { mainScreen } from '#web/app/screen.ts'

/** Evaluations: written by the evaluator that a request names, read by the others. */
export const assessmentScreens = {
  assessments: mainScreen({
    path: '/assessments',
    page: 'AssessmentsPage',
    load: () => import('#web/assessment/AssessmentsPage.tsx'),
    may: 'assessment.write',
    title: msg('Evaluaciones'),
    english: true,
    menu: { AUDIT: { Icon: IconClipboardCheck } },
  }),
  assessment: mainScreen({
    path: '/assessment/$validationId',
    address: (validation: string) => `/assessment/${validation}`,
    page: 'AssessmentFormPage',
    load: () => import('#web/assessment/form/AssessmentFormPage.tsx'),
    may: 'assessment.write',
    title: msg('Evaluación de un servicio'),
    english: true,
    under: 'assessments',
  }),
  independence: mainScreen({
    path: '/independence',
    page: 'IndependencePage',
    load: () => import('#web/report-request/independence/IndependencePage.tsx'),
    may: 'independence.declare',
    title: msg('Independencia'),
    english: true,
    menu: { AUDIT: { Icon: IconShieldCheck } },
    keywords: 'declarar conflicto',
  }),
  findings: mainScreen({
    path: '/findings',
    /** The list, optionally of a status or a service, with one of them open. */
    address: (of: { status?: string; serviceId?: string; row?: string } = {}) => withFilters('/findings', of),
    page: 'FindingsPage',
    load: () => import('#web/assessment/finding/FindingsPage.tsx'),
    may: actor => may(actor, 'finding.plan') || may(actor, 'finding.verify'),
    title: msg('Hallazgos'),
    english: true,
    under: role => (role === 'PROVIDER' ? 'followUp' : null),
    menu: { CCI: { Icon: IconListSearch }, PROVIDER: { group: 'followUp' }, AUDIT: { Icon: IconListSearch } },
  }),
  clarifications: mainScreen({
    path: '/clarifications',
    /** The list, optionally of those that wait, with one of them open. */
    address: (of: { row?: string; which?: string } = {}) => withFilters('/clarifications', of),
    page: 'ClarificationsPage',
    load: () => import('#web/validation/clarification/ClarificationsPage.tsx'),
    may: 'clarification.take-part',
    title: msg('Aclaraciones'),
    english: true,
    under: role => (role === 'PROVIDER' ? 'followUp' : null),
    menu: {
      CCI: { Icon: IconMessageQuestion },
      PROVIDER: { group: 'followUp' },
      AUDIT: { Icon: IconMessageQuestion },
    },
    keywords: 'reclamación reclamar pregunta',
    // Who waits for its first acceptance has no menu.
    FoundIcon: IconMessageQuestion,
  }),
  declaration: mainScreen({
    path: '/independence/$validationId',
    address: (validation: string) => `/independence/${validation}`,
    page: 'DeclarationPage',
    load: () => import('#web/report-request/independence/DeclarationPage.tsx'),
    may: 'independence.declare',
    title: msg('Declaración de independencia'),
    english: true,
    under: 'independence',
  }),
  assessmentView: mainScreen({
    path: '/assessment-view/$assessmentId',
    address: (assessment: string) => `/assessment-view/${assessment}`,
    page: 'AssessmentViewPage',
    load: () => import('#web/assessment/view/AssessmentViewPage.tsx'),
    may: 'assessment.read',
    title: msg('Evaluación'),
    english: true,
    under: role => (role === 'AUDIT' ? 'assessments' : role === 'PROVIDER' ? null : 'providers'),
  }),
}
