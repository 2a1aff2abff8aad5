import { requestPassword } from '#domain/identity/session/contract.ts'
import { answerResetWishes } from '#server/identity/session/reset.ts'
import type { Mail, TestPortal } from '#test/support/portal.ts'

/** The address of a demo account, by the name before its @. */
export const address = (name: string) => `${name}@almotacen.example`

/** The mails to an address so far, oldest first. */
export const mailsTo = async (portal: TestPortal, email: string): Promise<Mail[]> =>
  (await portal.mails()).filter(mail => mail.to === email)

/** The subjects of the mails to an address, oldest first, without the portal's name. */
export const subjectsTo = async (portal: TestPortal, email: string): Promise<string[]> =>
  (await mailsTo(portal, email)).map(mail => mail.subject.replace('Almotacén: ', ''))

/** The one-time password of an invitation or of a new user. */
export const passwordIn = (mail: Mail) => /Contraseña: (\S+)/.exec(mail.text)![1]!

/** The recovery code in the newest mail to an address. */
export async function codeMailedTo(portal: TestPortal, email: string): Promise<string> {
  const mail = (await mailsTo(portal, email)).filter(({ text }) => text.includes('code=')).at(-1)!
  return /code=(\w+)/.exec(mail.text)![1]!
}

/** Requests a password recovery and waits until it is processed: the mail is in the outbox. */
export async function forgetPassword({ anonymous, app }: TestPortal, email: string): Promise<void> {
  await anonymous.call(requestPassword, { params: { key: email } })
  await answerResetWishes(app)
}
