import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportLogins } from '#domain/identity/login-statistics/contract.ts'
import { exportUsers } from '#domain/identity/user/contract.ts'
import { exportIncidents, raiseIncident } from '#domain/incident/contract.ts'
import { exportInvitations } from '#domain/invitation/contract.ts'
import { exportNotifications } from '#domain/notification/contract.ts'
import { exportOverview } from '#domain/participant/contract.ts'
import { exportQueue } from '#domain/validation/contract.ts'
import { compareSpanish, foldForSearch } from '#domain/values/collate.ts'
import { DAY } from '#server/platform/clock.ts'
import { readCsv } from '#server/platform/spreadsheet/csv-text.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'

/*
 * Each list is consistent with its own rows: filters return the same rows as a manual selection from all of them, in
 * the displayed order, on pages as in one, and as many in the exported file.
 */

/** The row of any list. */
type Row = any
type Filter = [query: Record<string, string>, lets: (row: Row) => boolean]

let portal: TestPortal
const people: Record<string, Caller> = {}
const enter = async () => {
  for (const name of ['cci', 'proveedor', 'evaluador', 'entidad']) {
    people[name] = await portal.signIn(`${name}@almotacen.example`)
  }
}
beforeAll(async () => {
  portal = await startTestPortal()
  await enter()
  const providerId = await portal.participantOf('lumbre')
  for (const title of ['Ñandú al 100%', 'a_b "c"; d', "O'Donnell \\ barra"]) {
    await people.entidad!.call(raiseIncident, { body: { title, detail: title, providerId } })
  }
})
afterAll(() => portal.stop())

const some = <Value>(values: readonly (Value | null | undefined)[]) =>
  [...new Set(values)].filter(value => value !== null && value !== undefined).slice(0, 3)
const having = (field: string, values: readonly string[], of: (row: Row) => string | null | undefined): Filter[] =>
  values.map(value => [{ [field]: value }, row => of(row) === value])
/** Substrings of the rows, as users type them, and characters special to a database. */
const typed = (field: string, rows: Row[], ...fields: ((row: Row) => string)[]): Filter[] => {
  const parts = fields.flatMap(of => some(rows.map(of)).flatMap(text => [text.slice(1, 5), text.toUpperCase()]))
  return [...parts, 'á', '%', '_', '\\', "'", ' s.l']
    .filter(text => text.trim() !== '')
    .map(text => [{ [field]: text }, row => fields.some(of => foldForSearch(of(row)).includes(foldForSearch(text)))])
}
const since = (rows: Row[], of: (row: Row) => string): Filter[] =>
  some(rows.map(of)).flatMap(moment => [
    [{ from: moment }, row => of(row) >= moment],
    [{ to: moment }, row => of(row) <= moment],
  ])

const personOf = ({ contactDetails: { name, surNames } }: Row) => `${name} ${surNames}`
const statuses = ['QUALIFIED', 'PENDING', 'REJECTED', 'LAPSED', 'EXPIRED', 'ACCEPTED'] as const

