import { unzipSync } from 'fflate'
import { expect } from 'vitest'
import { deleteService, listServices } from '#domain/catalogue/contract.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { contracts } from '#domain/contracts.ts'
import {
  acknowledgeBulletin,
  exportBulletins,
  publishBulletin,
  setImpactClock,
} from '#domain/incident/bulletin/contract.ts'
import { pingWebhook } from '#domain/integration/webhook/contract.ts'
import { listNotifications, markNotification } from '#domain/notification/contract.ts'
import { undo } from '#domain/notification/undo/contract.ts'
import { exportParticipant } from '#domain/participant/contract.ts'
import { listScoreReaders } from '#domain/report-request/score/contract.ts'
import { saveView } from '#domain/search/saved-view/contract.ts'
import { acceptGap } from '#domain/supervision/acceptance/contract.ts'
import { exportSupervision } from '#domain/supervision/own-data/contract.ts'
import { importRegister, lintRegister, makePackage, packageContent } from '#domain/supervision/register/contract.ts'
import { changeLine, exportLines, removeFunction } from '#domain/supervision/register/entry/contract.ts'
import { discardReliance, exportReliance, readReliance } from '#domain/supervision/reliance/contract.ts'
import { changeUse, exportUses, importUses, saveLevelPolicy } from '#domain/supervision/use/contract.ts'
import { announceExpiries } from '#server/expiry/announce.ts'
import { writeRefusals } from '#server/http/security/record-denial.ts'
import { makeMetrics } from '#server/kernel/metrics.ts'
import { DAY, MINUTE } from '#server/platform/clock.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { outside } from '#test/support/companies.ts'
import { publish } from '#test/support/documents.ts'
import { opened } from '#test/support/incidents.ts'
import { registered } from '#test/support/integrations.ts'
import type { Things } from '#test/support/permissions.ts'
import { findThings, inputOf } from '#test/support/permissions.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { newContract, newFunction, newLine, saveEntity } from '#test/support/register-entries.ts'
import { begun, signedFile, signing, wholeFile, writing } from '#test/support/reliance.ts'
import { bareService, corrected, declared, rated, unrated } from '#test/support/uses.ts'

/*
 * The same year in two portals. In one of them a bank also declares uses, requires levels, accepts gaps, signs reliance
 * files, imports and exports them, and is refused some of it. Everything that others can read is compared byte for byte (LEVEL-19).
 */

export type World = { seen: Map<string, string>; own: string; counts: unknown; trail: string }
export const reason = 'Riesgo asumido por el comité'
export const measures = 'Visita propia al centro de respaldo'
const addressOf = (name: string) => (name.includes('@') ? name : `${name}@almotacen.example`)

/** The principals that read everything in both portals: CCI, and one of each other kind that is not the bank. */
const readers = ['cci', 'proveedor', 'somport', 'externalizacion@santander.example']
/** The principals that the long run adds: the other users of CCI and providers, and another bank. */
export const moreReaders = ['cci2', 'proveedor2', 'cantera', 'evaluador', 'proveedores@caixabank.example']

type Ways = {
  /** Whether the bank does one of the things that it can leave out. */
  chance?: () => boolean
  more?: readonly string[]
}

