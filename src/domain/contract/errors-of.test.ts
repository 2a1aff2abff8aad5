import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { errorsOf, takesKey } from '#domain/contract/errors-of.ts'
import { contracts } from '#domain/contracts.ts'
import { refusals } from '#domain/messages.ts'

type Call = Parameters<typeof errorsOf>[0]

const file = { description: 'El archivo', required: true }
const calls = {
  'a read': { method: 'GET', who: 'session.own', answer: z.object({}) },
  'a read without a session': { method: 'GET', who: 'anyone', answer: z.object({}) },
  'a write': { method: 'PATCH', who: 'session.own' },
  'a write without a session': { method: 'POST', who: 'anyone', withoutIdempotencyKey: true },
  'a write without a key': { method: 'POST', who: 'session.own', withoutIdempotencyKey: true },
  'a write for a fresh sign-in': { method: 'POST', who: 'user.manage', requiresRecentAuth: true },
  'an upload that is kept': { method: 'POST', who: 'document.upload', files: { file } },
  'an upload that is read once': {
    method: 'POST',
    who: 'invitation.manage',
    files: { file: { ...file, keep: false } },
  },
  'a file from the store': {
    method: 'GET',
    who: 'documentation.read',
    answer: 'file',
    refusals: ['notFound', 'fileDamaged', 'notMarkable'],
  },
  'a file of unknown length': { method: 'GET', who: 'trail.read', answer: 'file', lengthUnknown: true },
} satisfies Record<string, Call>

const statusesOf = (call: Call) => [...new Set(errorsOf(call).map(reason => refusals[reason].status))].sort()

describe('the statuses of refusal follow from the contract:', () => {
  test.each<[keyof typeof calls, number[]]>([
    ['a read', [400, 401, 403, 415, 429, 500, 503]],
    ['a read without a session', [400, 403, 415, 429, 500, 503]],
    ['a write', [400, 401, 403, 404, 413, 415, 422, 429, 500, 503]],
    ['a write without a session', [400, 403, 413, 415, 429, 500, 503]],
    ['a write without a key', [400, 401, 403, 413, 415, 429, 500, 503]],
    ['a write for a fresh sign-in', [400, 401, 403, 404, 413, 415, 422, 429, 500, 503]],
    ['an upload that is kept', [400, 401, 403, 404, 413, 415, 422, 429, 500, 503, 507]],
    ['an upload that is read once', [400, 401, 403, 404, 413, 415, 422, 429, 500, 503, 507]],
    ['a file from the store', [400, 401, 403, 404, 409, 413, 415, 429, 500, 503, 507]],
    ['a file of unknown length', [400, 401, 403, 415, 429, 500, 503, 505, 507]],
  ])('%s', (name, statuses) => expect(statusesOf(calls[name])).toEqual(statuses))

  test.each<[keyof typeof calls, string, boolean]>([
    ['a write', 'keyReused', true],
    ['a write without a key', 'keyReused', false],
    ['a write without a session', 'keyReused', false],
    ['a read', 'bodyTooLarge', false],
    ['a write', 'bodyTooLarge', true],
    ['a write', 'fileTooLarge', false],
    ['an upload that is read once', 'fileTooLarge', true],
    ['an upload that is read once', 'fileInfected', false],
    ['an upload that is kept', 'fileInfected', true],
    ['a write', 'signInAgain', false],
    ['a write for a fresh sign-in', 'signInAgain', true],
    ['a write without a session', 'csrf', false],
    ['a write without a session', 'headersMissing', true],
  ])('%s and %s: %s', (name, reason, expected) => {
    expect((errorsOf(calls[name]) as string[]).includes(reason)).toBe(expected)
  })

  test('every call can be called too often, and names each reason once', () => {
    for (const contract of contracts) {
      const reasons = errorsOf(contract)
      expect(reasons, contract.name).toContain('tooMany')
      expect(new Set(reasons).size, contract.name).toBe(reasons.length)
      if (takesKey(contract)) expect(reasons, contract.name).toContain('keyReused')
    }
  })
})
