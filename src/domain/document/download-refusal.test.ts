import { expect, test } from 'vitest'
import { downloadRefusal } from '#domain/document/download-refusal.ts'
import { sentence } from '#domain/messages.ts'

test('ERR-12: a bank cannot download an unaccepted document, and reads the reason', () => {
  expect(downloadRefusal({ file: 'x', status: 'ACCEPTED' })).toBeNull()
  expect(downloadRefusal({ file: null, status: 'PENDING' })).toBe('notAccepted')
  expect(sentence('notAccepted')).toBe('No puede descargar un documento que no se ha aceptado')
})

test('a document without a file has none to download', () => {
  expect(downloadRefusal({ file: null, status: null })).toBe('fileMissing')
})
