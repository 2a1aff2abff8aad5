import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { RelianceStatus } from '#domain/states/reliance-file.ts'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import type { RelianceFactsRead } from '#domain/supervision/reliance/facts.ts'
import type { Answers, AuditPlan, Conclusion, Written } from '#domain/supervision/reliance/file.ts'
import { emptyFile } from '#domain/supervision/reliance/file.ts'
import { onlyOf } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { hasStatus } from '#server/platform/database/status.ts'

/** A reliance file as stored. */
export type StoredFile = DraftFile | SignedFile
export type SignedFile = Common & {
  /** What the portal knew at the signature. */
  facts: RelianceFactsRead
  signedAt: string
  /** The signed text, and its SHA-256. */
  content: string
  contentHash: string
}
type DraftFile = Common & { facts: null; signedAt: null; content: null; contentHash: null }

type Common = {
  id: string
  entityId: string
  /** Null where the use was erased with its provider. */
  useId: string | null
  number: number
  status: RelianceStatus
  written: Written
  signedBy: string | null
  told: string[]
  version: number
  /** The living provider of its use, and whether the use goes on. */
  providerId: string | null
  isUsed: boolean
}

/** As a signature fills it. */
type Row = Omit<SignedFile, 'written'> & {
  answers: Partial<Answers>
  plan: Partial<AuditPlan>
  conclusion: Conclusion | null
  measures: string
  reviewOn: Day | null
}

/** A draft goes with its provider; what its bank signed stays (BASE-12, RELY-16). */
const isKept = sql<SqlBool>`(p.id is not null or not ${hasStatus(sql`f.status`, relianceMachine.sets.draft)})`

/** The files `f` for which a condition holds, with their use `u`, the newest of a use first. */
export async function filesWhere(db: Db, condition: RawBuilder<SqlBool>): Promise<StoredFile[]> {
  const { rows } = await sql<Row>`
    select f.id, f.entity_id as "entityId", f.use_id as "useId", f.number, f.status, f.facts, f.answers, f.plan,
      f.conclusion, f.conditions_text as measures, f.review_on as "reviewOn", f.signed_at as "signedAt",
      f.content::jsonb -> 'signedBy' ->> 'name' as "signedBy", f.content, f.content_hash as "contentHash", f.told, f.version,
      p.id as "providerId", p.id is not null and u.until is null as "isUsed"
    from reliance_file f
      left join service_use u on u.id = f.use_id
      left join participant p on p.id = u.provider_id and p.deleted_at is null
    where ${condition} and ${isKept} order by f.number desc, f.id desc`.execute(db)
  return rows.map(({ answers, plan, conclusion, measures, reviewOn, ...row }): StoredFile => {
    const empty = emptyFile()
    const written = {
      answers: { ...empty.answers, ...answers },
      plan: { ...empty.plan, ...plan },
      ...{ conclusion, measures, reviewOn },
    }
    const unsigned = { facts: null, signedAt: null, content: null, contentHash: null }
    return relianceMachine.is.draft(row.status) ? { ...row, written, ...unsigned } : { ...row, written }
  })
}

export const isSigned = (file: StoredFile): file is SignedFile => file.facts !== null

/** A file of a bank, or undefined where the bank has no such file. */
export async function relianceFileOf(db: Db, entityId: string, id: string): Promise<StoredFile | undefined> {
  const [found] = await filesWhere(db, sql`f.id = ${id} and f.entity_id = ${entityId}`)
  return found
}

/** A file that its bank is known to have. @throws Error otherwise */
export const knownFile = async (db: Db, entityId: string, id: string): Promise<StoredFile> =>
  onlyOf(await filesWhere(db, sql`f.id = ${id} and f.entity_id = ${entityId}`))

/** All files of a bank, or of one of its uses. */
export const relianceFilesOf = (db: Db, entityId: string, useId?: string): Promise<StoredFile[]> =>
  filesWhere(db, useId ? sql`f.entity_id = ${entityId} and f.use_id = ${useId}` : sql`f.entity_id = ${entityId}`)
