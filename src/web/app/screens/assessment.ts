import { IconClipboardCheck } from '@tabler/icons-react'
import { mainScreen } from '#web/app/screen.ts'

/** Evaluations: written by the evaluator that a request names, read by the others. */
export const assessmentScreens = {
  assessments: mainScreen({
    path: '/assessments',
    page: 'AssessmentsPage',
    load: () => import('#web/assessment/AssessmentsPage.tsx'),
    may: 'assessment.write',
    title: 'Evaluaciones',
    menu: { AUDIT: { Icon: IconClipboardCheck } },
  }),
  assessment: mainScreen({
    path: '/assessment/$validationId',
    address: (validation: string) => `/assessment/${validation}`,
    page: 'AssessmentFormPage',
    load: () => import('#web/assessment/form/AssessmentFormPage.tsx'),
    may: 'assessment.write',
    title: 'Evaluación de un servicio',
    under: 'assessments',
  }),
  assessmentView: mainScreen({
    path: '/assessment-view/$assessmentId',
    address: (assessment: string) => `/assessment-view/${assessment}`,
    page: 'AssessmentViewPage',
    load: () => import('#web/assessment/view/AssessmentViewPage.tsx'),
    may: 'assessment.read',
    title: 'Evaluación',
    under: role => (role === 'AUDIT' ? 'assessments' : role === 'PROVIDER' ? null : 'providers'),
  }),
}
