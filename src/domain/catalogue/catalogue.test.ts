import { describe, expect, it, test } from 'vitest'
import {
  cataloguesReadBy,
  checkDatumLines,
  checkDocumentLines,
  documentChanges,
  serviceErrors,
} from '#domain/catalogue/catalogue.ts'

it.each([
  ['CCI', ['PROVIDER', 'AUDIT', 'ENTITY', 'ISSUE']],
  ['PROVIDER', ['PROVIDER', 'ISSUE']],
  ['AUDIT', ['AUDIT', 'ISSUE']],
  ['ENTITY', ['ENTITY', 'ISSUE']],
] as const)('ROLE-07: %s reads the catalogues %j', (role, types) => expect(cataloguesReadBy(role)).toEqual(types))

const EMPTY = 'No puede estar vacio'
const line = (documentCatalogName: string, description = 'd', required = true) => ({
  documentCatalogName,
  description,
  required,
})

describe('the lines of a document catalogue', () => {
  test.each([
    ['nothing at all', [], [], {}, null],
    ['a whole line', [line('Póliza')], [line('Póliza')], {}, null],
    [
      'an empty line between',
      [line('A'), line(' ', '\t'), line('B', 'd', false)],
      [line('A'), line('B', 'd', false)],
      {},
      null,
    ],
    ['white space around and within', [line('  Póliza  de RC ', ' d ')], [line('Póliza de RC')], {}, null],
    ['no name', [line('', 'd')], null, { 'docList.0.documentCatalogName': EMPTY }, 'emptyLines'],
    ['no description', [line('A'), line('B', ' ')], null, { 'docList.1.description': EMPTY }, 'emptyLines'],
    [
      'a name twice, whatever its case and accents',
      [line('Póliza'), line('', ''), line('POLIZA')],
      null,
      { 'docList.2.documentCatalogName': 'Ya está en la línea 1' },
      'invalid',
    ],
    [
      'both',
      [line('A', ''), line('A')],
      null,
      { 'docList.0.description': EMPTY, 'docList.1.documentCatalogName': 'Ya está en la línea 1' },
      'emptyLines',
    ],
    [
      'two lines without a name are not the same name',
      [line('', 'uno'), line('', 'dos')],
      null,
      { 'docList.0.documentCatalogName': EMPTY, 'docList.1.documentCatalogName': EMPTY },
      'emptyLines',
    ],
  ] as const)('FORM-48 FORM-50: %s', (_title, given, kept, fields, reason) => {
    const found = checkDocumentLines(given)
    expect(found).toMatchObject({ fields, reason })
    expect(Object.keys(found.fields)).toEqual(Object.keys(fields))
    if (kept) expect(found.lines).toEqual(kept)
  })
})

describe('the lines of a data catalogue', () => {
  const datum = (field: string, required = false) => ({ field, required })
  test.each([
    ['empty lines go', [datum(''), datum(' Código LEI ', true), datum('  ')], [datum('Código LEI', true)], {}, null],
    ['required, but without a name', [datum('', true)], null, { 'fields.0.field': EMPTY }, 'emptyLines'],
    [
      'a name twice',
      [datum('Código'), datum('codigo')],
      null,
      { 'fields.1.field': 'Ya está en la línea 1' },
      'invalid',
    ],
    [
      'a name that every object has',
      [datum('constructor')],
      null,
      { 'fields.0.field': 'Elija otro nombre' },
      'invalid',
    ],
  ] as const)('FORM-49 FORM-50: %s', (_title, given, kept, fields, reason) => {
    const found = checkDatumLines(given)
    expect([found.fields, found.reason]).toEqual([fields, reason])
    if (kept) expect(found.lines).toEqual(kept)
  })
})

test('FORM-47: a service needs type and description', () => {
  expect(serviceErrors({ type: 'Archivo', description: 'Custodia' })).toEqual({})
  expect(serviceErrors({ type: ' ', description: '' })).toEqual({ type: EMPTY, description: EMPTY })
})

test('FORM-48: obligations that follow from a catalogue change', () => {
  const before = [line('Se queda'), line('Se va'), line('Se relaja'), line('Se exige', 'd', false)]
  const after = [
    line('Se exige'),
    line('Nuevo'),
    line('Se queda', 'con otra descripción'),
    line('Se relaja', 'd', false),
    line('Opcional', 'd', false),
  ]
  expect(documentChanges(before, after)).toEqual({
    required: ['Se exige', 'Nuevo'],
    optional: ['Se relaja', 'Opcional'],
    dropped: ['Se va'],
  })
})
