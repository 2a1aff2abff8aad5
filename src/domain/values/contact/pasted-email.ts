import { emailRule, normaliseEmail } from '#domain/values/contact/email.ts'
import { withoutEnd } from '#domain/values/cut.ts'

/**
 * The only address in text copied from a mail or a directory, `Ana Ruiz <ana@empresa.es>;` or `mailto:ana@empresa.es`,
 * normalised; null when there is none or more than one.
 */
export function readPastedEmail(text: string): string | null {
  const line = text.replace(/\p{Cf}/gu, '').trim()
  const [enclosed, ...others] = [...line.matchAll(/<([^<>]*)>/g)].map(([, address = '']) => address)
  if (others.length > 0) return null
  const bare = (enclosed ?? line)
    .trim()
    .replace(/^mailto:([^?]*).*$/i, '$1')
    .replace(/^["'«(]+/, '')
  const address = withoutEnd(bare, `"'»),;.`)
  return emailRule(address) === null ? normaliseEmail(address) : null
}
