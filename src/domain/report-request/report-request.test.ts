import { describe, expect, test } from 'vitest'
import { sendRequest } from '#domain/report-request/contract.ts'
import type { OriginalDocument } from '#domain/report-request/report-request.ts'
import {
  CONCEPT_MAX,
  editMoveOf,
  evaluatesItself,
  isRequestComplete,
  moveOfEdit,
  originalStatus,
  requestErrors,
  requestFacts,
  requestTypeLabels,
  requestTypeOf,
  requestTypes,
  reviewOf,
  statusAfterUpdate,
} from '#domain/report-request/report-request.ts'
import { decide } from '#domain/states/machine.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'

const states = reportRequestMachine.states
const id = '0'.repeat(26)

test('REP-05: the types of a request', () => {
  expect(requestTypes).toEqual(['NEW', 'UPDATE', 'RENEWAL'])
  expect(Object.keys(requestTypeLabels)).toEqual(requestTypes)
})

test('REP-06 REP-07: a request is an AUDIT_REPORT of a PROVIDER, and nothing else', () => {
  const parsed = sendRequest.body!.parse({ genericEntityId: id })
  expect(parsed).toMatchObject({ type: 'AUDIT_REPORT', role: 'PROVIDER' })
  expect(sendRequest.body!.safeParse({ genericEntityId: id, type: 'DOC_MIN' }).success).toBe(false)
  expect(sendRequest.body!.safeParse({ genericEntityId: id, role: 'ENTITY' }).success).toBe(false)
})

test('REP-09 REP-10 REP-11: a new one is NEW, an edited one UPDATE, or RENEWAL when it was LAPSED', () => {
  expect(requestTypeOf(null)).toBe('NEW')
  expect(states.map(requestTypeOf)).toEqual(['UPDATE', 'UPDATE', 'UPDATE', 'RENEWAL', 'UPDATE'])
})

const willing = requestFacts({ complete: true, evaluatorAccredited: true })
const assertAllowed = (action: 'edit' | 'renew' | 'delete', state: (typeof states)[number]) => {
  const decision = decide(reportRequestMachine, action, state, willing, 'PROVIDER')
  return decision.ok ? true : decision.reason
}

test('REP-12: an edit is allowed when it is REJECTED, a renewal when it is LAPSED, and nothing else', () => {
  expect(states.map(state => assertAllowed(editMoveOf(state), state))).toEqual([
    'requestNotEditable',
    true,
    'requestNotEditable',
    true,
    'requestNotEditable',
  ])
  expect(assertAllowed('edit', 'LAPSED')).toBe('requestNotEditable')
})

test('REP-13: a request is deleted when it is PENDING, REJECTED or EXPIRED', () => {
  expect(states.map(state => assertAllowed('delete', state))).toEqual([
    true,
    true,
    'requestNotDeletable',
    'requestNotDeletable',
    true,
  ])
})

test('D11: an edit or a renewal is in part while an original that has to be replaced is kept', () => {
  const outcomes = ['PENDING', 'REJECTED', 'LAPSED'] as const
  expect(outcomes.map(outcome => moveOfEdit('REJECTED', outcome))).toEqual(['edit', 'editInPart', 'editInPart'])
  expect(outcomes.map(outcome => moveOfEdit('LAPSED', outcome))).toEqual(['renew', 'renewInPart', 'renewInPart'])
})

describe('the status after an update', () => {
  const original = (given: Partial<OriginalDocument>): OriginalDocument => ({
    status: 'ACCEPTED',
    replaced: false,
    deleted: false,
    ...given,
  })

  test('VAL-10: PENDING', () => {
    expect(statusAfterUpdate([original({}), original({ status: 'PENDING' })])).toBe('PENDING')
    expect(statusAfterUpdate([original({ status: 'REJECTED', replaced: true }), original({})])).toBe('PENDING')
    expect(statusAfterUpdate([original({ status: 'REJECTED', deleted: true }), original({})])).toBe('PENDING')
  })

  test('VAL-11: REJECTED or LAPSED while such an original was neither replaced nor deleted', () => {
    const rejected = original({ status: 'REJECTED' })
    const lapsed = original({ status: 'LAPSED' })
    expect(statusAfterUpdate([rejected, original({})])).toBe('REJECTED')
    expect(statusAfterUpdate([lapsed, original({ status: 'LAPSED', replaced: true })])).toBe('LAPSED')
    expect(statusAfterUpdate([lapsed, rejected])).toBe('REJECTED')
  })

  test('D11: in a renewal accepted originals count as LAPSED, a replacement that waits does not', () => {
    expect(originalStatus('RENEWAL', 'ACCEPTED')).toBe('LAPSED')
    expect(originalStatus('RENEWAL', 'PENDING')).toBe('PENDING')
    expect(originalStatus('UPDATE', 'ACCEPTED')).toBe('ACCEPTED')
  })
})

