import { MESSAGES } from '#domain/values/messages.ts'

/** The check digits are between 02 and 98. */
const FORM = /^[A-Z0-9]{18}(?!00|01|99)\d{2}$/

/** A LEI as it is stored: capitals, without spaces. */
export const normaliseLei = (text: string): string => text.replace(/[\s\p{Cf}]/gu, '').toUpperCase()

/** The remainder by 97 of the number that ISO 7064 reads in a text, with A as 10 and Z as 35. */
function remainder(text: string): number {
  let rest = 0
  for (const digit of [...text].map(each => Number.parseInt(each, 36).toString()).join('')) {
    rest = (rest * 10 + Number(digit)) % 97
  }
  return rest
}

/** Rule `lei` (DORA-02): 20 characters; the last two are the check digits of ISO 17442. */
export function leiRule(value: string): string | null {
  const lei = normaliseLei(value)
  return FORM.test(lei) && remainder(lei) === 1 ? null : MESSAGES.lei
}

/** A LEI from its first 18 characters. */
export function leiOf(first: string): string {
  return `${first}${String(98 - remainder(`${first}00`)).padStart(2, '0')}`
}
