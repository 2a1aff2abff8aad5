import type { Call, Client, Person } from '#assurance/load/client.ts'
import { outcomeOf } from '#assurance/load/client.ts'
import type { Send } from '#assurance/load/drive.ts'
import { idOf, type World } from '#assurance/load/world.ts'
import { NOTIFICATION_POLL_MS } from '#domain/identity/session/ping.ts'
import { PASSWORD } from '#test/support/portal.ts'

/** A scattered permutation of 0 to `count` - 1: the n-th of `count`. */
const jump = (n: number, count: number) => (n * 7919) % count

const word = (n: number) => ['atalaya', 'moncayo', 'turia', 'pisuerga', 'ordesa'][n % 5]!

const isPage = (body: Buffer) => body.includes('"content":[')
const isObject = (body: Buffer) => body[0] === 0x7b

export type Named = { name: string; send: Send }

type Kind = 'PROVIDER' | 'ENTITY' | 'AUDIT'

/** The identifiers of the n-th crowd member, counted from 1, as in crowd.sql. */
const kindOf = (n: number): Kind => (n % 20 === 0 ? 'AUDIT' : n % 10 === 1 ? 'ENTITY' : 'PROVIDER')

/** The crowd members of one kind that have a session. */
export const crowdOf = (world: World, kind: Kind) => world.crowd.filter((_, index) => kindOf(index + 1) === kind)

const get = (world: World, person: Person | ((n: number) => Person), path: string | ((n: number) => string)) => {
  return (n: number, client?: Client) => {
    const at = typeof path === 'string' ? path : path(n)
    const who = typeof person === 'function' ? person(n) : person
    const isRight = /\/(queue|views|users|issues|notifications|entity-provider|documents)\b.*\?/.test(at)
      ? isPage
      : isObject
    return outcomeOf(world.ask(who, { method: 'GET', path: at }, client), { isRight })
  }
}

/** The reads, each as a screen makes it: lists, searches and single objects. */
export function readsOf(world: World): { lists: Named[]; details: Named[] } {
  const { cci, bank, provider, evaluator, crowd } = world
  const { participants } = world.scale
  const [providers, banks] = [crowdOf(world, 'PROVIDER'), crowdOf(world, 'ENTITY')]
  const one = (people: readonly Person[]) => (n: number) => people[jump(n, people.length)]!
  const number = (n: number) => 1 + jump(n, participants)
  const named = (name: string, person: Person | ((n: number) => Person), path: string | ((n: number) => string)) => ({
    name,
    send: get(world, person, path),
  })
  const lastPage = Math.max(0, Math.min(500, Math.floor((participants * 0.85) / 20) - 1))
  return {
    lists: [
      named('CCI: overview of providers', cci, '/views/PROVIDER?size=20'),
      named(`CCI: overview, page ${lastPage}`, cci, `/views/PROVIDER?size=20&page=${lastPage}`),
      named('CCI: overview by name', cci, n => `/views/PROVIDER?size=20&provider=${word(n)}`),
      named('CCI: overview of what lapsed', cci, '/views/PROVIDER?size=20&status=LAPSED'),
      named('CCI: overview in order of status', cci, '/views/PROVIDER?size=20&sort=status'),
      named('CCI: list of providers', cci, '/entity-provider?size=20'),
      named('CCI: queue', cci, '/queue?size=20'),
      named('CCI: notices', cci, '/notifications?size=20'),
      named('CCI: users', cci, '/users?size=20'),
      named('CCI: incidents', cci, '/issues?size=20'),
      named('CCI: search of a name', cci, n => `/search?q=${word(n)}`),
      named('CCI: search of a name and a number', cci, n => `/search?q=${word(n)}+${number(n)}`),
      named('CCI: search of a service', cci, '/search?q=custodia'),
      named('CCI: search of a service and a name', cci, n => `/search?q=custodia+${word(n)}`),
      named('CCI: search of nothing there', cci, '/search?q=xqzjwvk'),
      named('bank: overview of providers', bank, '/views/PROVIDER?size=20'),
      named('banks: overview by name', one(banks), n => `/views/PROVIDER?size=20&provider=${word(n)}`),
      named('bank: search of a service', bank, '/search?q=custodia'),
      named('bank: search of a service and a name', bank, n => `/search?q=custodia+${word(n)}`),
      named('providers: notices', one(providers), '/notifications?size=20'),
      named('providers: own users', one(providers), '/users?size=20'),
      named('providers: own incidents', one(providers), '/issues?size=20'),
      named('evaluator: overview', evaluator, '/views/PROVIDER?size=20'),
    ],
    details: [
      named('CCI: one participant', cci, n => `/entity/persona@p${number(n)}.example`),
      named('CCI: timeline of a participant', cci, n => `/timeline/participant/${idOf('a', number(n))}`),
      named('CCI: documents of a participant', cci, n => `/documents?validationId=${idOf('c', number(n))}`),
      named('provider: own page', provider, '/session'),
      named('everyone: own page', one(crowd), '/session'),
      named('providers: own profile', one(providers), '/entity'),
    ],
  }
}