/** @returns what others read in a portal in which the bank writes down things of its own, or does not. */
export async function live(isDeclaring: boolean, { chance = () => true, more = [] }: Ways = {}): Promise<World> {
  const maybe = async (act: () => Promise<unknown>) => void (chance() && (await act()))
  const acting = await startActing()
  const { portal } = acting
  let { cci, bank } = acting
  let colleague = await portal.signIn(addressOf('entidad2'))
  const pass = async (ms: number) => {
    portal.clock.move(ms)
    if (ms < DAY) return
    // Sessions end as the clock moves.
    cci = await portal.signIn(addressOf('cci'))
    bank = await portal.signIn(addressOf('entidad'))
    colleague = await portal.signIn(addressOf('entidad2'))
    Object.assign(acting, { cci, bank, provider: await portal.signIn(addressOf('proveedor')) })
  }
  const asBank = async (act: () => Promise<unknown>) => {
    await pass(MINUTE)
    // In both portals its users are there at that moment.
    for (const user of [bank, colleague]) await ok(user.call(listServices))
    if (isDeclaring) await act()
  }
  const level = { requiredScore: 'A/A/A', critical: 'YES', note: 'Cobros del banco' }

  const met = await rated(acting, 'A/A/A')
  await pass(MINUTE)
  const below = await rated(acting, 'A/A/B', '2026-12-20')
  await pass(MINUTE)
  const waiting = await unrated(acting)
  await pass(MINUTE)
  const bare = await bareService(acting)
  let [ofMet, ofBelow, ofWaiting] = ['', '', '']
  await asBank(async () => {
    await ok(bank.call(saveLevelPolicy, { body: { criticalScore: 'A+/A+/A+', otherScore: 'C/C/C' } }))
    ;({ id: ofMet } = await declared(bank, met, level))
    ;({ id: ofBelow } = await declared(bank, below, level))
    ;({ id: ofWaiting } = await declared(colleague, waiting, level))
    await declared(bank, bare, level)
    await ok(bank.call(acceptGap, { params: { id: ofBelow }, body: { reason, until: '2027-06-30' } }))
    await maybe(async () => {
      const { webhook } = await registered(bank, 'https://8.8.8.8/portal')
      await ok(bank.call(pingWebhook, { params: { id: webhook.id } }))
    })
    const refused = await colleague.call(acceptGap, { params: { id: ofMet }, body: { reason, until: '2027-06-30' } })
    expect(refused.problem.code).toBe('principalOnly')
    expect((await bank.call(changeUse, { params: { id: met.serviceId }, body: {} })).status).toBe(404)
    expect((await bank.call(changeUse, { params: { id: met.serviceId }, body: {} })).status).toBe(404)
    await maybe(() => bank.call(exportUses, { query: { format: 'xlsx', provider: 'tramontana' } }))
    const view = { name: 'Críticas', path: '/required-levels', search: 'critical=YES' } as const
    await maybe(() => ok(bank.call(saveView, { body: view })))
    const file = { name: 'usos.csv', content: 'CIF;Clave\r\nB00000000;SRV-1' }
    await maybe(() => bank.call(importUses, { body: {}, files: { file } }))
    // One signed, which falls due by a correction and by its date; one replaced, one in draft and one discarded.
    const { id } = await signedFile(bank, { id: ofMet }, { ...wholeFile, measures, reviewOn: '2026-12-24' })
    await maybe(async () => {
      await signedFile(bank, { id: ofBelow })
      await writing(bank, await begun(colleague, { id: ofBelow }), { measures })
    })
    await maybe(async () => {
      const gone = await begun(bank, { id: ofWaiting })
      expect((await signing(colleague, gone)).problem.code).toBe('principalOnly')
      await bank.call(discardReliance, { params: { id: gone.id } })
    })
    await ok(bank.call(readReliance, { params: { id } }))
    await maybe(() => bank.call(exportReliance, { query: { format: 'csv' } }))
    await maybe(() => bank.call(exportSupervision))
    await maybe(() => keepRegister(bank, met.providerId, ofMet))
  })
  // CCI publishes, thinks again within the time that it has, and publishes.
  await pass(MINUTE)
  await ok(publish(cci, waiting.validationId, { score: 'B/B/B' }))
  await asBank(async () => undefined)
  await pass(MINUTE)
  await corrected(cci, met, 'A/B/A')
  await pass(MINUTE)
  await corrected(cci, waiting as typeof met, 'A/A/A')
  await pass(MINUTE)
  const taken = await unrated(acting)
  await asBank(() => declared(bank, taken, level))
  await ok(publish(cci, taken.validationId, { score: 'A/A/A' }))
  if (isDeclaring) {
    // The bank has read its own notice when CCI takes the publication back.
    const { content } = await ok(bank.call(listNotifications, { query: { size: 10 } }))
    const { id } = content.find((notice: { type: string }) => notice.type === 'LEVEL_MET')
    await ok(bank.call(markNotification, { params: { id }, body: { isRead: true } }))
  }
  expect((await cci.call(undo, { body: { id: taken.validationId } })).status).toBe(204)
  await pass(MINUTE)
  const served = await cci.call(deleteService, { params: { id: bare.serviceId } })
  expect(served.status).toBe(204)
  const telling = await ok(cci.call(listScoreReaders, { query: { validationId: met.validationId } }))
  expect(telling.entities).toHaveLength(1)
  await answerBulletin(acting, isDeclaring)
  await pass(40 * DAY)
  await announceExpiries(portal.app)
  await asBank(async () => {
    await ok(bank.call(changeUse, { params: { id: ofWaiting }, body: { until: '2026-12-31' } }))
    await bank.call(exportSupervision)
  })
  await writeRefusals(portal.app, true)
  await pass(MINUTE)

  const things = await findThings(portal)
  const seen = new Map<string, string>()
  for (const name of [...readers, ...more]) {
    const reader = await portal.signIn(addressOf(name))
    for (const [key, text] of await readAll(reader, things, { bank, colleague }, met)) seen.set(`${name} ${key}`, text)
  }
  const banks = [addressOf('entidad'), addressOf('entidad2')]
  const mails = (await portal.mails()).filter(({ to }) => !banks.includes(to))
  seen.set(
    'mails',
    JSON.stringify(
      mails.map(({ to, subject, text }) => ({ to, subject, text })),
      null,
      1,
    ),
  )
  seen.set('notices', JSON.stringify(await noticesOfOthers(portal, bank.me.idGenericEntity), null, 1))
  seen.set('metrics', await metricsOf(portal))
  const copy = (await cci.call(exportParticipant, { params: { id: bank.me.idGenericEntity } })).body
  const { body } = await bank.call(exportSupervision)
  const trail = await portal.app.db
    .selectFrom('trail')
    .selectAll()
    .where('participant_id', '=', bank.me.idGenericEntity)
    .execute()
  await portal.stop()
  return { seen, own: JSON.stringify(body), counts: copy.supervision, trail: JSON.stringify(trail) }
}

