import { readFileSync } from 'node:fs'
import { PRODUCT_NAME } from '#domain/values/product.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'

const NO_SIGN_ON = 'name="sign-on" content="[]"'

type Shown = { productName: string; signOn: readonly { key: string; label: string }[] }

/**
 * The page that every screen starts from, with this installation's name and identity providers (D1, D46), which the
 * sign-in form shows without a request; null if the built page is right as it is.
 */
export function frontPageOf(path: string, { productName, signOn }: Shown): string | null {
  if (productName === PRODUCT_NAME && signOn.length === 0) return null
  const offered = JSON.stringify(signOn.map(({ key, label }) => ({ key, label })))
  // Functions, because both may contain replacement patterns.
  return readFileSync(path, 'utf8')
    .replaceAll(PRODUCT_NAME, () => escapeHtml(productName))
    .replace(NO_SIGN_ON, () => `name="sign-on" content="${escapeHtml(offered)}"`)
}
