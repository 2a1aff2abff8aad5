import { listDocuments, uploadDocument } from '#domain/document/contract.ts'
import { updateUser } from '#domain/identity/user/contract.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import { editParticipant } from '#domain/participant/contract.ts'
import { listValidations } from '#domain/validation/contract.ts'
import { pdf } from '#test/support/documents.ts'
import type { Caller } from '#test/support/portal.ts'
import { callerOf } from '#test/support/portal.ts'

type Send = NonNullable<Parameters<typeof callerOf>[2]>

/** A caller's credentials. */
export type Keys = { userId: string; token: string; csrf: string; cookie: string }

const pages = [
  '/session',
  '/entity',
  '/agenda',
  '/notifications?size=10',
  '/issues?size=20',
  '/issues/summary',
  '/service-catalogs',
  '/queue?size=20',
  '/invitations?size=20',
  '/views/PROVIDER?size=20',
  '/entity-provider?size=20',
  '/entity-audit?accredited=true&size=20',
  '/search?q=cantera',
  '/users?size=20',
  '/registersLogin?size=20',
]

export type Person = {
  caller: Caller
  reads: string[]
  writes: ((n: number) => Promise<unknown>)[]
  /** The target of a no-op upload, if allowed. */
  draft: { validationId: string; documentCatalogName: string } | null
}

/** The actions of one user: its pages, its own files, and its own writes. `send` sends its calls. */
export async function meet(url: string, { userId, ...keys }: Keys, send?: Send): Promise<Person> {
  const caller = callerOf(url, keys, send)
  const me = (await caller.fetch('GET', '/session')).body as {
    idGenericEntity: string
    role: { key: string }
    next: string
  }
  const reads: string[] = []
  for (const page of pages) if ((await caller.fetch('GET', page)).status === 200) reads.push(page)
  const own = { genericEntityId: me.idGenericEntity, type: 'DOC_MIN' as const }
  const [documentation] = (await caller.call(listValidations, { query: own })).body.content ?? []
  const documents: { id: string | null; file: string | null; documentCatalogName: string }[] = documentation
    ? (await caller.call(listDocuments, { query: { validationId: documentation.id } })).body.content
    : []
  const files = documents.flatMap(({ id, file }) => (id && file ? [`/documents/${id}/content`] : []))
  const callMe = (n: number) =>
    caller.call(updateUser, { body: { id: userId, contactDetails: { tlf: `91${1_000_000 + (n % 8_999_999)}` } } })
  // A user with a one-time password must choose a password before other writes.
  const writes: Person['writes'] = me.next === 'change-password' ? [] : [callMe]
  const provider = (await caller.fetch('GET', '/views/PROVIDER?size=1')).body.content?.[0]?.idProvider
  if (me.role.key === 'ENTITY' && provider) {
    const body = { idProvider: provider, idEntity: me.idGenericEntity }
    writes.push(() => caller.call(editParticipant, { params: { kind: 'provider', id: provider }, body }))
  }
  const choosesProvider = me.role.key !== 'PROVIDER'
  if (reads.includes('/issues?size=20') && (provider || !choosesProvider)) {
    const providerId = choosesProvider ? provider : undefined
    writes.push(n => caller.call(raiseIncident, { body: { providerId, title: `Retraso ${n}`, detail: 'Tres horas' } }))
  }
  const isDraft = documentation?.status === null
  if (isDraft) {
    const body = {
      document: { validationId: documentation.id, documentCatalogName: documents[0]!.documentCatalogName },
    }
    writes.push(n => {
      const file = pdf(`remojo ${n}`)
      return caller.call(uploadDocument, {
        body,
        files: { file: { ...file, content: file.content + ' '.repeat(300_000) } },
      })
    })
  }
  const draft = isDraft
    ? { validationId: documentation.id, documentCatalogName: documents.at(-1)!.documentCatalogName }
    : null
  return { caller, reads: [...reads, ...reads, ...files], writes, draft }
}
