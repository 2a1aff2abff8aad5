import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { raiseIncident } from '#domain/incident/contract.ts'
import { invite } from '#domain/invitation/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { paths } from '#web/app/paths.ts'

/* The longest content of each field, a list of one and an empty list, on desktop, tablet and phone. */

const WIDTHS = [1440, 768, 360]
const words = (length: number) =>
  'Compañía General de Custodia, Digitalización, Transporte y Destrucción Confidencial de Documentos Bancarios '
    .repeat(3)
    .slice(0, length - 1)
    .padEnd(length, '.')
const NAME = words(200)
const TEXT = `${'X'.repeat(80)} ${words(119)}`
/** 254 characters, the maximum of an address. */
const EMAIL = `${'a'.repeat(64)}@${`${'subdominio'.repeat(6)}.`.repeat(3)}ex.com`

let portal: TestPortal
let stage: Stage
let visitors: Record<'cci' | 'proveedor' | 'evaluador' | 'entidad', Visitor>
let ids: Record<'provider' | 'documentation' | 'request' | 'pending' | 'pendingProvider' | 'incident', string>

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  ids = await lengthen()
  stage = await openStage(portal)
  visitors = await stage.people(['cci', 'proveedor', 'evaluador', 'entidad'])
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

/** Gives the demo provider content of maximum length, and removes all services but one. */
async function lengthen(): Promise<typeof ids> {
  const { db } = portal.app
  const caller = await portal.signIn('proveedor@almotacen.example')
  const provider = caller.me.idGenericEntity
  await db
    .updateTable('participant')
    .set({ business_name: NAME, commercial_name: NAME, name: NAME })
    .where('id', '=', provider)
    .execute()
  await db.updateTable('validation').set({ concept: TEXT }).where('kind', '=', 'AUDIT_REPORT').execute()
  const raised = await caller.call(raiseIncident, { body: { providerId: provider, title: words(120), detail: TEXT } })
  expect(raised.status, raised.problem?.detail).toBeLessThan(300)
  const centre = await portal.signIn('cci@almotacen.example')
  expect((await centre.call(invite, { body: { type: 'PROVIDER', email: EMAIL } })).status).toBe(201)
  await db
    .updateTable('portal_user')
    .set({ name: words(200), surnames: words(200), position: words(200) })
    .where('email', '=', EMAIL)
    .execute()
  const one = async (kind: 'DOC_MIN' | 'AUDIT_REPORT', status: string, of?: string) =>
    db
      .selectFrom('validation')
      .select(['id', 'participant_id'])
      .where('kind', '=', kind)
      .where('status', '=', status)
      .where(eb => (of ? eb('participant_id', '=', of) : eb.lit(true)))
      .executeTakeFirstOrThrow()
  const pending = await one('AUDIT_REPORT', 'PENDING')
  return {
    provider,
    documentation: (await one('DOC_MIN', 'ACCEPTED', provider)).id,
    request: (await one('AUDIT_REPORT', 'QUALIFIED', provider)).id,
    pending: pending.id,
    pendingProvider: pending.participant_id,
    incident: (await db.selectFrom('incident').select('id').where('detail', '=', TEXT).executeTakeFirstOrThrow()).id,
  }
}

/** Overflows: the page itself, or text that is cut without an ellipsis. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const root = document.documentElement
    const found: string[] = []
    if (root.scrollWidth > root.clientWidth) {
      const wide = [...document.body.querySelectorAll('*')].filter(each => {
        const { right, width } = each.getBoundingClientRect()
        return width > 0 && right > root.clientWidth + 1
      })
      found.push(
        `the page is ${root.scrollWidth} px wide: ${wide.slice(0, 3).map(each => each.outerHTML.slice(0, 90))}`,
      )
    }
    for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
      const own = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      if (!own || element.matches('input, textarea, select, option, .vh, .vh *, svg *')) continue
      // The nearest clipping box: scrolling ones do not clip.
      let box: HTMLElement | null = element
      while (box && getComputedStyle(box).overflowX === 'visible') box = box.parentElement
      if (!box || box === root || box === document.body) continue
      const style = getComputedStyle(box)
      if (!/hidden|clip/.test(style.overflowX) || style.textOverflow === 'ellipsis') continue
      if (box.scrollWidth <= box.clientWidth + 1 || box.closest('[title]') || box.clientWidth <= 1) continue
      const { right } = element.getBoundingClientRect()
      if (right > box.getBoundingClientRect().right + 1) found.push(`cut: ${element.textContent?.slice(0, 60)}`)
    }
    return found
  })

/** Checks each width, after layout observers have run. */
async function misfitsAtEachWidth(page: Page, path: string): Promise<string[]> {
  const found: string[] = []
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))))
    found.push(...(await misfits(page)).map(each => `${path} at ${width}: ${each}`))
  }
  return found
}

const screens = {
  cci: () => [
    paths.providers(),
    paths.entities(),
    paths.evaluators(),
    paths.users(),
    paths.usersOverview(),
    paths.invitations(),
    paths.manageIncidents(),
    paths.openIncident(ids.provider, ids.incident, 'w'),
    paths.editParticipant(ids.provider, 'PROVIDER'),
    paths.viewDocumentation(ids.provider, ids.documentation, 'DOC_MIN'),
    paths.verifyReport(ids.pendingProvider, ids.pending),
    paths.sendReportForProvider(ids.provider),
    paths.ownData(),
    paths.statistics(),
  ],
  proveedor: () => [
    paths.start(),
    paths.providers(),
    paths.incidents(),
    paths.openIncident(ids.provider, ids.incident, 'r'),
    paths.ownData(),
    paths.ownDocumentation(),
    paths.viewDocumentation(ids.provider, ids.request, 'AUDIT_REPORT'),
    paths.sendReport(),
    paths.sendReport(ids.request),
    paths.notifications(),
    paths.account(),
  ],
  entidad: () => [paths.start(), paths.providers(), paths.incidents()],
  evaluador: () => [paths.start(), paths.providers()],
}

test.each(['cci', 'proveedor', 'entidad', 'evaluador'] as const)(
  'the longest words fit on every screen of %s',
  async name => {
    const { page } = visitors[name]
    const found: string[] = []
    for (const path of screens[name]()) {
      await visitors[name].visit(path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await visitors[name].quiet()
      found.push(...(await misfitsAtEachWidth(page, path)))
    }
    expect(found).toEqual([])
  },
)

test('a list of one and a list of none fit as well', async () => {
  const { page } = visitors.cci
  await page.goto(`${paths.invitations()}?email=${'a'.repeat(40)}`)
  await page.getByText(EMAIL).first().waitFor()
  expect(await misfitsAtEachWidth(page, 'one')).toEqual([])
  await page.goto(`${paths.usersOverview()}?email=${'zq'.repeat(40)}`)
  await page
    .getByText(/Ningún usuario coincide|Nada coincide/)
    .first()
    .waitFor()
  expect(await misfitsAtEachWidth(page, 'none')).toEqual([])
})

test('nothing of all this made the browser complain', async () => {
  for (const visitor of Object.values(visitors)) await visitor.close()
})
