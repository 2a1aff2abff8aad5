import { expect, test } from 'vitest'
import { mayListFileAccesses, seesWhoRead } from '#domain/audit-log/file-accesses.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { roles } from '#domain/identity/roles.ts'

const actor = (role: Actor['role']): Actor => ({
  userId: 'u',
  participantId: 'mine',
  role,
  isPrincipal: false,
  completed: true,
  onboarded: true,
})

test('participants list their own readings, CCI lists all, and only CCI sees the person', () => {
  for (const role of roles) {
    expect(mayListFileAccesses(actor(role), 'mine'), role).toBe(true)
    expect(mayListFileAccesses(actor(role), 'another'), role).toBe(role === 'CCI')
    expect(seesWhoRead(actor(role)), role).toBe(role === 'CCI')
  }
})
