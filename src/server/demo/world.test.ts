import { expect, test } from 'vitest'
import { invitableKinds } from '#domain/identity/roles.ts'
import { profileErrors } from '#domain/participant/participant.ts'
import { loadDemoWorld } from '#server/demo/world.ts'
import { profileOf } from '#server/participant/profile-row.ts'
import { requiredDataOf } from '#server/participant/queries.ts'
import { startTestPortal } from '#test/support/portal.ts'

const counted = async (portal: Awaited<ReturnType<typeof startTestPortal>>) => {
  const { rows } = await portal.app.pool.query<{ participants: number; notices: number; mails: number }>(`
    select (select count(*)::int from participant) as participants, (select count(*)::int from notification) as notices,
      (select count(*)::int from outbox_mail where template = 'notification') as mails`)
  return rows[0]!
}

test('D47: an empty installation gets the demo world once, with its accounts and without two years of mails', async () => {
  const portal = await startTestPortal({ seed: 'none' })
  try {
    const first = await loadDemoWorld(portal.app)
    expect(first!.accounts.join('\n')).toContain('proveedor@almotacen.example')
    const loaded = await counted(portal)
    expect(loaded.participants).toBeGreaterThan(10)
    expect(loaded).toMatchObject({ notices: expect.any(Number), mails: 0 })
    expect((await portal.signIn('proveedor@almotacen.example')).me.next).toBe('home')
    expect(await loadDemoWorld(portal.app)).toEqual(first)
    expect(await counted(portal)).toEqual(loaded)
  } finally {
    await portal.stop()
  }
})

test('D47: an installation that has users of its own is left alone, and no accounts are told', async () => {
  const portal = await startTestPortal({ seed: 'centre' })
  try {
    await portal.app.pool.query("update portal_user set email = id || '@cci.example'")
    const before = await counted(portal)
    expect(await loadDemoWorld(portal.app)).toBeNull()
    expect(await counted(portal)).toEqual(before)
  } finally {
    await portal.stop()
  }
})

test('D47: what the companies of the demo world declared is what its forms would take', async () => {
  const portal = await startTestPortal()
  try {
    const { db, settings } = portal.app
    const onboarded = await db.selectFrom('participant').selectAll().where('onboarded_at', 'is not', null).execute()
    const wrong: string[] = []
    for (const kind of invitableKinds) {
      const data = await requiredDataOf(db, kind)
      const rows = onboarded.filter(row => row.kind === kind)
      expect(rows.length, kind).toBeGreaterThan(1)
      for (const row of rows) {
        const errors = profileErrors(kind, profileOf(row), { cif: settings.cifRule, data })
        wrong.push(...Object.entries(errors).map(([field, error]) => `${row.display_name}: ${field}: ${error}`))
      }
    }
    expect(wrong).toEqual([])
  } finally {
    await portal.stop()
  }
})
