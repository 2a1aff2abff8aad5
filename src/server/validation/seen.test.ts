import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '#domain/identity/roles.ts'
import { seenValidations } from '#server/validation/queries.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

// Other tests cover what an actor's permissions allow; this one checks the lists if a permission allowed too much.

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

const as = async (name: string): Promise<Actor> => {
  const { me } = await portal.signIn(`${name}@almotacen.example`)
  const role = name === 'entidad' ? 'ENTITY' : 'AUDIT'
  return {
    userId: me.userId,
    participantId: me.idGenericEntity,
    role,
    isPrincipal: true,
    completed: true,
    onboarded: true,
  }
}

const seen = (actor: Actor) =>
  seenValidations(portal.app.db, actor)
    .select(['v.id', 'v.participant_id as participantId', 'v.status', 'v.kind', 'p.kind as of'])
    .execute()

test.each(['entidad', 'evaluador'])(
  'D49: %s sees requests of others once it is accepted, and only then',
  async name => {
    const actor = await as(name)
    const ofOthers = async (more: Partial<Actor>) =>
      (await seen({ ...actor, ...more })).filter(({ participantId }) => participantId !== actor.participantId)
    expect(await ofOthers({})).not.toEqual([])
    expect(await ofOthers({ onboarded: false })).toEqual([])
    expect(await ofOthers({ completed: false })).toEqual([])
  },
)

test('D16: a bank sees no draft of a provider', async () => {
  const bank = await as('entidad')
  // Requests are created as sent: only a documentation can be a draft.
  const { id } = (await seen(bank)).find(each => each.of === 'PROVIDER' && each.kind === 'DOC_MIN')!
  await portal.app.db.updateTable('validation').set({ status: null }).where('id', '=', id).execute()
  expect((await seen(bank)).map(each => each.id)).not.toContain(id)
})
