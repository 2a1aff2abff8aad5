import { texts } from '#domain/language/texts.ts'

/** When a user gets the notifications of a type by mail (ALERT-01). */
export const mailModes = ['NOW', 'DAILY', 'WEEKLY', 'NEVER'] as const
export type MailMode = (typeof mailModes)[number]

/** The choices, as the preferences name them. */
export const mailModeLabels: Readonly<Record<MailMode, string>> = texts({
  NOW: 'Al momento',
  DAILY: 'Resumen diario',
  WEEKLY: 'Resumen semanal',
  NEVER: 'No',
})

/** The choice of the call that only knows mail or none. */
export const modeOfSwitch = (byMail: boolean): MailMode => (byMail ? 'NOW' : 'NEVER')

/** A stored choice. An earlier version of the portal writes `byMail` alone, which therefore counts where they differ. */
export function storedMode(byMail: boolean, mode: MailMode | null): MailMode {
  if (!byMail) return 'NEVER'
  return mode === null || mode === 'NEVER' ? 'NOW' : mode
}
