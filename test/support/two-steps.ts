import { addPasskey, enrolPasskeyOptions, proveSecondFactor } from '#domain/identity/second-factor/contract.ts'
import { DAY } from '#server/platform/clock.ts'
import { softAuthenticator } from '#test/support/authenticator.ts'
import { eventsAbout } from '#test/support/entries.ts'
import { address, subjectsTo } from '#test/support/mails.ts'
import type { Answer, Caller, TestPortal } from '#test/support/portal.ts'
import { PASSWORD } from '#test/support/portal.ts'
import { tryToEnter } from '#test/support/sign-in.ts'
import { appOf, enrolApp } from '#test/support/totp.ts'

/** The passkeys' origin in a test portal. */
export const HOME = 'http://portal.example'

/** Resets a day later: no second factor exists or is required. */
export async function forgetFactors({ app: { db }, clock }: TestPortal): Promise<void> {
  // Failed attempts of one test must not block the next: all share one address.
  for (const table of [
    'sign_in_attempt',
    'pending_sign_in',
    'totp_factor',
    'passkey',
    'recovery_code',
    'second_factor_rule',
  ] as const) {
    await db.deleteFrom(table).execute()
  }
  clock.move(DAY)
}

/** The two-step sign-in actions at a portal, which starts later. */
export function twoSteps(portal: () => TestPortal) {
  const enter = (name: string, password = PASSWORD) => tryToEnter(portal(), address(name), password)
  const prove = (pending: string, proof: object): Promise<Answer<any>> =>
    portal().anonymous.call(proveSecondFactor, { body: { pending, ...proof } })

  /** The first step with the correct password: returns the input of the second. */
  async function firstStep(name: string): Promise<string> {
    const { status, body, problem } = await enter(name)
    if (status !== 200) throw new Error(`${name}: ${status} ${problem.detail}`)
    return body.pending
  }

  async function enrolled(name: string) {
    const caller = await portal().signIn(address(name))
    return { caller, ...(await enrolApp(portal(), caller)) }
  }

  async function enrolKey(caller: Caller, name = 'Llave azul') {
    const key = softAuthenticator(HOME)
    const { body: options } = await caller.call(enrolPasskeyOptions)
    const answer = await caller.call(addPasskey, { body: { name, passkey: key.register(options) } })
    return { key, answer }
  }

  return {
    enter,
    prove,
    firstStep,
    appOf: (secret: string) => appOf(portal(), secret),
    enrolApp: (caller: Caller) => enrolApp(portal(), caller),
    enrolled,
    enrolKey,
    eventsOf: (userId: string) => eventsAbout(portal(), userId),
    subjectsTo: (name: string) => subjectsTo(portal(), address(name)),
  }
}
