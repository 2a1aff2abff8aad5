import { COPYRIGHT_YEAR, OPERATOR_NAME } from '#domain/values/product.ts'

export const legalFooter = {
  privacyHref: '/privacyPolicy.pdf',
  englishPrivacyHref: '/privacyPolicy.en.pdf',
  copyright: `© ${COPYRIGHT_YEAR} ${OPERATOR_NAME}`,
}
