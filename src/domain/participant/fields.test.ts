import { describe, expect, it } from 'vitest'
import { invitableKinds } from '#domain/identity/roles.ts'
import { exampleOf, fieldNames, fieldsOf } from '#domain/participant/field-lists.ts'
import { fields } from '#domain/participant/fields.ts'
import { normaliseProfile } from '#domain/participant/normalise-profile.ts'
import { profileWire } from '#domain/participant/profile-wire.ts'

describe('fields', () => {
  it('PART-01: each has a column of its own', () => {
    const columns = fieldNames.map(field => fields[field].column)
    expect(columns.filter((column, index) => columns.indexOf(column) < index)).toEqual([])
  })

  it.each(invitableKinds)('each field of %s continues its row or begins the next one', kind => {
    let [section, row, free] = ['', 0, 1]
    for (const { field, place } of fieldsOf(kind)) {
      if (place.section !== section) [section, row, free] = [place.section, 0, 7]
      const at = place.row === row ? [row, free] : [row + 1, 1]
      expect([field, place.row, place.column]).toEqual([field, ...at])
      row = place.row
      free = place.column + place.span
      expect(free, field).toBeLessThanOrEqual(7)
    }
  })

  it.each(invitableKinds)('the examples of %s are values as they are kept', kind => {
    const example = exampleOf(kind)
    expect(profileWire.parse(example)).toEqual(example)
    expect(normaliseProfile(kind, example, 'agencia-tributaria')).toEqual(example)
  })
})
