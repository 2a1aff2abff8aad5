import { MESSAGES } from '#domain/values/messages.ts'
import { withoutStray } from '#domain/values/text.ts'

/** Normalises a class as the statistics institute prints it: `63.11` to `6311`. */
export function normaliseCnae(text: string): string {
  return withoutStray(text)
    .trim()
    .replace(/^(\d{2})\.(\d{2})$/, '$1$2')
}

/** Rule `cnae` (FORM-31): 4 digits, not starting 00, value 111 to 9900, on the normalised value. */
export function cnaeRule(value: string): string | null {
  const cnae = normaliseCnae(value)
  if (!/^\d{4}$/.test(cnae) || cnae.startsWith('00')) return MESSAGES.cnae
  return Number(cnae) >= 111 && Number(cnae) <= 9900 ? null : MESSAGES.cnae
}
