import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { exportKeys, makeKey as makeContract, revokeKey as revokeContract } from '#domain/integration/key/contract.ts'
import { KEYS_MAX, keyDayFault, keyTextOf, shownOf } from '#domain/integration/key/key.ts'
import { apiKeyMachine } from '#domain/states/integration.ts'
import { decide, decideByStatus } from '#domain/states/machine.ts'
import { withExport } from '#server/http/list/export.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { own, write } from '#server/http/route.ts'
import { keysOf } from '#server/integration/key/queries.ts'
import { tellPrincipal } from '#server/integration/tell-principal.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { lockParticipant } from '#server/participant/queries.ts'
import { newToken, sha256 } from '#server/platform/secrets/secrets.ts'

const ofBank = async (tx: Transaction, { participantId }: Actor, id: string) => {
  const found = (await keysOf(tx.db, participantId, tx.today)).find(key => key.id === id)
  if (!found) throw new DomainError('notFound')
  return found
}

export const keyRoutes: Route[] = [
  ...withExport(exportKeys, async ({ app, db, actor, query }) =>
    pageOfAll(await keysOf(db, actor.participantId, app.clock.today()), query),
  ),

  own(makeContract, ({ app, actor, body, origin, shape }) =>
    inTransaction(app, actor, async tx => {
      const { name, scopes, expiresOn } = body
      const fault = keyDayFault(expiresOn, tx.today)
      if (fault) throw new DomainError('invalid', { fields: { expiresOn: fault } })
      await lockParticipant(tx.db, actor.participantId)
      const inForce = (await keysOf(tx.db, actor.participantId, tx.today)).filter(({ status }) =>
        apiKeyMachine.is.inForce(status),
      )
      const facts = { hasRoom: inForce.length < KEYS_MAX }
      const decision = assertAllowed(decide(apiKeyMachine, 'make', null, facts, actor.role))
      const id = tx.newId()
      const key = keyTextOf(newToken())
      const row = { entity_id: actor.participantId, name, prefix: shownOf(key), key_hash: sha256(key), scopes }
      await tx.db
        .insertInto('api_key')
        .values({
          id,
          ...row,
          status: decision.to,
          expires_on: expiresOn,
          created_by: actor.userId,
          created_at: tx.now,
        })
        .execute()
      tx.record({
        event: decision.event,
        object: { kind: 'api-key', id },
        participantId: actor.participantId,
        data: { name, prefix: row.prefix, scopes, expiresOn },
      })
      await tellPrincipal(tx, actor, 'api-key-made', { what: name, origin })
      return shape({ key, apiKey: await ofBank(tx, actor, id) })
    }),
  ),

  write(revokeContract, async ({ tx, actor, params, origin }) => {
    await lockParticipant(tx.db, actor.participantId)
    const key = await ofBank(tx, actor, params.id)
    const decision = assertAllowed(decideByStatus(apiKeyMachine, 'revoke', key.status, actor.role))
    await tx.db
      .updateTable('api_key')
      .set({ status: decision.to, revoked_at: tx.now })
      .where('id', '=', key.id)
      .execute()
    tx.record({
      event: decision.event,
      object: { kind: 'api-key', id: key.id },
      participantId: actor.participantId,
      data: { name: key.name, prefix: key.prefix },
    })
    await tellPrincipal(tx, actor, 'api-key-revoked', { what: key.name, origin })
    return ofBank(tx, actor, key.id)
  }),
]
