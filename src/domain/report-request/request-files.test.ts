import { expect, test } from 'vitest'
import { editOutcome, mustBeReplaced, requestFileRefusal, requestPartOf } from '#domain/report-request/request-files.ts'

const MAX = 25 * 1024 * 1024

test('REP-08: the report is a PDF and its companion a spreadsheet, each with its own sentence', () => {
  expect(requestFileRefusal('report', { name: 'Informe.PDF', size: 1 }, MAX)).toBeNull()
  expect(requestFileRefusal('report', { name: 'informe.docx', size: 1 }, MAX)).toBe(
    'El «Informe de auditoría» debe ser un PDF.',
  )
  for (const name of ['controles.xlsx', 'controles.xls', 'controles.ODS']) {
    expect(requestFileRefusal('spreadsheet', { name, size: 1 }, MAX)).toBeNull()
  }
  expect(requestFileRefusal('spreadsheet', { name: 'controles.pdf', size: 1 }, MAX)).toBe(
    'El «Doc. Excel asociado» debe ser una hoja de cálculo.',
  )
})

test('an empty file and one above the greatest size are refused before they are sent', () => {
  expect(requestFileRefusal('report', { name: 'a.pdf', size: MAX }, MAX)).toBeNull()
  expect(requestFileRefusal('report', { name: 'a.pdf', size: MAX + 1 }, MAX)).toBe(
    'El archivo supera el tamaño máximo permitido.',
  )
  expect(requestFileRefusal('report', { name: 'a.pdf', size: 0 }, MAX)).toBe('El archivo está vacío.')
})

test('a file tells by its name which of the two it is, or that it is neither', () => {
  expect(['x.pdf', 'x.xlsx', 'x.ods', 'x.zip', 'pdf'].map(requestPartOf)).toEqual([
    'report',
    'spreadsheet',
    'spreadsheet',
    null,
    null,
  ])
})

test('VAL-10 VAL-11: a correction returns to CCI once the rejected files are replaced', () => {
  const rejected = { status: 'REJECTED', replaced: false } as const
  const accepted = { status: 'ACCEPTED', replaced: false } as const
  expect(editOutcome('UPDATE', [rejected, accepted])).toBe('REJECTED')
  expect(editOutcome('UPDATE', [rejected, { ...accepted, replaced: true }])).toBe('REJECTED')
  expect(editOutcome('UPDATE', [{ ...rejected, replaced: true }, accepted])).toBe('PENDING')
  expect(mustBeReplaced('UPDATE', 'REJECTED')).toBe(true)
  expect(mustBeReplaced('UPDATE', 'ACCEPTED')).toBe(false)
})

test('VAL-11: a lapsed original blocks a correction like a rejected one', () => {
  const lapsed = { status: 'LAPSED', replaced: false } as const
  const corrected = { status: 'REJECTED', replaced: true } as const
  expect(editOutcome('UPDATE', [lapsed, corrected])).toBe('LAPSED')
  expect(editOutcome('UPDATE', [{ ...lapsed, replaced: true }, corrected])).toBe('PENDING')
  expect(mustBeReplaced('UPDATE', 'LAPSED')).toBe(true)
})

test('VAL-11: in a renewal both originals have lapsed until they are replaced', () => {
  const accepted = { status: 'ACCEPTED', replaced: false } as const
  const replaced = { status: 'ACCEPTED', replaced: true } as const
  expect(editOutcome('RENEWAL', [accepted, replaced])).toBe('LAPSED')
  expect(editOutcome('RENEWAL', [replaced, replaced])).toBe('PENDING')
  expect(editOutcome('RENEWAL', [{ status: 'PENDING', replaced: false }, replaced])).toBe('PENDING')
  expect(mustBeReplaced('RENEWAL', 'ACCEPTED')).toBe(true)
  expect(mustBeReplaced('RENEWAL', 'PENDING')).toBe(false)
  expect(mustBeReplaced('RENEWAL', null)).toBe(false)
})
