import { readFileSync } from 'node:fs'
import { PRODUCT_NAME } from '#domain/product.ts'
import { escapeHtml } from '#server/platform/escape-html.ts'

/** The page that every screen begins with, by this installation's name (D1, D46); null where the built one has it. */
export function renamedPage(path: string, productName: string): string | null {
  if (productName === PRODUCT_NAME) return null
  // A function: what a name holds is no pattern.
  return readFileSync(path, 'utf8').replaceAll(PRODUCT_NAME, () => escapeHtml(productName))
}
