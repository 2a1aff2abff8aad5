import type { FastifyRequest } from 'fastify'
import type { Contract } from '#domain/contract.ts'
import type { Reason } from '#domain/messages.ts'
import { Refusal } from '#domain/refusal.ts'
import { identifier } from '#domain/wire.ts'
import { plainAddress } from '#server/address-key.ts'
import { after, HOUR } from '#server/clock.ts'
import type { Session } from '#server/http/session-of.ts'
import type { Portal } from '#server/portal.ts'
import { inUnit } from '#server/unit.ts'

/** What was typed wrong has its own count and its own entry. */
const mistyped: ReadonlySet<Reason> = new Set(['passwordWrong', 'codeWrong', 'passkeyWrong'])

/** Someone signed in asked for what it may not have; what is not there for it counts, for it may be another's. */
const isDenial = ({ reason, status }: Refusal) => reason === 'notFound' || (status === 403 && !mistyped.has(reason))

/** What a session meets at every call until it has done something else, or is somewhere else: its screens go on asking. */
const standing: ReadonlySet<Reason> = new Set(['networkNotAllowed', 'passwordMissing', 'secondFactorMissing'])

/** So many identifiers of what was asked for are kept: no entry is as long as who is denied likes. */
const ASKED_KEPT = 10

/** So many are remembered; beyond, some are noted once more. */
const REMEMBERED = 10_000
const notedUntil = new Map<string, string>()

/** Whether it is in the trail already: for a session and a call, once an hour. */
function isNoted(what: string, now: string): boolean {
  if ((notedUntil.get(what) ?? '') > now) return true
  if (notedUntil.size >= REMEMBERED) notedUntil.clear()
  notedUntil.set(what, after(now, HOUR))
  return false
}

/**
 * Notes a denial, in a transaction of its own since the call's left nothing. Of what was sent only identifiers are kept:
 * what people type may be personal, or a password.
 */
export async function noteRefusal(
  portal: Portal,
  { id, actor }: Session,
  contract: Contract,
  request: FastifyRequest,
  error: unknown,
): Promise<void> {
  if (!(error instanceof Refusal) || !isDenial(error)) return
  const { reason } = error
  if (standing.has(reason) && isNoted(`${id} ${reason} ${contract.name}`, portal.clock.now())) return
  const said = [request.params, request.query, request.body].flatMap(part => Object.values(part ?? {}))
  const asked = said.filter(value => identifier.safeParse(value).success).slice(0, ASKED_KEPT)
  await inUnit(portal, actor, async unit => {
    unit.record({
      event: 'access.refused',
      object: { kind: 'call', id: contract.name },
      participantId: actor.participantId,
      data: { reason, asked, ...(reason === 'networkNotAllowed' ? { address: plainAddress(request.ip) } : {}) },
    })
  })
}
