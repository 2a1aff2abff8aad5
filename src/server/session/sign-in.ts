import { Refusal } from '#domain/refusal.ts'
import { passwordAlive } from '#domain/session/outcome.ts'
import type { Origin } from '#server/http/route.ts'
import { verifyPassword } from '#server/passwords.ts'
import type { Portal } from '#server/portal.ts'
import { sha256 } from '#server/secrets.ts'
import type { Guesser } from '#server/session/guess.ts'
import { admitGuess, forgetGuesses, guesserOf } from '#server/session/guess.ts'
import type { AccountRow } from '#server/session/queries.ts'
import { accountByEmail, actorOf, factsOf } from '#server/session/queries.ts'
import type { NewSession } from '#server/session/start.ts'
import { startSession } from '#server/session/start.ts'
import { tellOfSignIn } from '#server/session/tell-sign-in.ts'
import { inUnit } from '#server/unit.ts'

/**
 * Signs in with a normalised e-mail and a password taken as typed. Unknown accounts, wrong and dead passwords get the same
 * answer after the same work and are blocked alike (D20).
 * @throws Refusal badCredentials (ERR-01) or blocked (ERR-02); either leaves its mark in the trail.
 */
export async function signInWith(
  portal: Portal,
  email: string,
  password: string,
  origin: Origin,
): Promise<{ userId: string; session: NewSession }> {
  const guesser = await guesserOf(portal, email, origin)
  const admitted = await admitGuess(portal, guesser)
  const account = await accountByEmail(portal.db, email)
  const hash = account && admitted && passwordAlive(factsOf(account), portal.clock.now()) ? account.password_hash : null
  const right = await verifyPassword(hash, password)
  const session = account && right ? await open(portal, account, guesser, origin) : null
  if (account && session) return { userId: account.id, session }
  await noteFailure(portal, email, account, admitted, origin)
  throw new Refusal(admitted ? 'badCredentials' : 'blocked')
}

/** The session, or null when the account changed while its password was checked. */
function open(portal: Portal, account: AccountRow, guesser: Guesser, origin: Origin): Promise<NewSession | null> {
  return inUnit(portal, actorOf(account), async unit => {
    await unit.db.selectFrom('portal_user').select('id').where('id', '=', account.id).forUpdate().execute()
    const now = await accountByEmail(unit.db, account.email)
    if (now?.id !== account.id || now.password_hash !== account.password_hash) return null
    if (!passwordAlive(factsOf(now), unit.now)) return null
    await tellOfSignIn(unit, now, guesser, origin)
    await forgetGuesses(unit.db, guesser)
    const session = await startSession(portal, unit, account.id, guesser, origin)
    unit.record({
      event: 'session.started',
      object: { kind: 'session', id: session.id },
      participantId: account.participantId,
      data: { address: origin.address },
    })
    return session
  })
}

/** An unknown account is noted by a hash: whatever was typed there, even a password, stays out of the trail. */
export async function noteFailure(
  portal: Portal,
  email: string,
  account: AccountRow | undefined,
  admitted: boolean,
  origin: Origin,
): Promise<void> {
  await inUnit(portal, null, async unit => {
    unit.record({
      event: admitted ? 'session.refused' : 'session.blocked',
      object: account ? { kind: 'user', id: account.id } : { kind: 'account', id: sha256(email) },
      participantId: account?.participantId ?? null,
      data: { address: origin.address },
    })
  })
}
