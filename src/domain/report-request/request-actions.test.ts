import { expect, test } from 'vitest'
import { sentence } from '#domain/messages.ts'
import { requestActions } from '#domain/report-request/request-actions.ts'

const of = (status: Parameters<typeof requestActions>[0]['status'], evaluatorAccredited = true) =>
  requestActions({ status, evaluatorAccredited }, 'PROVIDER')

test('ERR-18 ERR-19: the icons of a request are refused with their sentences by its state', () => {
  expect(of('QUALIFIED')).toEqual({
    edit: 'requestNotEditable',
    renew: 'requestNotRenewable',
    delete: 'requestNotDeletable',
  })
  expect(sentence('requestNotEditable')).toBe('El estado del dictamen no permite editar la solicitud')
  expect(sentence('requestNotRenewable')).toBe('Solo se renueva una solicitud caducada.')
  expect(sentence('requestNotDeletable')).toBe('El estado del dictamen no permite eliminar la solicitud')
})

test('a rejected one is edited, a lapsed one renewed, and pending, rejected and expired ones deleted', () => {
  expect(of('PENDING')).toEqual({ edit: 'requestNotEditable', renew: 'requestNotRenewable', delete: null })
  expect(of('REJECTED')).toEqual({ edit: null, renew: 'requestNotRenewable', delete: null })
  expect(of('LAPSED')).toEqual({ edit: 'requestNotEditable', renew: null, delete: 'requestNotDeletable' })
  expect(of('EXPIRED')).toEqual({ edit: 'requestNotEditable', renew: 'requestNotRenewable', delete: null })
})

test('an evaluator without accreditation blocks edits and renewals, not deletion (D49)', () => {
  expect(of('REJECTED', false)).toEqual({ edit: 'evaluatorNotAccredited', renew: 'requestNotRenewable', delete: null })
  expect(of('LAPSED', false).renew).toBe('evaluatorNotAccredited')
})

test('other roles make no move, and an absent request has none', () => {
  expect(requestActions({ status: 'REJECTED', evaluatorAccredited: true }, 'ENTITY').edit).toBe('notYourMove')
  expect(of(null)).toEqual({ edit: 'notFound', renew: 'notFound', delete: 'notFound' })
})

test('RENEW-07: while its renewal is open, a lapsed request is not renewed in place', () => {
  const lapsed = { status: 'LAPSED', evaluatorAccredited: true } as const
  expect(requestActions(lapsed, 'PROVIDER').renew).toBeNull()
  expect(requestActions({ ...lapsed, renewal: {} }, 'PROVIDER').renew).toBe('renewalExists')
})
