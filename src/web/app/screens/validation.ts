import { IconFileUpload } from '@tabler/icons-react'
import { msg } from '#domain/language/translate.ts'
import { splitKey } from '#web/app/address.ts'
import { mainScreen, type Subject } from '#web/app/screen.ts'

const ofProvider = (): Subject => ({ kind: 'PROVIDER' })

/** Only providers send audit reports; the owner of a documentation is in its validation. */
function ofValidation({ key = '' }: Record<string, string>): Subject {
  const [, validationId, type] = splitKey(key)
  return type === 'AUDIT_REPORT' ? ofProvider() : { validationId }
}

export const validationScreens = {
  verifyDocumentation: mainScreen({
    path: '/documentation-verification/$key',
    address: (participant: string, validation: string) =>
      `/documentation-verification/${participant}-${validation}-DOC_MIN`,
    page: 'DocumentationVerificationPage',
    load: () => import('#web/validation/documentation/DocumentationVerificationPage.tsx'),
    may: 'document.verify',
    title: msg('Verificación de documentación'),
    under: 'subject',
    subject: ofValidation,
  }),
  viewDocumentation: mainScreen({
    path: '/documentation-view/$key',
    address: (participant: string, validation: string, type: 'DOC_MIN' | 'AUDIT_REPORT') =>
      `/documentation-view/${participant}-${validation}-${type}`,
    page: 'DocumentationViewPage',
    load: () => import('#web/document/documentation/DocumentationViewPage.tsx'),
    may: 'documentation.read',
    title: msg('Documentación'),
    under: 'subject',
    subject: ofValidation,
  }),
  verifyReport: mainScreen({
    path: '/report-verification/$key',
    address: (participant: string, validation: string) =>
      `/report-verification/${participant}-${validation}-AUDIT_REPORT`,
    page: 'ReportVerificationPage',
    load: () => import('#web/validation/report/ReportVerificationPage.tsx'),
    may: 'document.verify',
    title: msg('Verificación de informe'),
    under: 'subject',
    subject: ofProvider,
  }),
  sendReport: mainScreen({
    path: '/send-report',
    also: ['/send-report/$validationId'],
    address: (validation?: string) => (validation ? `/send-report/${validation}` : '/send-report'),
    page: 'SendReportPage',
    load: () => import('#web/report-request/SendReportPage.tsx'),
    // The page says who sends reports, and from where.
    may: 'session.own',
    title: msg('Envío informe de auditoría'),
    english: true,
    menu: { PROVIDER: { Icon: IconFileUpload } },
  }),
  renewReport: mainScreen({
    path: '/renew-report/$validationId',
    address: (validation: string) => `/renew-report/${validation}`,
    page: 'RenewalPage',
    load: () => import('#web/report-request/renewal/RenewalPage.tsx'),
    // The page says who sends reports.
    may: 'session.own',
    title: msg('Renovación'),
    english: true,
    under: 'subject',
    subject: ofProvider,
  }),
  sendReportForProvider: mainScreen({
    path: '/send-report-cci/$idGenericEntity',
    address: (participant: string) => `/send-report-cci/${participant}`,
    page: 'SendReportForProviderPage',
    load: () => import('#web/report-request/SendReportForProviderPage.tsx'),
    may: 'session.own',
    title: msg('Nueva solicitud'),
    under: 'subject',
    subject: ofProvider,
  }),
}
