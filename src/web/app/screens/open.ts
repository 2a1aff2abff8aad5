import { SIGN_ON_RETURN } from '#domain/identity/single-sign-on/single-sign-on.ts'
import { verifyPath } from '#domain/report-request/certificate/certificate.ts'
import { openScreen } from '#web/app/screen.ts'

export const openScreens = {
  signIn: openScreen({
    path: '/auth/sign-in',
    also: ['/sign-in'],
    page: 'SignInPage',
    english: true,
    // Users must be able to leave when the portal is down.
    load: null,
  }),
  signOnReturn: openScreen({
    path: SIGN_ON_RETURN,
    page: 'SignOnReturnPage',
    english: true,
    load: () => import('#web/identity/auth/SignOnReturnPage.tsx'),
  }),
  secondFactor: openScreen({
    path: '/auth/second-factor',
    page: 'SecondFactorPage',
    english: true,
    load: () => import('#web/identity/auth/SecondFactorPage.tsx'),
  }),
  changePassword: openScreen({
    path: '/auth/change-password',
    page: 'ChangePasswordPage',
    english: true,
    load: () => import('#web/identity/auth/ChangePasswordPage.tsx'),
  }),
  resetPassword: openScreen({
    path: '/auth/reset-password',
    also: ['/reset-password'],
    page: 'ResetPasswordPage',
    english: true,
    load: () => import('#web/identity/auth/ResetPasswordPage.tsx'),
  }),
  mandatoryData: openScreen({
    path: '/auth/mandatory-data',
    page: 'MandatoryDataPage',
    english: true,
    load: () => import('#web/participant/onboarding/MandatoryDataPage.tsx'),
  }),
  verify: openScreen({
    path: '/verify',
    also: ['/verify/$code'],
    address: (code?: string) => (code ? verifyPath(code) : '/verify'),
    page: 'VerifyPage',
    load: () => import('#web/report-request/certificate/VerifyPage.tsx'),
  }),
  demoMail: openScreen({
    path: '/demo/correo',
    page: 'DemoMailPage',
    load: () => import('#web/notification/demo/DemoMailPage.tsx'),
  }),
}
