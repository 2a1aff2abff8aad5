import { expect, it } from 'vitest'
import { cataloguesReadBy } from '#domain/catalogue/catalogue.ts'

it.each([
  ['CCI', ['PROVIDER', 'AUDIT', 'ENTITY', 'ISSUE']],
  ['PROVIDER', ['PROVIDER', 'ISSUE']],
  ['AUDIT', ['AUDIT', 'ISSUE']],
  ['ENTITY', ['ENTITY', 'ISSUE']],
] as const)('ROLE-07: %s reads the catalogues %j', (role, types) => expect(cataloguesReadBy(role)).toEqual(types))
