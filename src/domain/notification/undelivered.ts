import { t } from '#domain/language/translate.ts'
/** The mails that give a person first access. If one is not delivered, only the portal can report it. */
export const lettingIn = ['invitation', 'invitation-reminder', 'user-created', 'password-ending'] as const
export type LettingIn = (typeof lettingIn)[number]

/** Hours of retries before a mail is reported as undelivered. A refused mail is reported at once. */
export const LATE_HOURS = 4
/** Days after which retries stop. */
export const GIVE_UP_DAYS = 5

/** Why a mail is undelivered: the recipient's server refused it with `reason`, or no server has accepted it yet. */
export type Trouble = { refused: boolean; reason: string }

/** Why a mail is undelivered, as the end of a sentence. */
export function troubleText({ refused, reason }: Trouble): string {
  if (!refused) return t('todavía no se ha podido entregar')
  return reason ? t`su servidor lo rechaza («${reason}»)` : t('su servidor lo rechaza')
}

/** The same text as a note beside an invitation. */
export const troubleNote = (trouble: Trouble): string => t`El correo no llega: ${troubleText(trouble)}`
