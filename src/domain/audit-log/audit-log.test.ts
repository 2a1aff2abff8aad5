import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChainedEntry } from '#domain/audit-log/audit-log.ts'
import { aroundNumber, canonical, chainedText, checkpointText, dataText, genesis } from '#domain/audit-log/audit-log.ts'

/*
 * These texts are literal because the hash format must never change. Otherwise the next version would break the chain
 * of every installation, and its verifier would not notice.
 */

const entry = {
  number: 7,
  at: '2026-11-21T09:03:00.000Z',
  event: 'document.accepted',
  actorId: '01U',
  actorRole: 'CCI',
  participantId: null,
  objectKind: 'document',
  objectId: '01D',
} as const

test('the first entry follows a hash of zeros', () => expect(genesis).toBe('0'.repeat(64)))

test.each([
  [{ b: 1, a: 2 }, '{"a":2,"b":1}'],
  [{ Z: 1, a: 1, ñ: 1, A: 1 }, '{"A":1,"Z":1,"a":1,"ñ":1}'],
  [{ 10: 'x', 9: 'y' }, '{"10":"x","9":"y"}'],
  [{ a: undefined, b: null }, '{"b":null}'],
  [[3, [2, { d: 1, c: [] }], null, undefined], '[3,[2,{"c":[],"d":1}],null,null]'],
  ['a "b"\n\u2028\ud800', '"a \\"b\\"\\n\u2028\\ud800"'],
  [1.5e21, '1.5e+21'],
  [true, 'true'],
  [undefined, 'null'],
])('%j is written as %s', (value, text) => expect(canonical(value)).toBe(text))

test('a head is signed as its number, hash and moment', () => {
  expect(checkpointText({ number: 12, hash: 'ab'.repeat(32), at: entry.at })).toBe(
    `almotacen-trail-head\n12\n${'ab'.repeat(32)}\n2026-11-21T09:03:00.000Z`,
  )
})

test('the data of an entry are hashed after their salt', () => {
  expect(dataText('5a17', { document: 'Póliza', bytes: 3 })).toBe('5a17\n{"bytes":3,"document":"Póliza"}')
})

test('an entry is sealed after the hash before it, with the hash of its data or, in old chains, the data', () => {
  const sealed: ChainedEntry = { ...entry, dataHash: 'cd'.repeat(32) }
  expect(chainedText(genesis, sealed)).toBe(
    `${genesis}\n{"actorId":"01U","actorRole":"CCI","at":"2026-11-21T09:03:00.000Z","dataHash":"${'cd'.repeat(32)}",` +
      '"event":"document.accepted","number":7,"objectId":"01D","objectKind":"document","participantId":null}',
  )
  expect(chainedText('ab', { ...entry, data: { document: 'Póliza' } })).toBe(
    'ab\n{"actorId":"01U","actorRole":"CCI","at":"2026-11-21T09:03:00.000Z","data":{"document":"Póliza"},' +
      '"event":"document.accepted","number":7,"objectId":"01D","objectKind":"document","participantId":null}',
  )
})

test('the text around the number and the number give the sealed entry, for any content', () => {
  const word = fc.oneof(fc.string(), fc.constantFrom(',"number":0,', '","number":0,"', '\\","number":0,'))
  fc.assert(
    fc.property(fc.nat(), word, word, word, (number, actorId, objectKind, objectId) => {
      const { number: _number, ...rest } = { ...entry, actorId, objectKind, objectId, dataHash: 'cd'.repeat(32) }
      const { before, after } = aroundNumber(rest)
      expect(`${before}${number}${after}`).toBe(canonical({ ...rest, number }))
    }),
  )
})
