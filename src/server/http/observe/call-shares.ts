import type { FastifyRequest } from 'fastify'
import type { Contract } from '#domain/contract/contract.ts'
import { countedAs } from '#server/http/caller-of.ts'
import { addressKey } from '#server/platform/address-key.ts'
import { isUnavailable } from '#server/platform/database/unavailable.ts'
import { sharingTurns } from '#server/platform/worker/turns.ts'

/** Calls of one caller that use the database at once. The rest wait for each other, not in the queue of all (CARE-06). */
const OF_ONE_CALLER = 4
/** How long a call waits for the others of its caller, in milliseconds. */
const PATIENCE_MS = 10_000

/** The calls and exports of this process, by caller. */
export const callShares = () => ({
  calls: sharingTurns(OF_ONE_CALLER, PATIENCE_MS, isUnavailable),
  exports: sharingTurns(1, 6 * PATIENCE_MS),
})
export type CallShares = ReturnType<typeof callShares>

export const ofAddress = (request: FastifyRequest) => `address:${addressKey(request.ip)}`

/** Who counts against rate limits and shares. */
export const ownerOf = (request: FastifyRequest) => (request.caller ? countedAs(request.caller) : ofAddress(request))

const isExport = ({ answer, path }: Contract) => answer === 'file' && path.endsWith('/export')

/** One export of a caller is made at a time; while it waits for the one before, it takes no turn of its other calls. */
export function inTurn<T>(
  { calls, exports }: CallShares,
  contract: Contract,
  request: FastifyRequest,
  work: () => Promise<T>,
): Promise<T> {
  const owner = ownerOf(request)
  return isExport(contract) ? exports(owner, () => calls(owner, work)) : calls(owner, work)
}
