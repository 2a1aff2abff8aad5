import { afterAll, beforeAll, expect, test } from 'vitest'
import { type EventName, eventNames } from '#domain/audit-log/events.ts'
import { fourEyesActs } from '#domain/identity/four-eyes/four-eyes.ts'
import type { InvitableKind, Role } from '#domain/identity/roles.ts'
import { invite } from '#domain/invitation/contract.ts'
import { askInvitation } from '#domain/invitation/request/contract.ts'
import { listNotifications, type NotificationWire } from '#domain/notification/contract.ts'
import type { Recipient } from '#domain/notification/definition.ts'
import { type NotificationType, notificationTypes } from '#domain/notification/definitions/types.ts'
import type { EventPayload } from '#domain/notification/event-payload.ts'
import { noticesOf } from '#domain/notification/notices.ts'
import { notifications } from '#domain/notification/notification.ts'
import { targetOf } from '#domain/notification/target.ts'
import { readValidation } from '#domain/validation/contract.ts'
import { type DomainEvent, inTransaction } from '#server/kernel/transaction.ts'
import { newId } from '#server/platform/ids.ts'
import type { Acting } from '#test/support/acting.ts'
import { startActing } from '#test/support/acting.ts'
import { ok } from '#test/support/answers.ts'
import { assessmentsOf, confirmedAssessment, publishedFramework } from '#test/support/assessments.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import { BULLETIN_TEXT, toldBulletin } from '#test/support/bulletins.ts'
import { asked } from '#test/support/clarifications.ts'
import { documentsOf, freshRequest, ownDocumentation, reject } from '#test/support/documents.ts'
import { facts } from '#test/support/event-facts.ts'
import { evaluated, findingsOf } from '#test/support/findings.ts'
import { opened } from '#test/support/incidents.ts'
import { madeKey, registered } from '#test/support/integrations.ts'
import { addFailedMails } from '#test/support/operation.ts'
import type { Caller } from '#test/support/portal.ts'
import { newContract } from '#test/support/register-entries.ts'
import { signedFile } from '#test/support/reliance.ts'
import { declared } from '#test/support/uses.ts'

/*
 * Where links lead: a notice of every type for each of its readers, its mail, and every link to a row that a screen
 * shows. The thing itself is open there.
 */

const QUESTION = '¿Incluye la planta de Getafe?'
const WANTED = 'Nimbus Cloud, S.A.'
const INVITED = 'ana@convidada.example'

let acting: Acting
let stage: Stage
let readers: Record<Role, Caller>
let visitors: Record<Role, Visitor>
let world: World
/** By role: the links of notices and mails, with the types that lead there. */
const links: Record<Role, Map<string, Set<NotificationType | 'mail' | 'screen'>>> = {
  CCI: new Map(),
  PROVIDER: new Map(),
  AUDIT: new Map(),
  ENTITY: new Map(),
}
const received: Record<Role, Set<NotificationType>> = {
  CCI: new Set(),
  PROVIDER: new Set(),
  AUDIT: new Set(),
  ENTITY: new Set(),
}

type World = EventPayload & {
  waiting: string
  rejected: string
  scored: string
  threads: Record<Role, string>
  /** One that the bank raised. */
  ofBank: string
  /** The services of the requests, and the names of participants, by identifier. */
  names: Map<string, string>
}

const nameOf = ({ me }: Caller) => String(me.nameGenericEntity)
const serviceOf = async (validationId: string) =>
  (await ok(acting.cci.call(readValidation, { params: { id: validationId } }))).service as string

