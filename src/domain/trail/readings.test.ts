import { expect, test } from 'vitest'
import type { Actor } from '#domain/roles.ts'
import { roles } from '#domain/roles.ts'
import { mayReadReadings, seesReaders } from '#domain/trail/readings.ts'

const actor = (role: Actor['role']): Actor => ({
  userId: 'u',
  participantId: 'mine',
  role,
  isPrincipal: false,
  completed: true,
  onboarded: true,
})

test('one’s own readings are for oneself, all of them for CCI, and the person for CCI alone', () => {
  for (const role of roles) {
    expect(mayReadReadings(actor(role), 'mine'), role).toBe(true)
    expect(mayReadReadings(actor(role), 'another'), role).toBe(role === 'CCI')
    expect(seesReaders(actor(role)), role).toBe(role === 'CCI')
  }
})
