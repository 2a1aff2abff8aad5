import { expect, test } from 'vitest'
import { endingOf, fileRefusal } from '#domain/document/file-types.ts'

test('a file is refused before it is sent by its ending, when it is empty, and above the greatest size', () => {
  const max = 25 * 1024 * 1024
  expect(fileRefusal({ name: 'Escritura.PDF', size: max }, max)).toBeNull()
  expect(fileRefusal({ name: 'escritura.pdf', size: max + 1 }, max)).toBe('fileTooLarge')
  expect(fileRefusal({ name: 'escritura.pdf', size: 0 }, max)).toBe('fileEmpty')
  expect(fileRefusal({ name: 'escritura.exe', size: 1 }, max)).toBe('fileType')
  expect(fileRefusal({ name: 'escritura', size: 1 }, max)).toBe('fileType')
  expect(fileRefusal({ name: 'informe.docx', size: 1 }, max, ['.pdf'])).toBe('fileType')
})

test('the ending is the last one, and a hidden file has none', () => {
  expect(endingOf('copia.pdf.ZIP')).toBe('.zip')
  expect(endingOf('.pdf')).toBe('')
})