/** A thing of every kind, as its readers find it. */
async function makeWorld(): Promise<World> {
  const { cci, provider, evaluator, bank, portal } = acting
  await publishedFramework(cci)
  const scored = await evaluated(acting)
  const waiting = await freshRequest(cci, provider, evaluator)
  await confirmedAssessment(evaluator, waiting)
  const rejected = await freshRequest(cci, provider, evaluator)
  for (const document of Object.values(await documentsOf(cci, rejected))) await reject(cci, document)
  const bulletin = await toldBulletin(acting)
  const ofBank = await opened(cci, bank, provider.me.idGenericEntity)
  const assessmentId = (await assessmentsOf(evaluator, waiting))[0]!.id
  const { idServiceCatalog: serviceId } = await ok(cci.call(readValidation, { params: { id: scored } }))
  const use = await declared(bank, { providerId: provider.me.idGenericEntity, serviceId }, { critical: 'YES' })
  const contract = await newContract(bank, { providerId: provider.me.idGenericEntity })
  const { webhook } = await registered(bank, 'https://8.8.8.8/portal', ['level.met'])
  await madeKey(bank, { name: 'GRC' })
  const body = { name: WANTED, cif: 'A58818501', email: 'ana@nimbus.example', reason: 'Copias de seguridad' }
  await ok(bank.call(askInvitation, { body }))
  await ok(cci.call(invite, { body: { type: 'PROVIDER', email: INVITED } }))
  await addFailedMails(portal)
  const ofProvider = (await asked(cci, waiting, { text: QUESTION })).id
  const ofEvaluator = (await asked(cci, waiting, { text: QUESTION, askedOf: 'AUDIT' })).id
  const [finding] = await findingsOf(provider)
  return {
    ...facts,
    providerId: provider.me.idGenericEntity,
    providerName: nameOf(provider),
    evaluatorId: evaluator.me.idGenericEntity,
    serviceId,
    serviceName: await serviceOf(scored),
    assessmentId,
    ofBank: ofBank.id,
    incidentId: bulletin.issueId,
    issuerId: provider.me.idGenericEntity,
    useId: use.id,
    arrangementId: contract.id,
    reference: contract.reference,
    findingId: finding!.id,
    webhookId: webhook.id,
    host: '8.8.8.8',
    relianceId: (await signedFile(bank, use)).id,
    bulletinId: bulletin.id,
    askedFor: WANTED,
    email: INVITED,
    waiting,
    rejected,
    scored,
    threads: { CCI: ofProvider, PROVIDER: ofProvider, AUDIT: ofEvaluator, ENTITY: ofProvider },
    names: new Map([
      [scored, await serviceOf(scored)],
      [waiting, await serviceOf(waiting)],
      [rejected, await serviceOf(rejected)],
      [assessmentId, await serviceOf(waiting)],
      ...[provider, evaluator, bank].map(each => [each.me.idGenericEntity, nameOf(each)] as const),
    ]),
  }
}

/** The request that an event is about. */
function requestOf(event: EventName, { waiting, rejected, scored }: World): string {
  if (event === 'request.rejected' || event === 'independence.refused') return rejected
  if (/^(request\.qualified|score\.|use\.|finding\.)/.test(event)) return scored
  return waiting
}

const isOfDocumentation = (event: EventName) => /^(documentation|document|participant|catalogue)\./.test(event)

/** What some notices ask of an event besides. */
const variantsFor = (role: Role): Partial<EventPayload>[] => [
  {},
  { evaluatorName: undefined },
  { asker: role as 'AUDIT', asked: 'CCI' },
  { issuerId: acting.bank.me.idGenericEntity, incidentId: world.ofBank },
  { issuerId: acting.cci.me.idGenericEntity },
  { searcherId: acting.cci.me.userId },
  { ratingBefore: 'A+/A+/A+', changed: ['name'] },
  { byCentre: true },
  { opensOn: '2026-12-14' },
  { declares: true },
  { template: 'invitation', trouble: { refused: false, reason: '' } },
  { template: 'first-password' as never, trouble: { refused: true, reason: '550' } },
  ...fourEyesActs.map(act => ({ act })),
]

