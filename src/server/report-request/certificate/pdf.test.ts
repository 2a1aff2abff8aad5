import { expect, test } from 'vitest'
import { certificatePdf } from '#server/report-request/certificate/pdf.ts'

const sheet = {
  ...{ product: 'Almotacén', title: 'Certificado de calificación', subtitle: 'Mirlo, S.L. · Archivo', note: 'Nota' },
  ...{
    lines: [['Proveedor', 'Mirlo, S.L.'] as const],
    seal: [['Clave', 'k'] as const],
    code: 'ABC',
    at: '2026-11-21T12:00:00.000Z',
  },
}

const rawOf = async (rating: string, address: string | null) =>
  Buffer.from(await certificatePdf({ ...sheet, rating, address })).toString('latin1')

test('EXP-27: a certificate is tagged, in embedded faces alone, with its levels and its code as pictures with a text', async () => {
  const raw = await rawOf('A+/A/B', 'https://portal.example/verify/ABC')
  expect(raw).toContain('/Marked true')
  expect(raw).toContain('/FontFile2')
  expect(raw).not.toMatch(/Helvetica|Courier|Times/)
  expect(raw.match(/\/S \/Figure/g)).toHaveLength(2)
})

test('a rating of one level, and a certificate that is not published, have no such pictures', async () => {
  expect(await rawOf('A', null)).not.toContain('/S /Figure')
})
