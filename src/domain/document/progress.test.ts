import { expect, test } from 'vitest'
import { documentProgress } from '#domain/document/progress.ts'

test('counts only documents that are accepted today', () => {
  const documents = (['ACCEPTED', 'LAPSED', 'PENDING', 'REJECTED', null] as const).map(status => ({ status }))
  expect(documentProgress(documents)).toEqual({ accepted: 1, total: 5 })
})
