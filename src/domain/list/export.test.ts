import { describe, expect, test } from 'vitest'
import { identifier } from '#domain/contract/wire.ts'
import { contracts } from '#domain/contracts.ts'
import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import { invitableKinds, roles } from '#domain/identity/roles.ts'
import { exportInvitations, listInvitations } from '#domain/invitation/contract.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import { shownColumns, unknownKeys } from '#domain/list/columns.ts'
import type { ListExport } from '#domain/list/export.ts'
import { exportFileName } from '#domain/list/export.ts'
import { exportOverview } from '#domain/participant/contract.ts'

const exports = contracts.filter((contract): contract is ListExport => 'columnsOf' in contract)
const today = '2026-11-21'

describe('an export', () => {
  test('has the callers, parameters, filters and order of its list, and no pages', () => {
    expect(exports.length).toBeGreaterThan(7)
    for (const { name, who, path, params, query, list } of exports) {
      expect({ who, path, params }, name).toEqual({ who: list.who, path: `${list.path}/export`, params: list.params })
      const { page: _page, size: _size, ...filters } = list.query!.shape
      expect(Object.keys(query!.shape).sort(), name).toEqual([...Object.keys(filters), 'format', 'columns'].sort())
    }
  })

  test('API-08: refuses filters that its list does not have, and pages', () => {
    const query = exportInvitations.query!
    expect(query.safeParse({ page: 0 }).success).toBe(false)
    expect(query.safeParse({ otro: 'x' }).success).toBe(false)
    expect(query.safeParse({ format: 'pdf' }).success).toBe(false)
    expect(query.parse({ status: 'PENDING' })).toEqual({ status: 'PENDING', sort: 'createdAt,desc', format: 'csv' })
    expect(exportInvitations.list).toBe(listInvitations)
  })

  test('has a path that names no thing', () => {
    expect(identifier.safeParse('export').success).toBe(false)
  })

  test('names its file by list and day', () => {
    const of = (role: (typeof roles)[number], kind: (typeof invitableKinds)[number]) =>
      exportOverview.fileOf({ role, params: { kind }, today })
    expect(exportFileName(exportInvitations.fileOf({ role: 'CCI', params: undefined, today }), today, 'xlsx')).toBe(
      'invitaciones-2026-11-21.xlsx',
    )
    expect([of('CCI', 'PROVIDER'), of('PROVIDER', 'PROVIDER'), of('CCI', 'ENTITY'), of('CCI', 'AUDIT')]).toEqual([
      'proveedores',
      'servicios',
      'entidades',
      'evaluadores',
    ])
  })

  test('ERR-27: without data the statistics’ CSV has its own sentence', () => {
    expect(exportLogins.whenEmpty).toEqual({ csv: 'csvEmpty', xlsx: 'exportEmpty' })
    expect(exportInvitations.whenEmpty).toEqual({ csv: 'exportEmpty', xlsx: 'exportEmpty' })
  })
})

test('list columns have unique keys and labels, and grouped columns name an existing column', () => {
  for (const { name, columnsOf } of exports) {
    for (const role of roles) {
      for (const kind of invitableKinds) {
        const columns: readonly ListColumn<never>[] = columnsOf({ role, params: { kind } as never, today })
        const keys = columns.map(column => column.key)
        expect(new Set(keys).size, name).toBe(keys.length)
        expect(new Set(columns.map(column => column.label)).size, name).toBe(keys.length)
        expect(
          columns.filter(({ under }) => under && columns.find(({ key }) => key === under)?.under !== undefined),
          name,
        ).toEqual([])
        expect(
          columns.filter(({ under }) => under && !keys.includes(under)),
          name,
        ).toEqual([])
      }
    }
  }
})

test('exports a column with those grouped under it, in the order of the list', () => {
  const column = (key: string, under?: string): ListColumn<string> => ({ key, label: key, text: row => row, under })
  const columns = [column('a'), column('b', 'a'), column('c')]
  const keysOf = (shown: string[] | null) => shownColumns(columns, shown).map(({ key }) => key)
  expect(keysOf(null)).toEqual(['a', 'b', 'c'])
  expect(keysOf(['c', 'a'])).toEqual(['a', 'b', 'c'])
  expect(keysOf(['c'])).toEqual(['c'])
  expect(unknownKeys(columns as never, ['a', 'z'])).toEqual(['z'])
})
