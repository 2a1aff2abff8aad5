import { expect, test } from 'vitest'
import { documentationProgress, documentProgress } from '#domain/document/progress.ts'

test('counts only documents that are accepted today', () => {
  const documents = (['ACCEPTED', 'LAPSED', 'PENDING', 'REJECTED', null] as const).map(status => ({ status }))
  expect(documentProgress(documents)).toEqual({ accepted: 1, total: 5 })
})

test('EXP-28: a documentation counts what is requested, optional or not, and nothing else', () => {
  const document = { status: 'ACCEPTED', requested: true } as const
  const documents = [document, { status: null, requested: true }, { ...document, requested: false }]
  expect(documentationProgress(documents)).toEqual({ accepted: 1, total: 2 })
})