const lists = {
  invitaciones: {
    contract: exportInvitations,
    who: ['cci'],
    filters: rows => [
      ...having('status', ['ACCEPTED', 'PENDING', 'REJECTED'], row => row.status),
      ...having('type', ['PROVIDER', 'ENTITY', 'AUDIT'], row => row.type),
      ...typed('email', rows, row => row.email),
      ...since(rows, row => row.createdAt),
    ],
    orders: { createdAt: row => row.createdAt },
  },
  incidencias: {
    contract: exportIncidents,
    who: ['cci', 'proveedor', 'entidad'],
    filters: rows => [
      ...having('status', ['PENDING', 'OPEN', 'CLOSED'], row => row.status),
      ...typed('provider', rows, row => row.providerName),
      ...having('providerId', some(rows.map(row => row.providerId)), row => row.providerId),
      ...having('issuerId', some(rows.map(row => row.issuerId)), row => row.issuerId),
      ...since(rows, row => row.createdAt),
    ],
    orders: { createdAt: row => row.createdAt, title: row => row.title, provider: row => row.providerName },
  },
  usuarios: {
    contract: exportUsers,
    who: ['cci', 'proveedor', 'entidad'],
    filters: rows => [
      ...having('status', ['PENDING', 'ACCEPTED'], row => row.status),
      ...typed('email', rows, row => row.email),
      ...typed('name', rows, personOf),
    ],
    orders: { name: row => personOf(row).trim() || null, participant: row => row.nameGenericEntity },
  },
  sesiones: {
    contract: exportLogins,
    who: ['cci'],
    filters: rows => [
      ...having('active', ['true', 'false'], row => String(row.active)),
      ...typed('email', rows, row => row.email),
      ...typed('nameGenericEntity', rows, row => row.nameGenericEntity),
      ...since(rows, row => row.visitDateInput),
    ],
    orders: { visitDateInput: row => row.visitDateInput },
  },
  avisos: {
    contract: exportNotifications,
    who: ['cci', 'proveedor', 'evaluador', 'entidad'],
    filters: () => having('isRead', ['true', 'false'], row => String(row.isRead)),
    orders: { createdAt: row => row.createdAt },
  },
  cola: {
    contract: exportQueue,
    who: ['cci'],
    filters: () => having('kind', ['documentation', 'report', 'incident'], row => row.kind),
    orders: { receivedAt: row => row.receivedAt },
  },
  proveedores: {
    contract: exportOverview,
    params: { kind: 'PROVIDER' },
    who: ['cci', 'proveedor', 'evaluador', 'entidad'],
    filters: rows => [
      ...statuses.map(
        (status): Filter => [{ status }, row => (status === 'ACCEPTED' ? row.validationStatus : row.status) === status],
      ),
      ...having('issue', ['OPEN', 'CLOSED', '-'], row => row.issue ?? '-'),
      ...having('fav', ['true', 'false'], row => String(row.details.fav)),
      ...having('score', some(rows.map(row => row.score)), row => row.score),
      ...having('service', some(rows.map(row => row.idService)), row => row.idService),
      ...having('audit', some(rows.map(row => row.idAudit)), row => row.idAudit),
      ...typed(
        'provider',
        rows,
        row => row.provider,
        row => row.cif,
        row => row.details.commercialName,
      ),
    ],
    orders: { provider: row => row.provider, service: row => row.service, expiredAt: row => row.expiredAt },
  },
  ...Object.fromEntries(
    (['ENTITY', 'AUDIT'] as const).map(kind => [
      kind,
      {
        contract: exportOverview,
        params: { kind },
        who: ['cci'],
        filters: rows => [
          ...having('status', statuses, row => row.validationStatus),
          ...typed(
            'provider',
            rows,
            row => row.provider,
            row => row.cif,
            row => row.details.codNRBE,
          ),
        ],
        orders: { provider: row => row.provider, expiredAt: row => row.expiredAt },
      } satisfies List,
    ]),
  ),
} satisfies Record<string, List>

type List = {
  contract: any
  params?: Record<string, string>
  who: string[]
  filters: (rows: Row[]) => Filter[]
  orders: Record<string, (row: Row) => string | null>
}

const keyOf = (row: Row) => row.id ?? row.token ?? row.validationId ?? row.idProvider

const cases = Object.entries<List>(lists).flatMap(([name, list]) => list.who.map(who => ({ name, who, list })))

describe.each([0, 400])('%i days on', days => {
  beforeAll(async () => {
    portal.clock.move(days * DAY)
    await enter()
  })

  // Derived states show in the overviews.
  test.each(cases.filter(({ list }) => days === 0 || list.params))(
    '$name as $who sees them',
    async ({ who, list: { contract, params, filters, orders } }) => {
      const ask = async (query: Record<string, unknown>) => {
        const { status, body } = await people[who]!.call(contract.list, { params, query: { size: 9999, ...query } })
        expect(status, JSON.stringify(query)).toBe(200)
        return body as { content: Row[]; totalElements: number }
      }
      const all = (await ask({})).content
      const asked = filters(all)
      for (const [query, lets] of [[{}, () => true] as Filter, ...asked]) {
        const said = JSON.stringify(query)
        const { content, totalElements } = await ask(query)
        expect(content.map(keyOf).sort(), said).toEqual(all.filter(lets).map(keyOf).sort())
        expect(totalElements, said).toBe(content.length)
        const pages = [await ask({ ...query, size: 5 }), await ask({ ...query, size: 5, page: 1 })]
        expect(
          pages.flatMap(page => page.content.map(keyOf)),
          said,
        ).toEqual(content.slice(0, 10).map(keyOf))
        expect(
          pages.map(page => page.totalElements),
          said,
        ).toEqual([content.length, content.length])
        if (content.length === 0) continue
        const file = await people[who]!.call(contract, { params, query: { ...query, format: 'csv' } })
        expect(readCsv(Buffer.from(file.body as string)).length - 1, said).toBe(content.length)
      }
      for (const [field, of] of Object.entries(orders)) {
        for (const [order, sign] of [
          ['asc', 1],
          ['desc', -1],
        ] as const) {
          const shown = (await ask({ sort: `${field},${order}` })).content.map(of).filter(text => text !== null)
          expect(shown, `${field},${order}`).toEqual(shown.toSorted((a, b) => sign * compareSpanish(a, b)))
        }
      }
    },
  )
})
