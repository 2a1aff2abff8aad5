import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppCommand } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { sha256 } from '#server/platform/secrets/secrets.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/* `npm run admin -- trail find`: the operator proves that an entry of a case file is in the audit log (decision 050). */

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.stop())

const trail = (...words: string[]) => (commands.trail as AppCommand).run(portal.app, words, undefined as never)

test('S12: the hash of an entry finds its number and the text that was sealed', async () => {
  const entries = await portal.app.db.selectFrom('trail').select(['number', 'hash']).execute()
  for (const { number, hash } of [entries[0]!, entries.at(-1)!]) {
    for (const written of [hash, hash.toUpperCase()]) {
      const [first, ...text] = (await trail('find', written)).split('\n')
      expect(first).toBe(`Entry ${number}`)
      expect(sha256(text.join('\n'))).toBe(hash)
    }
  }
})

test('S12: an unknown hash is not found', async () => {
  const unknown = 'f'.repeat(64)
  await expect(trail('find', unknown)).rejects.toThrow(`The audit log has no entry with the hash ${unknown}.`)
})

test.each([
  ['too short', ['find', 'abc'], 'is not a hash'],
  ['not hexadecimal', ['find', 'g'.repeat(64)], 'is not a hash'],
  ['a quote', ['find', `${'a'.repeat(63)}'`], 'is not a hash'],
  ['nothing', ['find'], 'Usage:'],
  ['a hash too many', ['find', 'a'.repeat(64), 'b'.repeat(64)], 'Usage:'],
  ['a word that another part does not take', ['verify', 'a'.repeat(64)], 'Usage:'],
  ['an option that only verify takes', ['find', 'a'.repeat(64), '--strict'], 'Usage:'],
])('trail refuses %s', async (_what, words, said) => {
  await expect(trail(...words)).rejects.toThrow(said)
})
