import { expect, test } from 'vitest'
import type { DocumentWire } from '#domain/document/contract.ts'
import { minutesNeeded, remainingText, sendRefusal, uploadProgress } from '#web/participant/onboarding/readiness.ts'

const asked = (name: string, given: boolean, more: Partial<DocumentWire> = {}) =>
  ({
    documentCatalogName: name,
    required: true,
    requested: true,
    status: given ? 'PENDING' : null,
    expiredAt: null,
    ...more,
  }) as DocumentWire
const provider = { role: { key: 'PROVIDER', value: 'Proveedor' }, documentationStatus: null } as const

test('data come before documents, and only required documents that are still asked for count', () => {
  const documents = [asked('a', true), asked('b', false), asked('c', false, { required: false })]
  expect(sendRefusal(provider, { cif: 'CIF erróneo' }, documents)).toBe('dataIncomplete')
  expect(sendRefusal(provider, {}, documents)).toBe('documentsMissing')
  expect(uploadProgress(documents)).toEqual({ done: 1, total: 2 })
  expect(sendRefusal(provider, {}, [asked('a', true), asked('b', false, { requested: false })])).toBeNull()
})

test('without configured data it is sent empty, and a sent one is not sent again', () => {
  expect(sendRefusal(provider, {}, [])).toBeNull()
  expect(sendRefusal({ ...provider, documentationStatus: 'PENDING' }, {}, [])).toBe('alreadySent')
})

test('counts the missing parts in words', () => {
  const all = { done: 5, total: 5 }
  expect(remainingText(all, { done: 2, total: 5 })).toBe('Quedan 3 documentos para poder enviar.')
  expect(remainingText(all, { done: 4, total: 5 })).toBe('Queda 1 documento para poder enviar.')
  expect(remainingText({ done: 3, total: 5 }, all)).toBe('Quedan 2 datos por completar.')
  expect(remainingText(all, { done: 0, total: 0 })).toBe('Todo está listo para enviar.')
})

test('the time needed grows with what is asked for, in steps of five minutes', () => {
  expect(minutesNeeded(0, 0)).toBe(5)
  expect(minutesNeeded(23, 4)).toBe(15)
  expect(minutesNeeded(29, 4)).toBe(15)
  expect(minutesNeeded(30, 8)).toBe(20)
})
