import { createHash } from 'node:crypto'
import { DomainError } from '#domain/contract/domain-error.ts'
import { REPORT_DOCUMENT } from '#domain/document/document.ts'
import { sentence } from '#domain/messages.ts'
import type { SignedContent } from '#domain/supervision/reliance/content.ts'
import { endWithin } from '#domain/values/cut.ts'
import { formatInstant } from '#domain/values/day.ts'
import { zipInWorker } from '#server/audit-log/case-file/case-file-archive.ts'
import { type DownloadCall, documentFile } from '#server/document/download.ts'
import { slotsOfOne } from '#server/document/queries.ts'
import { deliverFile } from '#server/document/watermark/deliver.ts'
import type { MadeAnswer, StoredAnswer } from '#server/http/route.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { entryNumber } from '#server/platform/audit-log/entry-number.ts'
import { takingTurns } from '#server/platform/worker/turns.ts'
import { scoreFile } from '#server/report-request/score/file.ts'
import { printInWorker } from '#server/supervision/paper/printing.ts'
import type { SignedFile, StoredFile } from '#server/supervision/reliance/queries.ts'
import { isSigned } from '#server/supervision/reliance/queries.ts'
import { fileFactsFor, lawFor } from '#server/supervision/reliance/wire.ts'
import { visibleValidation } from '#server/validation/queries.ts'

/** Archives gathered at once: each holds its files in memory. */
const inTurn = takingTurns(2, 20)

const nameOf = ({ number, facts }: StoredFile) =>
  endWithin(`expediente ${number} ${facts?.subject.service ?? ''}`.replace(/[^\p{L}\p{N} -]/gu, '_').trim(), 120)

async function pdfOf({ app, db, actor }: DownloadCall, file: StoredFile): Promise<Uint8Array> {
  const known = await fileFactsFor(db, actor, file, { now: app.clock.now(), today: app.clock.today() })
  return printInWorker({
    reliance: {
      product: app.settings.productName,
      number: file.number,
      law: await lawFor(db, file, known, app.clock.today()),
      ...{ known, written: file.written },
      signature: file.facts && {
        signedBy: (JSON.parse(file.content) as SignedContent).signedBy,
        ...{ signedAt: file.signedAt, hash: file.contentHash },
        entry: await entryNumber(db, { kind: 'reliance', id: file.id }, 'reliance.signed'),
      },
    },
  })
}

const noteDownload = ({ app, actor }: DownloadCall, { id }: StoredFile) =>
  inTransaction(app, actor, async tx => {
    tx.record({ event: 'reliance.downloaded', object: { kind: 'reliance', id }, participantId: actor.participantId })
  })

/** A file as PDF; a draft says that it is not signed (RELY-12). */
export async function reliancePdfFile(call: DownloadCall, file: StoredFile): Promise<MadeAnswer> {
  const bytes = await pdfOf(call, file)
  const onSend = () => noteDownload(call, file)
  return { name: `${nameOf(file)}.pdf`, mediaType: 'application/pdf', bytes, onSend }
}

/**
 * A signed file as PDF and JSON, with the dictamen and the report as its bank may read them today, each reading recorded,
 * and the hash of each (RELY-13).
 * @throws DomainError relianceUnsigned, unavailable
 */
export async function relianceZipFile(call: DownloadCall, file: StoredFile): Promise<MadeAnswer> {
  if (!isSigned(file)) throw new DomainError('relianceUnsigned')
  return inTurn(async () => {
    const madeAt = call.app.clock.now()
    const { members, absent } = await filesBehind(call, file)
    const pdf = await pdfOf(call, file)
    const all: Member[] = [
      { path: 'expediente.pdf', about: 'El expediente, para leer', bytes: pdf, sha256: sha256Of(pdf) },
      {
        ...{ path: 'expediente.json', about: 'Lo que se firmó' },
        bytes: Buffer.from(file.content),
        sha256: file.contentHash,
      },
      ...members,
    ]
    const index = [
      ...linesOf(file, madeAt, absent).map(line => `# ${line}`),
      '#',
      ...all.flatMap(({ path, about, sha256 }) => [`# ${about}`, `${sha256}  ${path}`]),
    ]
    const bytes = await zipInWorker(
      [
        { path: 'INDICE.txt', text: `${index.join('\n')}\n` },
        ...all.map(member => ({ path: member.path, text: member.bytes })),
      ],
      madeAt,
    )
    const onSend = () => noteDownload(call, file)
    return { name: `${nameOf(file)}.zip`, mediaType: 'application/zip', bytes, onSend }
  })
}

type Member = { path: string; about: string; bytes: Uint8Array; sha256: string }
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

function linesOf({ number, facts, contentHash }: SignedFile, madeAt: string, absent: readonly string[]): string[] {
  const { service, provider, entity } = facts.subject
  return [
    `Expediente de confianza n.º ${number}: ${service}, de ${provider}`,
    `Descargado el ${formatInstant(madeAt)} (hora de Madrid) por ${entity}`,
    `Huella firmada: ${contentHash}`,
    'Compruebe las huellas con: sha256sum -c INDICE.txt',
    ...absent.map(line => `No se incluye: ${line}`),
  ]
}

/** The dictamen and the report of the rating that the file rests on, and why one is left out. */
async function filesBehind(call: DownloadCall, { facts, providerId }: SignedFile) {
  const members: Member[] = []
  const absent: string[] = []
  const { basis } = facts
  if (!basis) return { members, absent: ['no había una calificación vigente cuando se firmó.'] }
  if (!providerId) return { members, absent: ['los archivos del proveedor, que ya no está en el portal.'] }
  const add = async (about: string, path: string, open: () => Promise<StoredAnswer>) => {
    try {
      const file = await open()
      const read = await readWhole(call, file)
      const ending = /\.[a-z0-9]{1,5}$/i.exec(file.name)?.[0] ?? ''
      members.push({ path: `${path}${ending.toLowerCase()}`, about, ...read })
    } catch (error) {
      if (!(error instanceof DomainError) || error.reason === 'unavailable') throw error
      const gone = error.reason === 'notFound' ? 'ya no es el que se publica.' : sentence(error.reason)
      absent.push(`${about}: ${gone}`)
    }
  }
  await add('El dictamen de calificación', 'dictamen', () => scoreFile(call, basis.scoreId))
  await add('El informe de auditoría', 'informe', () => reportFile(call, basis.validationId))
  return { members, absent }
}

async function reportFile(call: DownloadCall, validationId: string): Promise<StoredAnswer> {
  const validation = await visibleValidation(call.db, call.actor, validationId)
  const slot = (await slotsOfOne(call.db, validation)).find(({ name }) => name === REPORT_DOCUMENT)
  if (!slot?.documentId) throw new DomainError('notFound')
  return documentFile(call, slot.documentId)
}

/** A stored file whole, as this reader gets it. Its reading is recorded before the last part is read. */
async function readWhole({ app, actor }: DownloadCall, file: StoredAnswer): Promise<Pick<Member, 'bytes' | 'sha256'>> {
  const { content } = await deliverFile(app, actor, file)
  const parts: Buffer[] = []
  const hash = createHash('sha256')
  for await (const part of content) {
    parts.push(part as Buffer)
    hash.update(part as Buffer)
  }
  return { bytes: Buffer.concat(parts), sha256: hash.digest('hex') }
}