/** The events for a role that owns what they are about: one for each notice and link. */
function eventsFor(role: Role, world: World, documentation: string): DomainEvent[] {
  const { me } = readers[role]
  const known = new Set<string>()
  return eventNames.flatMap(event =>
    variantsFor(role).flatMap(more => {
      const told: EventPayload = {
        ...world,
        validationId: isOfDocumentation(event) ? documentation : requestOf(event, world),
        participantId: me.idGenericEntity,
        participantName: nameOf(readers[role]),
        kind: role as InvitableKind,
        documentName: event.startsWith('clarification.') ? undefined : world.documentName,
        asker: 'CCI',
        asked: role === 'AUDIT' ? 'AUDIT' : 'PROVIDER',
        clarificationId: world.threads[role],
        searcherId: me.userId,
        colleagueId: me.userId,
        ...more,
      }
      // Banks take part in no thread.
      if (role === 'ENTITY' && /^(clarification|appeal)\./.test(event)) return []
      const notices = noticesOf(event, told)
      // What a role never hears of, because it owns no such thing.
      const isOwn = (to: Recipient) =>
        typeof to === 'object' &&
        (('participant' in to && to.participant === me.idGenericEntity) || ('user' in to && to.user === me.userId))
      if (notices.some(({ type, to }) => isOwn(to) && !(role in notifications[type].mail))) return []
      const fresh = notices.filter(({ type, info, to }) => {
        const key = JSON.stringify([type, info, to])
        return !known.has(key) && known.add(key)
      })
      const id = newId(acting.portal.clock.now())
      return fresh.length > 0 ? [{ event, object: { kind: 'notice', id }, facts: { ...told, onceKey: id } }] : []
    }),
  )
}

const lead = (role: Role, path: string, from: NotificationType | 'mail' | 'screen') => {
  const known = links[role].get(path)
  if (known) known.add(from)
  else links[role].set(path, new Set([from]))
}

beforeAll(async () => {
  acting = await startActing({ withWeb: true })
  const { portal, cci, provider, evaluator, bank } = acting
  readers = { CCI: cci, PROVIDER: provider, AUDIT: evaluator, ENTITY: bank }
  world = await makeWorld()
  const since = portal.app.clock.now()
  const before = (await portal.mails()).length
  for (const role of ['PROVIDER', 'AUDIT', 'ENTITY'] as const) {
    const { id } = await ownDocumentation(readers[role])
    await inTransaction(portal.app, null, async tx => {
      for (const event of eventsFor(role, world, id)) tx.record(event)
    })
  }
  for (const role of Object.keys(readers) as Role[]) {
    for (let page = 0, more = true; more; page++) {
      const query = { size: 1000, page }
      const { content } = await ok(readers[role].call(listNotifications, { query }))
      for (const { type, info, createdAt } of content as NotificationWire[]) {
        if (createdAt < since) continue
        received[role].add(type)
        const path = targetOf(type, info, role)
        if (path !== null) lead(role, path, type)
      }
      more = content.length === 1000
    }
  }
  const roleOf = new Map(Object.entries(readers).map(([role, { me }]) => [String(me.email), role as Role]))
  for (const { to, text } of (await portal.mails()).slice(before)) {
    const role = roleOf.get(to)
    for (const [, path] of role ? text.matchAll(/https?:\/\/[^/\s]+(\/\S*?)[.,]?(?:\s|$)/g) : []) {
      if (!path!.startsWith('/auth/')) lead(role!, path!, 'mail')
    }
  }
  stage = await openStage(portal)
  const people = await stage.people(['cci', 'proveedor', 'somport', 'entidad'])
  visitors = { CCI: people.cci, PROVIDER: people.proveedor, AUDIT: people.somport, ENTITY: people.entidad }
}, 300_000)
afterAll(async () => {
  await stage?.close()
  await acting?.portal.stop()
})

test('NOTIF-03: every type of notice reaches each role that can choose whether it is mailed', () => {
  const missing = notificationTypes.flatMap(type =>
    (Object.keys(notifications[type].mail) as Role[])
      .filter(role => !received[role].has(type))
      .map(role => `${type} ${role}`),
  )
  expect(missing).toEqual([])
})

/** What is open at an address: a text of the thing itself, and whether it stands beside its list or in a window. */
type Open = { text: string | RegExp; beside?: true }

