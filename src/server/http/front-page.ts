import { readFileSync } from 'node:fs'
import { PRODUCT_NAME } from '#domain/values/product.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'

/**
 * The page that every screen starts from, with this installation's name (D1, D46); null if the built page has it
 * already.
 */
export function renamedPage(path: string, productName: string): string | null {
  if (productName === PRODUCT_NAME) return null
  // A function, because a name may contain replacement patterns.
  return readFileSync(path, 'utf8').replaceAll(PRODUCT_NAME, () => escapeHtml(productName))
}
