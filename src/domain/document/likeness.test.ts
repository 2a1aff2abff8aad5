import { expect, test } from 'vitest'
import { matchFiles, proposalsFor } from '#domain/document/likeness.ts'

const titles = [
  'Escritura de constitución',
  'Certificado de estar al corriente con la AEAT',
  'Certificado de estar al corriente con la Seguridad Social',
  'Póliza de responsabilidad civil',
  'Plan de continuidad de negocio',
]
const places = (filled: readonly string[] = []) => titles.map(name => ({ name, filled: filled.includes(name) }))
const files = (...names: string[]) => names.map(name => ({ name }))
const assigned = (matched: ReturnType<typeof matchFiles>) =>
  Object.fromEntries(matched.certain.map(({ file, document }) => [file.name, document]))

test('EASE-07: matches files to documents by the words in their names, ignoring accents and separators', () => {
  const matched = matchFiles(
    files('escritura_constitucion.pdf', 'AEAT corriente nov26.pdf', 'POLIZA-RC.pdf', 'plan continuidad v3.docx'),
    places(),
  )
  expect(matched.asked).toEqual([])
  expect(assigned(matched)).toEqual({
    'escritura_constitucion.pdf': titles[0],
    'AEAT corriente nov26.pdf': titles[1],
    'POLIZA-RC.pdf': titles[3],
    'plan continuidad v3.docx': titles[4],
  })
})

test('EASE-07: a name that fits two documents alike, or none, is asked for', () => {
  const matched = matchFiles(files('certificado corriente.pdf', 'scan0001.pdf'), places())
  expect(matched.certain).toEqual([])
  expect(matched.asked.map(({ suggestion }) => suggestion)).toEqual([null, null])
})

test('two files for one document, or one for a document that has a file, are asked for with the guess', () => {
  const twice = matchFiles(files('poliza 1.pdf', 'poliza 2.pdf'), places())
  expect(twice.asked.map(({ suggestion }) => suggestion)).toEqual([titles[3], titles[3]])
  const taken = matchFiles(files('poliza.pdf'), places([titles[3]!]))
  expect(taken.asked).toEqual([{ file: { name: 'poliza.pdf' }, suggestion: titles[3] }])
})

test('the only file for the only document needs no resemblance, unless one is there already', () => {
  expect(assigned(matchFiles(files('scan.pdf'), [{ name: 'Memoria', filled: false }]))).toEqual({
    'scan.pdf': 'Memoria',
  })
  expect(matchFiles(files('scan.pdf'), [{ name: 'Memoria', filled: true }]).certain).toEqual([])
})

test('EASE-07: proposes the most similar document for each file, and none for equal or weak similarity', () => {
  const given = files('Escritura.PDF', 'certificado corriente.pdf', 'informe.pdf', 'póliza 1.pdf', 'poliza 2.pdf')
  expect(proposalsFor(given, places([titles[3]!])).map(({ suggestion }) => suggestion)).toEqual([
    titles[0],
    null,
    null,
    titles[3],
    null,
  ])
})