/** Every notification of others, also those that no list shows any more. */
const noticesOfOthers = ({ app }: TestPortal, bankId: string) =>
  app.db
    .selectFrom('notification')
    .select(['participant_id', 'type', 'message', 'info'])
    .where('participant_id', '<>', bankId)
    .execute()

/**
 * The series of `/metrics` but for those of the process, which come and go with its open files, and the values that come
 * from the database once every mail has left.
 */
async function metricsOf({ app }: TestPortal): Promise<string> {
  const lines = (await makeMetrics(app).text()).split('\n').filter(line => /^almotacen_(?!nodejs_)/.test(line))
  return lines
    .map(line =>
      /^almotacen_(mails|oldest|sessions|files_damaged|job_failures)/.test(line) ? line : line.split(' ')[0]!,
    )
    .join('\n')
}

/**
 * CCI tells those that marked the provider of an incident. In both portals the bank acknowledges it; in one it also says
 * what it means to it, and writes down its own deadlines, which it keeps to itself.
 */
async function answerBulletin({ cci, provider, bank }: Acting, isWriting: boolean): Promise<void> {
  const incident = await opened(cci, provider)
  const body = { phase: 'INITIAL', severity: 'LOW', text: 'El servicio responde con retraso.', audience: 'FOLLOWERS' }
  const { id } = await ok(cci.call(publishBulletin, { params: { id: incident.id }, body: body as never }))
  const written = isWriting ? { impact: 'SEVERE', note: 'Nota secreta del banco' } : { impact: 'NONE' }
  await ok(bank.call(acknowledgeBulletin, { params: { id }, body: written as never }))
  if (!isWriting) return
  await ok(bank.call(setImpactClock, { params: { id }, body: { awareAt: '2026-11-20T08:00:00.000Z' } }))
  await bank.call(exportBulletins, { query: { format: 'csv' } })
  await ok(bank.call(saveView, { body: { name: 'Pendientes', path: '/bulletins', search: 'waiting=true' } }))
}