test('FORM-52 LIM-22: a request is complete with service, evaluator, concept of at most 200 and two documents', () => {
  const whole = { idServiceCatalog: id, idAudit: id, concept: 'Alcance anual', documents: 2 }
  expect(isRequestComplete(whole)).toBe(true)
  expect(isRequestComplete({ ...whole, idServiceCatalog: '' })).toBe(false)
  expect(isRequestComplete({ ...whole, idAudit: undefined })).toBe(false)
  expect(isRequestComplete({ ...whole, concept: '   ' })).toBe(false)
  expect(isRequestComplete({ ...whole, documents: 1 })).toBe(false)
  expect(isRequestComplete({ ...whole, concept: 'ñ'.repeat(CONCEPT_MAX) })).toBe(true)
  expect(isRequestComplete({ ...whole, concept: 'ñ'.repeat(CONCEPT_MAX + 1) })).toBe(false)
})

test('FORM-52: names the missing parts of a request field by field', () => {
  const nothing = { concept: ' ', has: { report: false, spreadsheet: false } }
  expect(Object.keys(requestErrors(nothing))).toEqual([
    'idServiceCatalog',
    'idAudit',
    'concept',
    'report',
    'spreadsheet',
  ])
  const whole = { idServiceCatalog: id, idAudit: id, concept: 'x', has: { report: true, spreadsheet: true } }
  expect(requestErrors(whole)).toEqual({})
})

test('SCO-05: the move to the score needs both documents accepted', () => {
  expect(reviewOf(['ACCEPTED', 'ACCEPTED'])).toEqual({
    allAccepted: true,
    anyRejected: false,
    anyLapsed: false,
    allDecided: true,
  })
  expect(reviewOf(['ACCEPTED', 'PENDING'])).toEqual({
    allAccepted: false,
    anyRejected: false,
    anyLapsed: false,
    allDecided: false,
  })
  expect(reviewOf(['ACCEPTED', 'REJECTED'])).toEqual({
    allAccepted: false,
    anyRejected: true,
    anyLapsed: false,
    allDecided: true,
  })
  expect(reviewOf(['ACCEPTED', null])).toEqual({
    allAccepted: false,
    anyRejected: false,
    anyLapsed: false,
    allDecided: false,
  })
  expect(reviewOf(['ACCEPTED', 'LAPSED'])).toMatchObject({ allAccepted: true, anyLapsed: true, allDecided: true })
  expect(reviewOf([])).toMatchObject({ allAccepted: false })
})

test('facts that are not passed are false', () => {
  const { correctionReason, ...found } = requestFacts({})
  expect([correctionReason, ...new Set(Object.values(found))]).toEqual(['', false])
  expect(requestFacts({ complete: true })).toMatchObject({ complete: true, allAccepted: false })
})

test('an evaluator of the same CIF would judge its own company; two that have none are not the same', () => {
  expect(evaluatesItself({ cif: 'B12345674' }, { cif: 'B12345674' })).toBe(true)
  expect(evaluatesItself({ cif: 'B12345674' }, { cif: 'B00472183' })).toBe(false)
  expect(evaluatesItself({ cif: '' }, { cif: '' })).toBe(false)
  // The tax agency issues some CIFs with either a digit or a letter.
  expect(evaluatesItself({ cif: 'F04743175' }, { cif: 'F0474317E' })).toBe(true)
})
