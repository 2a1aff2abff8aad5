import { expect, test } from 'vitest'
import type { Role } from '#domain/identity/roles.ts'
import {
  COMPARED_MAX,
  comparedRefusal,
  comparedServices,
  comparesProviders,
  readCompared,
  writeCompared,
} from '#domain/participant/comparison.ts'

const [a, b, c, d, e] = ['a', 'b', 'c', 'd', 'e'].map(letter => letter.repeat(26)) as [
  string,
  string,
  string,
  string,
  string,
]

test('an address names each provider once, and no more than are compared', () => {
  expect(readCompared(null)).toEqual([])
  expect(readCompared(`${b}-${a}`)).toEqual([b, a])
  expect(readCompared(`${a}-${a}-otro--${b}-<b>`)).toEqual([a, b])
  expect(readCompared([a, b, c, d, e].join('-'))).toEqual([a, b, c, d])
  expect(readCompared(writeCompared([c, a]))).toEqual([c, a])
  expect(writeCompared([])).toBeNull()
})

test('refuses a fifth provider with the reason, and a chosen one can always be removed', () => {
  expect(comparedRefusal([a, b, c], d)).toBeNull()
  expect(comparedRefusal([a, b, c, d], e)).toBe(`Se comparan hasta ${COMPARED_MAX} proveedores a la vez`)
  expect(comparedRefusal([a, b, c, d], a)).toBeNull()
})

test('only banks choose among providers, once they are accepted', () => {
  const actor = (role: Role, onboarded = true) => ({
    ...{ userId: a, participantId: b, role, isPrincipal: false, completed: true, onboarded },
    ...{ passwordMissing: false, secondFactorMissing: false },
  })
  const roles: Role[] = ['CCI', 'PROVIDER', 'AUDIT', 'ENTITY']
  expect(roles.map(role => comparesProviders(actor(role) as never))).toEqual([false, false, false, true])
  expect(comparesProviders(actor('ENTITY', false) as never)).toBe(false)
})

test('lists shared services first, and the soundest request of each first', () => {
  const request = (service: string, status: 'QUALIFIED' | 'PENDING' | 'EXPIRED', expiredAt: string | null = null) => ({
    ...{ service, status, expiredAt },
  })
  const short = request('Óptica', 'QUALIFIED', '2027-01-01')
  const long = request('Óptica', 'QUALIFIED', '2027-06-01')
  const old = request('Óptica', 'EXPIRED', '2029-01-01')
  const sent = request('Archivo', 'PENDING')
  const other = request('Valija', 'PENDING')
  expect(comparedServices([[old, short, long], [other], [sent, other]])).toEqual([
    { service: 'Valija', requests: [[], [other], [other]], common: true },
    { service: 'Archivo', requests: [[], [], [sent]], common: false },
    { service: 'Óptica', requests: [[long, short, old], [], []], common: false },
  ])
  expect(comparedServices([[], []])).toEqual([])
})
