import { expect, test } from 'vitest'
import { listDocumentCatalogues, listServices } from '#domain/catalogue/contract.ts'

test('API-07: configuration reads use size 9999', () => {
  expect(listServices.query!.parse({})).toMatchObject({ page: 0, size: 9999 })
  expect(listDocumentCatalogues.query!.parse({})).toMatchObject({ page: 0, size: 9999 })
})
