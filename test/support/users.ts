import type { UserWire } from '#domain/identity/user/contract.ts'
import { listUsers } from '#domain/identity/user/contract.ts'
import type { Caller } from '#test/support/portal.ts'

/** The users visible to the caller, all on one page. */
export const list = (caller: Caller, query: object = {}) => caller.call(listUsers, { query: { size: 100, ...query } })
export const emailsOf = async (caller: Caller, query: object = {}): Promise<string[]> =>
  (await list(caller, query)).body.content.map((user: UserWire) => user.email)
