import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { paths } from '#web/app/paths.ts'

/*
 * Every user-written text contains an attack, inserted past the rules; every screen of every role shows it as plain
 * text (ASVS 1.1.2, 1.2.1, 1.3.1, 1.3.7).
 */

const ATTACK = `<img src=x onerror="globalThis.ran=1">"'><svg onload=globalThis.ran=1>{{7*7}}\${7*7}</script>`
const LINK = 'javascript:globalThis.ran=1'

/** User-written columns, by table, except those that a constraint ties to other values. */
const written: Record<string, string[]> = {
  participant: ['name', 'commercial_name', 'business_name', 'billing_contact', 'security_leader', 'incident_contact'],
  portal_user: ['name', 'surnames', 'position'],
  required_document: ['description'],
  required_datum: ['field'],
  service: ['description'],
  document_version: ['file_name', 'rejected_reason'],
  incident: ['title', 'detail'],
  incident_document: ['file_name'],
  invitation: ['name', 'contact_person'],
  notification: ['message'],
  score: ['file_name', 'correction_reason'],
  validation: ['concept'],
}
const people = ['cci', 'proveedor', 'evaluador', 'entidad'] as const

let portal: TestPortal
let stage: Stage
let visitors: Record<(typeof people)[number], Visitor>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  for (const [table, columns] of Object.entries(written)) {
    for (const column of columns) {
      // A leading number keeps unique columns unique.
      await sql`
        update ${sql.table(table)} t set ${sql.ref(column)} = ${ATTACK} || n.number
        from (select ctid, row_number() over () as number from ${sql.table(table)}) n
        where n.ctid = t.ctid`.execute(portal.app.db)
    }
  }
  await portal.app.db.updateTable('participant').set({ web: LINK }).execute()
  stage = await openStage(portal)
  visitors = await stage.people(people)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

const one = async (text: string) =>
  (await sql<{ id: string; owner: string }>`${sql.raw(text)}`.execute(portal.app.db)).rows[0]!

/** Every screen of a role, with real ids in its URL. */
async function screens(): Promise<Record<(typeof people)[number], string[]>> {
  const docs = await one(
    `select id, participant_id as owner from validation where kind = 'DOC_MIN' and status = 'PENDING' limit 1`,
  )
  const report = await one(
    `select id, participant_id as owner from validation where kind = 'AUDIT_REPORT' and status = 'PENDING' limit 1`,
  )
  const incident = await one('select id, provider_id as owner from incident order by created_at desc limit 1')
  const own = await one(
    `select v.id, v.participant_id as owner from validation v join portal_user u on u.participant_id = v.participant_id
     where u.email = 'proveedor@almotacen.example' and v.kind = 'AUDIT_REPORT' and v.status = 'REJECTED' limit 1`,
  )
  const everybody = [paths.notifications(), paths.account(), paths.users()]
  return {
    cci: [
      ...everybody,
      paths.providers(),
      paths.entities(),
      paths.evaluators(),
      paths.editParticipant(docs.owner, 'PROVIDER'),
      paths.openIncident(incident.owner, incident.id, 'w'),
      paths.manageIncidents(),
      paths.invitations(),
      paths.configuration(),
      paths.services(),
      paths.verifyDocumentation(docs.owner, docs.id),
      paths.viewDocumentation(docs.owner, docs.id, 'DOC_MIN'),
      paths.verifyReport(report.owner, report.id),
      paths.sendReportForProvider(docs.owner),
      paths.usersOverview(),
      paths.statistics(),
    ],
    proveedor: [
      ...everybody,
      paths.start(),
      paths.providers(),
      paths.ownData(),
      paths.ownDocumentation(),
      paths.incidents(),
      paths.sendReport(),
      paths.sendReport(own.id),
    ],
    evaluador: [...everybody, paths.start(), paths.providers(), paths.ownData(), paths.ownDocumentation()],
    entidad: [...everybody, paths.start(), paths.providers(), paths.ownData(), paths.incidents()],
  }
}

/** Opens rows, menus and details by clicking the first of each. */
async function look({ page, quiet }: Visitor): Promise<void> {
  await quiet()
  const row = page.getByRole('row').nth(1)
  if (await row.isVisible().catch(() => false)) await row.click({ timeout: 2000 }).catch(() => {})
  await quiet()
}

test.each(people)('every screen of %s shows typed markup as text, and runs none of it', async name => {
  const { page } = visitors[name]
  const dialogs: string[] = []
  page.on('dialog', dialog => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  let shown = 0
  for (const path of (await screens())[name]) {
    await visitors[name].visit(path)
    await look(visitors[name])
    const state = await page.evaluate(() => ({
      ran: (globalThis as { ran?: number }).ran,
      images: document.querySelectorAll('img[src="x"]').length,
      links: document.querySelectorAll('a[href^="javascript" i], iframe, object, embed').length,
      text: document.body.textContent ?? '',
    }))
    expect({ path, ran: state.ran, images: state.images, links: state.links }).toEqual({
      path,
      ran: undefined,
      images: 0,
      links: 0,
    })
    expect(state.text, path).not.toMatch(/>49</)
    if (state.text.includes('<img src=x onerror=')) shown++
  }
  expect(shown).toBeGreaterThan(2)
  expect(dialogs).toEqual([])
})

test('a mail carries it as text, and no markup at all', async () => {
  const cci = await portal.signIn('cci@almotacen.example')
  const { id } = await one(
    `select participant_id as id, '' as owner from portal_user where email = 'proveedor@almotacen.example'`,
  )
  const sent = await cci.fetch('POST', '/notifications', {
    body: JSON.stringify({ idGenericEntity: id, type: 'NOTICE', message: ATTACK }),
  })
  expect(sent.status).toBeLessThan(300)
  const mail = (await portal.mails()).at(-1)!
  expect(mail.text).toContain(ATTACK)
})
