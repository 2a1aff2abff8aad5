import { sql } from 'kysely'
import type { AnswerOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { changesDocuments, readerOf, versionFor } from '#domain/document/document.ts'
import type { readPrechecks } from '#domain/document/precheck/contract.ts'
import type { Check, CheckCode } from '#domain/document/precheck/precheck.ts'
import { checksInOrder, datedCheck } from '#domain/document/precheck/precheck.ts'
import { checkText, type Duplicate, duplicateText, hasDuplicate } from '#domain/document/precheck/sentences.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { Day } from '#domain/values/day.ts'
import { madridDay } from '#domain/values/day.ts'
import { findDocument, slotsOfOne } from '#server/document/queries.ts'
import type { VersionRow } from '#server/document/versions.ts'
import type { Db } from '#server/platform/database/connect.ts'

type Answer = AnswerOf<typeof readPrechecks>

/** What the owner reads of its own documents; the rest is for CCI's review (DESK-17). */
const ownersCodes: readonly CheckCode[] = ['COMPANY', 'DATES', 'DUPLICATE', 'TEXT']

/**
 * The checks of the current version of a document, or of the version asked for, for CCI and its owner.
 * @throws DomainError notFound, and forbidden for other readers
 */
export async function prechecksOf(db: Db, actor: Actor, id: string, today: Day): Promise<Answer> {
  const found = await findDocument(db, actor, id)
  if (!found) throw new DomainError('notFound')
  const { validation, documentId, versionId } = found
  const reader = readerOf(actor, { participantId: validation.participant_id, evaluatorId: validation.evaluator_id })
  if (!changesDocuments(reader)) throw new DomainError('forbidden')
  const slots = await slotsOfOne(db, validation)
  const versions = slots.find(slot => slot.documentId === documentId)?.versions ?? []
  const version = versionFor(reader, versions, today, versionId)
  if (typeof version === 'string') throw new DomainError('notFound')
  const { waiting, checkedAt, checks } = await storedChecks(db, version.id)
  const isCentre = reader === 'centre'
  const duplicate = await duplicateOf(db, version, validation.participant_id, isCentre)
  const dated = checks.map(check => datedCheck(check, today, version.expiresOn))
  const shown = dated.filter(({ code }) => isCentre || ownersCodes.includes(code))
  const all = shown.map(check => ({ ...check, text: checkText(check, today, version.expiresOn) }))
  if (hasDuplicate(duplicate)) {
    all.push({ code: 'DUPLICATE', outcome: 'LOOK', detail: {}, page: null, text: duplicateText(duplicate) })
  }
  return {
    file: version.id,
    waiting,
    checkedAt,
    checks: checksInOrder(all).map(({ code, outcome, text, page, detail }) => ({
      code,
      outcome,
      text,
      page,
      ...(code === 'DATES' && detail.dates ? { dates: detail.dates } : {}),
    })),
  }
}

async function storedChecks(db: Db, versionId: string) {
  const [checks, task] = await Promise.all([
    db
      .selectFrom('precheck')
      .select(['code', 'outcome', 'detail', 'page', 'checked_at'])
      .where('version_id', '=', versionId)
      .execute(),
    db.selectFrom('precheck_task').select('version_id').where('version_id', '=', versionId).executeTakeFirst(),
  ])
  return {
    waiting: task !== undefined,
    checkedAt: checks[0]?.checked_at ?? null,
    checks: checks as unknown as Check[],
  }
}

type SameFile = {
  own: boolean
  document: string
  service: string | null
  isCurrent: boolean
  isSameDocument: boolean
  status: string
  reason: string
  decidedAt: string | null
  participant: string
}

/**
 * Where else the file of a version is, among all documents of living participants (DESK-12). Of others only what was
 * sent, and only for CCI. A version used again on purpose is no finding (EASE-03).
 */
async function duplicateOf(
  db: Db,
  version: Pick<VersionRow, 'id' | 'sha256' | 'documentId' | 'reusedFrom'>,
  participantId: string,
  isCentre: boolean,
): Promise<Duplicate> {
  const { rows } = await sql<SameFile>`
    select p.id = ${participantId} as own, d.name as document, s.description as service, x.is_current as "isCurrent",
      d.id = ${version.documentId} as "isSameDocument", x.status, x.rejected_reason as reason,
      x.decided_at as "decidedAt", p.display_name as participant
    from document_version x join document d on d.id = x.document_id
      join validation v on v.id = d.validation_id and v.deleted_at is null
      join participant p on p.id = v.participant_id and p.deleted_at is null
      left join service s on s.id = v.service_id
    where x.sha256 = ${version.sha256} and x.id <> ${version.id}
      and x.id is distinct from ${version.reusedFrom?.versionId ?? null}
      and (p.id = ${participantId} or ${isCentre} and v.status is not null and x.deleted_at is null)
    order by x.decided_at desc nulls last, x.id desc`.execute(db)
  const named = ({ document, service }: SameFile) => (service ? `${document}, de ${service}` : document)
  const own = rows.filter(row => row.own)
  return {
    rejected: own
      .filter(row => row.reason !== '')
      .map(row => ({ on: madridDay(row.decidedAt!), document: named(row), reason: row.reason })),
    slots: [...new Set(own.filter(row => row.isCurrent && !row.isSameDocument).map(named))],
    others: [...new Map(rows.filter(row => !row.own).map(row => [row.participant, row])).values()].map(row => ({
      participant: row.participant,
      document: row.document,
    })),
  }
}
