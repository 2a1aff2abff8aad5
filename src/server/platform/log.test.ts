import { expect, test } from 'vitest'
import { z } from 'zod'
import { safeError } from '#server/platform/log.ts'

test('ASVS 16.2.5: keeps the codes of a database error, and none of the values that it quotes', () => {
  const error = Object.assign(new Error('duplicate key (email)=(ana@uno.example)'), {
    severity: 'ERROR',
    code: '23505',
    constraint: 'portal_user_email_once',
  })
  const safe = safeError(error)
  expect(safe).toMatchObject({ type: 'Error', code: '23505', constraint: 'portal_user_email_once' })
  expect(JSON.stringify(safe)).not.toContain('ana@')
  expect(safe.message).toBeUndefined()
})

test('ASVS 16.2.5: keeps the places of a schema error, and no value', () => {
  const { error } = z.object({ mail: z.object({ to: z.number() }) }).safeParse({ mail: { to: 'ana@uno.example' } })
  const safe = safeError(error)
  expect(safe.issues).toEqual(['invalid_type mail.to'])
  expect(JSON.stringify(safe)).not.toContain('ana@')
})

test('an error without the places it went through is logged as well', () => {
  const error = new Error('sin rastro')
  delete error.stack
  expect(safeError(error)).toEqual({ type: 'Error', message: 'sin rastro', stack: '' })
})

test('a sentence that is cut ends with a whole character', () => {
  const { message } = safeError(new Error(`${'a '.repeat(249)}a😀 fin`))
  expect(message).toBe(`${'a '.repeat(249)}a😀`)
})