/** A bank's register of information, from its first word to its files; some of it is refused. */
async function keepRegister(bank: Caller, providerId: string, useId: string): Promise<void> {
  await saveEntity(bank, { authority: 'Autoridad secreta' })
  const { id: functionId } = await newFunction(bank, { name: 'Función secreta' })
  const contract = await newContract(bank, { providerId, reference: 'CT-SECRETO' })
  const line = await newLine(bank, { arrangementId: contract.id, functionId, useId })
  await newContract(bank, { company: outside({ name: 'Empresa secreta' }) })
  await ok(bank.call(changeLine, { params: { id: line.id }, body: { reliance: 'x794', version: 1 } }))
  const stale = await bank.call(changeLine, { params: { id: line.id }, body: { reliance: 'x795', version: 1 } })
  expect(stale.problem.code).toBe('changedMeanwhile')
  await bank.call(exportLines, { query: { format: 'xlsx' } })
  expect((await bank.call(importRegister, { files: { file: { name: 'x.xlsx', content: 'x' } } })).status).toBe(400)
  await ok(bank.call(lintRegister))
  expect((await bank.call(makePackage, { body: { format: 'XBRL_CSV' } })).problem.code).toBe('registerBlocked')
  const { id } = await ok(bank.call(makePackage, { body: { format: 'CSV' } }))
  await bank.call(packageContent, { params: { id } })
  expect((await bank.call(removeFunction, { params: { id: functionId } })).problem.code).toBe('functionUsed')
}

/** What a reader gets from every reading call, about each of some things. */
async function readAll(
  reader: Caller,
  things: Things,
  { bank, colleague }: Record<'bank' | 'colleague', Caller>,
  { validationId, serviceId, providerId }: { validationId: string; serviceId: string; providerId: string },
): Promise<[string, string][]> {
  const bankId = bank.me.idGenericEntity
  const self = reader.me.idGenericEntity
  const about: Record<string, { params?: object; query?: object }[]> = {
    'trail.timeline': [
      { params: { kind: 'participant', id: bankId } },
      { params: { kind: 'participant', id: providerId } },
      { params: { kind: 'request', id: validationId } },
      { params: { kind: 'user', id: bank.me.userId } },
      { params: { kind: 'user', id: colleague.me.userId } },
    ],
    'trail.case-file': [
      { params: { kind: 'participant', id: bankId } },
      { params: { kind: 'user', id: bank.me.userId } },
    ],
    'participant.data': [{ params: { id: bankId } }, { params: { id: providerId } }],
    'participant.overview': ['PROVIDER', 'ENTITY', 'AUDIT'].map(kind => ({ params: { kind }, query: { size: 9999 } })),
    'participant.export-overview': ['PROVIDER', 'ENTITY'].map(kind => ({ params: { kind } })),
    'participant.read': [{ params: { kind: 'entity', id: bankId } }],
    'participant.list': ['provider', 'entity', 'audit'].map(kind => ({ params: { kind } })),
    'user.of-participant': [{ params: { id: bankId } }],
    'score.list': [{ query: { validationId } }],
    'score.readers': [{ query: { validationId } }],
    'validation.read': [{ params: { id: validationId } }],
    'trail.readings': [{ params: { id: validationId } }],
    'search.find': ['tramontana', 'Servicio nuevo', 'cajamar', 'Cobros'].map(q => ({ query: { q } })),
    'service.read': [{ params: { id: serviceId } }],
    'document.list': [{ query: { validationId } }],
    'session.of-user': [{ params: { key: bank.me.userId } }],
  }
  const texts: [string, string][] = []
  for (const contract of contracts.filter(each => each.method === 'GET')) {
    // The demo's own list of mails shows everybody's, and production has none.
    if (contract.name === 'demo.mails') continue
    const ways =
      about[contract.name] ?? ['t', 'own', 'bank', 'PROVIDER'].map(thing => inputOf(contract.name, thing, things, self))
    for (const [way, input] of ways.entries())
      texts.push([`${contract.name} ${way}`, await textOf(reader, contract, input)])
  }
  return texts
}

