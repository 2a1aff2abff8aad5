import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { listServices } from '#domain/catalogue/contract.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import { documentContent } from '#domain/document/contract.ts'
import { MARK_VERSION } from '#domain/document/watermark/watermark.ts'
import { isPrivate } from '#domain/identity/roles.ts'
import { askInvitation } from '#domain/invitation/request/contract.ts'
import { makePackage } from '#domain/supervision/register/contract.ts'
import { declareUse } from '#domain/supervision/use/contract.ts'
import { namedParent, outside } from '#test/support/companies.ts'
import { addIntegrations } from '#test/support/integrations.ts'
import { addFailedMails } from '#test/support/operation.ts'
import type { Things } from '#test/support/permissions.ts'
import { addAssessments, addChains, addIncidents, findThings, inputOf } from '#test/support/permissions.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { newContract, newFunction, newLine, newMember } from '#test/support/register-entries.ts'

/* The pages of every list, including future ones: a list is a call whose answer has `content`. */

let portal: TestPortal
let cci: Caller
let bank: Caller
let things: Things
beforeAll(async () => {
  portal = await startTestPortal()
  const signIn = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cci = await signIn('cci')
  things = await findThings(portal)
  bank = await signIn('entidad')
  await addIncidents(portal, { cci, prov: await signIn('proveedor'), bank }, things)
  await addAssessments(portal, things)
  await addChains(portal, things)
  await addIntegrations(portal, bank, things)
  await bank.call(documentContent, { params: { id: things.document.t! } })
  for (const { id } of (await cci.call(listServices)).body.content.slice(0, 4)) {
    await bank.call(declareUse, { body: { providerId: things.participant.t, serviceId: id, critical: 'YES' } })
  }
  for (const _ of [1, 2, 3]) {
    const { id: functionId } = await newFunction(bank)
    await newMember(bank)
    const { id: arrangementId } = await newContract(bank, { company: outside() })
    await newLine(bank, { functionId, arrangementId })
    await bank.call(makePackage, { body: { format: 'CSV' } })
    portal.clock.move(1)
  }
  await namedParent(await signIn('proveedor2'))
  for (const cif of ['A58818501', 'N0012345E', 'W0012345E']) {
    await bank.call(askInvitation, { body: { name: cif, cif, email: `a@${cif}.example`, reason: 'Lo usamos' } })
  }
  await portal.mails()
  await addFailedMails(portal)
  // Documents that cannot carry the watermark.
  await sql`insert into mark_verdict (sha256, mark_version, judged_at, fault)
    select sha256, ${MARK_VERSION}::integer, ${portal.clock.now()}, 'encrypted' from stored_file`.execute(portal.app.db)
})
afterAll(() => portal.stop())

const lists = contracts.filter(({ answer }) => answer instanceof z.ZodObject && 'content' in answer.shape)

const thingsOfList: Record<string, string> = {
  'participant.overview': 'PROVIDER',
  'incident.favourites': 'cajamar',
  'incident.documents': 't-incident',
  'document.list': 't-docs',
  'document.history': 't-docs',
  'document.reusable': 't-docs',
  'trail.readings': 't-docs',
}

type Page = { content: unknown[]; totalElements: number }

/** A page of a list as CCI reads it, or its bank what only a bank reads. */
async function pageOf(list: Contract, asked: object): Promise<Page> {
  const { params, query } = inputOf(list.name, thingsOfList[list.name] ?? 't', things, cci.me.idGenericEntity)
  const answer = await (isPrivate(list.who) ? bank : cci).call(list, {
    params: params as never,
    query: { ...query, ...asked } as never,
  })
  expect(answer.status, `${JSON.stringify(asked)} ${JSON.stringify(answer.problem)}`).toBe(200)
  return answer.body as Page
}

describe.each(lists.map(list => [list.name, list] as const))('%s', (_name, list) => {
  test('API-05 API-06 BASE-13: its pages hold the whole list, and each says how many rows there are', async () => {
    const { content, totalElements } = await pageOf(list, { size: 9999 })
    expect(totalElements).toBe(content.length)
    const pages = [await pageOf(list, { size: 2 }), await pageOf(list, { page: 1, size: 2 })]
    expect(pages.flatMap(page => page.content)).toEqual(content.slice(0, 4))
    expect(pages.map(page => page.totalElements)).toEqual([totalElements, totalElements])
  })

  test('API-05: beyond its last page it is empty, and says how many rows there are', async () => {
    const { totalElements } = await pageOf(list, { size: 1 })
    expect(await pageOf(list, { page: 1_000_000, size: 9999 })).toMatchObject({ content: [], totalElements })
  })

  test('API-05: sorts in each order that it names', async () => {
    const { content } = await pageOf(list, { size: 9999 })
    const { sort } = list.query!.shape as { sort: z.ZodType }
    const { enum: orders } = z.toJSONSchema(sort, { io: 'input' }) as { enum: string[] }
    for (const order of orders) {
      const rows = (await pageOf(list, { size: 9999, sort: order })).content
      expect(new Set(rows.map(row => JSON.stringify(row))), order).toEqual(
        new Set(content.map(row => JSON.stringify(row))),
      )
    }
  })
})

test('all of them have rows to page through', async () => {
  const totals = await Promise.all(lists.map(async list => (await pageOf(list, {})).totalElements))
  expect(lists.filter((_, index) => totals[index] === 0).map(({ name }) => name)).toEqual([])
})