function openAt(path: string, world: World): Open {
  const [place = '', search = ''] = path.split('?')
  const query = new URLSearchParams(search)
  if (query.has('row')) {
    if (place === '/clarifications') return { text: QUESTION, beside: true }
    if (place === '/bulletins') return { text: BULLETIN_TEXT, beside: true }
    if (place === '/findings') return { text: 'Segundo emplazamiento', beside: true }
    return { text: world.providerName!, beside: true }
  }
  if (query.has('edit')) return { text: 'Con quién es', beside: true }
  const texts: Record<string, string | RegExp> = {
    '/': /\S/,
    '/access-invitation': query.get('email') ?? WANTED,
    '/access-security': 'Verificación en dos pasos',
    '/centre-rules': 'Evaluación obligatoria',
    '/findings': 'RE-02',
    '/incidences': world.incidentTitle!,
    '/integrations': 'GRC',
    '/notifications': 'Sin leer',
    '/operation': query.has('status') ? 'tres@fallo.example' : 'Procesos automáticos',
    '/own-data': 'Datos para el registro de sus clientes',
    '/own-documentation': 'Caduca el',
    // Providers are listed by their commercial names.
    '/provider': query.get('provider')?.split(' ')[0] ?? /\S/,
    '/audit': query.get('provider')!,
    '/entity': query.get('provider')!,
    '/account': query.has('parte') ? 'Avisos por correo' : 'Cambiar la contraseña',
    '/register': 'LEI de su entidad',
    '/required-levels': world.serviceName!,
    '/service-configuration': 'Custodia documental',
    '/user-management': 'entidad@almotacen.example',
  }
  const known = texts[place]
  if (known !== undefined) return { text: known }
  const [, screen = '', of = ''] = place.split('/')
  if (screen === 'incidences') return { text: world.incidentTitle! }
  if (screen === 'integrations') return { text: world.host! }
  const ids = of.split('-')
  const named = [...ids].reverse().find(id => world.names.has(id))
  return { text: named ? world.names.get(named)! : world.serviceName! }
}

/** Screens that link to rows of lists. */
const linking: Record<Role, readonly string[]> = {
  CCI: ['/', '/provider', '/calendar?view=list'],
  PROVIDER: ['/', '/calendar?view=list'],
  AUDIT: ['/', '/assessments'],
  ENTITY: ['/', '/calendar?view=list'],
}

async function linksOnScreens(role: Role): Promise<void> {
  const { page, visit, quiet } = visitors[role]
  for (const path of linking[role]) {
    await visit(path)
    await quiet()
    const found = await page.locator('main a[href*="row="]').evaluateAll(all => all.map(a => a.getAttribute('href')!))
    for (const href of found) lead(role, href, 'screen')
  }
}

test.each(['CCI', 'PROVIDER', 'AUDIT', 'ENTITY'] as const)(
  'NOTIF-03: the target of each link of a %s is open',
  async role => {
    const { page, visit } = visitors[role]
    const faults: string[] = []
    await linksOnScreens(role)
    for (const [path, from] of links[role]) {
      const onScreenAlone = from.size === 1 && from.has('screen')
      const { text, beside } = onScreenAlone ? { text: /\S/, beside: true } : openAt(path, world)
      await visit(path)
      const place = beside
        ? 'main aside[aria-label], [role=dialog]'
        : path.startsWith('/provider?')
          ? 'main tbody'
          : 'main'
      const within = page.locator(place)
      // CCI edits the title of an incident.
      const field = page.locator(path.startsWith('/incidences/') ? `main input[value*="${text}"]` : 'none')
      const shown = within.getByText(text).filter({ visible: true }).or(field).first()
      const isOpen = await shown.waitFor({ timeout: 4000 }).then(
        () => true,
        () => false,
      )
      if (!isOpen)
        faults.push(`${path} (${[...from].join(', ')}): ${(await page.locator('main').textContent())?.slice(0, 300)}`)
    }
    expect(faults).toEqual([])
  },
)