/** The poll of an open page's bell every 60 s, user by user. */
export const poll = (world: World): Send =>
  get(world, n => world.crowd[n % world.crowd.length]!, '/notifications?isRead=false&sort=createdAt%2Cdesc&size=50')

/** The ping of an open page every 5 minutes. */
export const ping =
  (world: World): Send =>
  n => {
    const person = world.crowd[n % world.crowd.length]!
    const form = { token: person.token }
    return outcomeOf(world.ask(person, { method: 'POST', path: '/registersLogin/closeSession', form }), { status: 204 })
  }

/** The number of polls per ping. */
export const POLLS_A_PING = 300_000 / NOTIFICATION_POLL_MS

/** The writes, each with its audit log entry. */
export function writesOf(world: World): Named[] {
  const providers = crowdOf(world, 'PROVIDER')
  const one = (n: number) => providers[jump(n, providers.length)]!
  return [
    {
      name: 'a telephone number',
      send: n => {
        const person = one(n)
        const json = { id: person.userId, contactDetails: { tlf: `91${1_000_000 + (n % 8_999_999)}` } }
        return outcomeOf(world.ask(person, { method: 'POST', path: '/users/updateUser', json }))
      },
    },
    {
      name: 'an incident, of which CCI hears in the portal and by mail',
      send: n => {
        const json = { title: `Retraso ${n}`, detail: 'Llegó con tres horas de retraso.' }
        return outcomeOf(world.ask(one(n), { method: 'POST', path: '/issues', json }), { status: 201 })
      },
    },
  ]
}

const OFFICES = 100

/** The n-th crowd member signs in with the password, from one of several office addresses. */
export const signIn =
  (world: World): Send =>
  n => {
    const email = `persona@p${1 + jump(n, world.scale.participants)}.example`
    // Only Linux routes all of 127.0.0.0/8.
    const from = process.platform === 'linux' ? `127.0.1.${1 + (n % OFFICES)}` : undefined
    const call: Call = { method: 'POST', path: '/login', json: { email, password: PASSWORD }, from }
    return outcomeOf(world.ask(null, call), { isRight: body => body.includes('"userId"') })
  }

/** A document of a provider's own documentation: user, address, path. */
export type Slot = { owner: Person; validationId: string; name: string; documentId: string }

/** The first document of each of some providers, after skipping `skip`. @throws when there are not enough. */
export async function slotsOf(world: World, count: number, left = 0): Promise<Slot[]> {
  const owners = crowdOf(world, 'PROVIDER').slice(left, left + count)
  if (owners.length < count) throw new Error(`${count} providers with a session are needed: more --participants`)
  const { rows } = await world.database.query<{
    participant: string
    validation: string
    document: string
    name: string
  }>(
    `select distinct on (v.participant_id) v.participant_id as participant, v.id as validation, d.id as document, d.name
     from validation v join document d on d.validation_id = v.id
     where v.kind = 'DOC_MIN' and v.participant_id = any($1) order by v.participant_id, d.id`,
    [owners.map(owner => owner.participantId)],
  )
  return owners.map(owner => {
    const { validation, document, name } = rows.find(({ participant }) => participant === owner.participantId)!
    return { owner, validationId: validation, name, documentId: document }
  })
}

let marks = 0

/** A provider uploads a document of the given size in bytes. */
export function upload(world: World, slot: Slot, bytes: number, patienceMs = 120_000): Promise<string> {
  const document = JSON.stringify({ validationId: slot.validationId, documentCatalogName: slot.name })
  const file = { name: 'carga.pdf', content: { mark: `carga ${++marks}`, bytes } }
  const call: Call = { method: 'POST', path: '/documents', parts: { fields: { document }, file }, patienceMs }
  const isRight = (body: Buffer) => JSON.parse(body.toString()).size === bytes
  return outcomeOf(world.ask(slot.owner, call), { status: 201, isRight })
}

/** A provider downloads its document, whose size in bytes is checked. */
export async function download(world: World, slot: Slot, bytes: number): Promise<string> {
  let got = 0
  const onBytes = (chunk: Buffer) => {
    got += chunk.length
  }
  const call: Call = { method: 'GET', path: `/documents/${slot.documentId}/content`, onBytes, patienceMs: 120_000 }
  return outcomeOf(world.ask(slot.owner, call), { isRight: () => got === bytes })
}

/** The same file in base64 within JSON (API-51); a shorter text cannot be complete. */
export async function downloadInBase64(world: World, slot: Slot, bytes: number): Promise<string> {
  let got = 0
  const onBytes = (chunk: Buffer) => {
    got += chunk.length
  }
  const call: Call = { method: 'GET', path: `/documents/${slot.documentId}`, onBytes, patienceMs: 120_000 }
  return outcomeOf(world.ask(slot.owner, call), { isRight: () => got > 4 * Math.ceil(bytes / 3) })
}