async function textOf(reader: Caller, contract: Contract, input: object): Promise<string> {
  const { status, body, problem } = await reader.call(contract, input as never)
  if (!(body instanceof Uint8Array)) return `${status} ${JSON.stringify(body ?? problem, null, 1)}`
  const bytes = Buffer.from(body)
  // What a PDF shows is in the answers beside it, and its streams are packed with identifiers.
  if (bytes.subarray(0, 4).toString() === '%PDF') return `${status} PDF`
  if (bytes.subarray(0, 2).toString() !== 'PK') return `${status} ${bytes.toString('latin1')}`
  const parts = Object.entries(unzipSync(bytes)).filter(([name]) => /\.(json|txt|html|xml|jsonl|csv)$/.test(name))
  return `${status} ${parts.map(([name, content]) => `${name}\n${Buffer.from(content).toString('utf8')}`).join('\n')}`
}

const identifiers = /\b[0-9a-hjkmnp-tv-z]{26}\b/g
const idsIn = (seen: Map<string, string>) => new Set([...seen.values()].flatMap(text => text.match(identifiers) ?? []))

/**
 * What is read, without what differs between any two portals: the random identifiers that only one of them has, and
 * with them the order of what happened at one instant, codes and signatures, hashes,
 * and the names of new services. CCI's copy of the bank says how many uses and acceptances there are (BASE-11).
 */
const comparable = (text: string, common: ReadonlySet<string>) =>
  text
    .replace(/"supervision": \{[^}]*\}/g, '"supervision": counts')
    .replace(/"savedViews": (\d+|\[\])/g, '"savedViews": counts')
    .replace(identifiers, found => (common.has(found) ? found : 'id'))
    .replace(/\b(?:Servicio nuevo|Sin informe) \d+/g, 'servicio')
    // The template's workbook carries the machine's time.
    .replace(/<dcterms:.*<\/dcterms:\w+>/g, '')
    .replace(/\b(informe|retraso)[ _]\d+([._]\d+)?/gi, '$1')
    .replace(/("size":\s*)\d+/g, '$1bytes')
    .replace(/\b[0-9a-f]{64}\b/g, 'hash')
    .replace(/("signature": )"[^"]+"/g, '$1signed')
    .replace(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4}){3}\b/g, 'code')
    .replace(/\b[0-9a-f]{32}\b/g, 'salt')
    .split(/\n|;| \| /)
    .map(each => each.trim().replace(/^\d+$/, 'n'))
    .toSorted()
    .join('\n')

/** What anyone else reads otherwise in the two portals, each with both lines. */
export function differences(plain: World, declaring: World): string[] {
  expect(plain.seen.size).toBeGreaterThan(250)
  expect([...declaring.seen.keys()]).toEqual([...plain.seen.keys()])
  const [one, other] = [idsIn(plain.seen), idsIn(declaring.seen)]
  const common = one.intersection(other)
  return [...declaring.seen].flatMap(([key, text]) => {
    const [shown, expected] = [text, plain.seen.get(key)!].map(each => comparable(each, common).split('\n'))
    const at = shown!.findIndex((line, index) => line !== expected![index])
    return at < 0 && shown!.length === expected!.length ? [] : [`${key}: ${shown![at]} instead of ${expected![at]}`]
  })
}
