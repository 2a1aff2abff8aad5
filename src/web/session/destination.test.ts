import { describe, expect, test } from 'vitest'
import type { Me } from '#domain/identity/session/contract.ts'
import { homeOf } from '#domain/identity/session/outcome.ts'
import { destinationOf, safeNext } from '#web/session/destination.ts'

const me = (next: Me['next'], key: Me['role']['key']) => ({ next, role: { key, value: '' } }) as Me

test('AUTH-06: a user who never changed the password goes to the forced change, whatever the destination', () => {
  expect(destinationOf(me('change-password', 'PROVIDER'))).toBe('/auth/change-password')
  expect(destinationOf(me('change-password', 'CCI'), '/provider')).toBe('/auth/change-password')
})

test('AUTH-07: a user before its first documentation goes to mandatory data, whatever the destination', () => {
  expect(destinationOf(me('mandatory-data', 'ENTITY'))).toBe('/auth/mandatory-data')
  expect(destinationOf(me('mandatory-data', 'ENTITY'), '/own-data')).toBe('/auth/mandatory-data')
})

test('AUTH-08 AUTH-09: home is / for participants and /provider for CCI', () => {
  expect(homeOf('CCI')).toBe('/provider')
  expect(destinationOf(me('home', 'CCI'))).toBe('/provider')
  for (const key of ['PROVIDER', 'AUDIT', 'ENTITY'] as const) {
    expect(homeOf(key)).toBe('/')
    expect(destinationOf(me('home', key))).toBe('/')
  }
})

test('after sign-in the screen one was on opens again, with its filters', () => {
  expect(destinationOf(me('home', 'CCI'), '/provider?page=2&status=PENDING')).toBe('/provider?page=2&status=PENDING')
})

describe('destinations after sign-in stay in the portal', () => {
  test.each([
    'https://malo.example/',
    '//malo.example/',
    '/\\malo.example/',
    '\\\\malo.example',
    '/\t/malo.example',
    '/\n/malo.example',
    ' //malo.example',
    'javascript:alert(1)',
    'malo.example',
    '',
    '/auth/sign-in',
    '/provider/../auth/sign-in',
    '/sign-in',
    '/AUTH/reset-password',
    '/%61uth/reset-password',
    '/auth%2Freset-password',
    '/Reset-Password?code=1',
    '/reset-password?code=1',
    '/..//malo.example',
    '/.//malo.example',
    null,
    undefined,
    7,
    ['/provider'],
  ])('%j', next => {
    expect(safeNext(next)).toBeNull()
    expect(destinationOf(me('home', 'PROVIDER'), next)).toBe('/')
  })

  test.each(['/provider', '/', '/documentation-view/a-b-DOC_MIN', '/provider?q=//x'])('but %j does', next => {
    expect(safeNext(next)).toBe(next)
    expect(new URL(next, 'https://portal.example').origin).toBe('https://portal.example')
  })
})
