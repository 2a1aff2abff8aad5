import { describe, expect, test } from 'vitest'
import { invitableKinds } from '#domain/identity/roles.ts'
import {
  decideSendAgain,
  decideWithdrawal,
  hasChosenPassword,
  hasLapsedPassword,
  invitationErrors,
  invitationStatusLabels,
  kindLabels,
  misplacedFields,
  normaliseInvitation,
  oneTimePasswordAlive,
} from '#domain/invitation/invitation.ts'
import type { InvitationStatus } from '#domain/states/invitation.ts'
import { invitationMachine } from '#domain/states/invitation.ts'
import { decide } from '#domain/states/machine.ts'

const entity = {
  type: 'ENTITY',
  email: ' Pilar@Banco.example ',
  name: ' Banco ',
  codNRBE: ' 49 ',
  contactPerson: ' Pilar ',
} as const

test('FORM-43 FORM-45: every field is trimmed and the e-mail lowercased', () => {
  expect(normaliseInvitation(entity)).toEqual({
    type: 'ENTITY',
    email: 'pilar@banco.example',
    name: 'Banco',
    codNRBE: '0049',
    contactPerson: 'Pilar',
    cif: '',
  })
})

test('FORM-44 FORM-46: an empty field of an invitation is refused by name', () => {
  expect(invitationErrors(entity)).toEqual({})
  expect(invitationErrors({ type: 'PROVIDER', email: ' ' })).toEqual({
    email: 'Introduzca un correo para enviar la invitación.',
  })
  expect(
    Object.keys(invitationErrors({ type: 'ENTITY', email: 'x', name: ' ', codNRBE: '12345', contactPerson: '' })),
  ).toEqual(['email', 'name', 'codNRBE', 'contactPerson'])
})

test.each(['Ana 2', 'contacto@banco.es', 'J. Gil', 'Анна'])('FORM-11: %s is no contact person', contactPerson => {
  expect(invitationErrors({ ...entity, contactPerson })).toEqual({ contactPerson: 'Use solo letras.' })
})

test('INV-06: the invitable kinds, in the words that people read', () => {
  expect(invitableKinds.map(kind => kindLabels[kind])).toEqual(['Proveedor', 'Evaluador', 'Entidad'])
  expect(misplacedFields({ type: 'PROVIDER', email: 'a@b.example', name: 'x', codNRBE: '0049' })).toEqual([
    'name',
    'codNRBE',
  ])
  expect(misplacedFields({ type: 'PROVIDER', email: 'a@b.example', name: ' ' })).toEqual([])
  expect(misplacedFields(entity)).toEqual([])
})

describe('the states of an invitation', () => {
  test('INV-07: they are ACCEPTED, PENDING and REJECTED', () => {
    expect([...invitationMachine.states].sort()).toEqual(['ACCEPTED', 'PENDING', 'REJECTED'])
  })

  test.each([
    ['withdraw', 'PENDING', 'REJECTED'],
    ['withdraw', 'REJECTED', 'invitationEnded'],
    ['withdraw', 'ACCEPTED', 'invitationEnded'],
    ['sendAgain', 'PENDING', 'PENDING'],
    ['sendAgain', 'REJECTED', 'PENDING'],
    ['sendAgain', 'ACCEPTED', 'invitationEnded'],
  ] as const)('INV-07 API-42: %s from %s leads to %s', (action, from, to) => {
    const decision = decide(invitationMachine, action, from, {}, 'CCI')
    expect(decision.ok ? decision.to : decision.reason).toBe(to)
    expect(decide(invitationMachine, action, from, {}, 'PROVIDER')).toMatchObject({ reason: 'notYourMove' })
  })

  test.each<[InvitationStatus, boolean, string]>([
    ['PENDING', true, 'Pendiente'],
    ['ACCEPTED', false, 'Aceptada'],
    ['REJECTED', false, 'Retirada'],
  ])('INV-07 LIM-33: a %s one can be withdrawn: %s, and reads %s', (status, withdrawable, word) => {
    expect(decideWithdrawal(status, 'CCI').ok).toBe(withdrawable)
    expect(invitationStatusLabels[status]).toBe(word)
    const waits = { status, passwordAlive: false, passwordChosen: false }
    expect(hasLapsedPassword(waits)).toBe(status === 'PENDING')
    expect(hasLapsedPassword({ ...waits, passwordAlive: true })).toBe(false)
    expect(hasLapsedPassword({ ...waits, passwordChosen: true })).toBe(false)
  })

  test('API-42: sending an invitation again does not bring back a participant that sent its documentation', () => {
    const sendAgain = (documentationSent: boolean) => decideSendAgain('REJECTED', { documentationSent }, 'CCI')
    expect(sendAgain(false)).toMatchObject({ ok: true, to: 'PENDING' })
    expect(sendAgain(true)).toMatchObject({ reason: 'invitationEnded' })
  })

  test.each<[InvitationStatus, string | null, boolean]>([
    ['PENDING', null, true],
    ['PENDING', '2026-12-05T09:00:00.000Z', false],
    ['ACCEPTED', null, true],
    ['REJECTED', null, false],
  ])('INV-05: a %s invitation with a one-time password until %s means an own password: %s', (status, until, chosen) => {
    expect(hasChosenPassword({ status, temporaryUntil: until })).toBe(chosen)
  })

  test.each<[InvitationStatus, string | null, boolean]>([
    ['PENDING', '2026-12-05T09:00:00.001Z', true],
    ['PENDING', '2026-12-05T09:00:00.000Z', false],
    ['PENDING', null, false],
    ['REJECTED', '2026-12-05T09:00:00.001Z', false],
    ['ACCEPTED', '2026-12-05T09:00:00.001Z', false],
  ])('INV-05: the one-time password of a %s invitation until %s works: %s', (status, temporaryUntil, alive) => {
    expect(oneTimePasswordAlive({ status, temporaryUntil }, '2026-12-05T09:00:00.000Z')).toBe(alive)
  })
})
