import { expect, test } from 'vitest'
import { checkDocumented } from '#test/support/documented.ts'

const check = (method: string, path: string, status: number, code?: string) => () =>
  checkDocumented(method, path, { status, code })

test('an answer that the OpenAPI document names passes, and one that it does not fails by its call', () => {
  expect(check('POST', '/invitations', 201)).not.toThrow()
  expect(check('POST', '/invitations', 422, 'keyReused')).not.toThrow()
  expect(check('POST', '/invitations', 200)).toThrow('invitation.create answered 200')
  expect(check('POST', '/invitations', 409, 'cifExists')).toThrow('invitation.create answered 409 cifExists')
  expect(check('GET', '/invitations?page=1', 422, 'keyReused')).toThrow('invitation.list answered 422')
})

test('a fixed path comes before a parameter, and unknown paths pass', () => {
  expect(check('GET', '/documents/history?page=0', 403, 'notAccepted')).toThrow('document.history')
  expect(check('GET', '/documents/01k79rfa4y7jxmrrgyav89fn8p', 403, 'notAccepted')).not.toThrow()
  expect(check('GET', '/no-existe', 404, 'notFound')).not.toThrow()
  expect(check('POST', '/documents/history', 404, 'notFound')).not.toThrow()
})
