import type { Control } from '#domain/assessment/assessment.ts'
import type { importFramework as importContract } from '#domain/assessment/framework/contract.ts'
import { domainSummaries, frameworkChanges } from '#domain/assessment/framework/framework.ts'
import {
  areIllustrative,
  illustrativeControls,
  illustrativeFramework,
} from '#domain/assessment/framework/illustrative.ts'
import type { AnswerOf, BodyOf } from '#domain/contract/contract.ts'
import { assertAllowed, DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { FrameworkStatus } from '#domain/states/control-framework.ts'
import { frameworkMachine } from '#domain/states/control-framework.ts'
import { decideByStatus } from '#domain/states/machine.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import {
  controlsOf,
  lockFrameworks,
  publishedFramework,
  visibleFramework,
} from '#server/assessment/framework/queries.ts'
import type { work } from '#server/assessment/framework/rows-task.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { rowsWrong, understood } from '#server/platform/spreadsheet/import-sheet.ts'
import { spreadsheetKind, spreadsheetTask } from '#server/platform/spreadsheet/read.ts'

type Given = BodyOf<typeof importContract>

/**
 * Imports an edition as a DRAFT, whole or not at all; a DRAFT of the same name and edition is replaced (DICT-01). A
 * preview only says what it would change against the published edition.
 * @throws DomainError fileMissing, importExtension, rowsWrong with `rows`, invalid with fields, frameworkClosed
 */
export async function importFramework(
  tx: Transaction,
  actor: Actor,
  given: Given,
  file: Upload | undefined,
): Promise<AnswerOf<typeof importContract>> {
  if (!file && !given.illustrative) throw new DomainError('fileMissing', { fields: { file: t('Adjunte un archivo') } })
  const controls = file ? await controlsIn(file) : illustrativeControls
  const published = await publishedFramework(tx.db)
  const answer = {
    controls: controls.length,
    domains: domainSummaries(controls),
    changes: published ? frameworkChanges(await controlsOf(tx.db, published.id), controls) : null,
  }
  if (given.preview) return { framework: null, ...answer }
  const id = await saveDraft(tx, actor, named(given), controls)
  return { framework: await visibleFramework(tx.db, actor, id), ...answer }
}

/** The name and edition; those of the list that comes with the product are its own. */
function named({ name, edition, illustrative }: Given): { name: string; edition: string } {
  const wanted = illustrative
    ? { name: name || illustrativeFramework.name, edition: edition || illustrativeFramework.edition }
    : { name, edition }
  const fields: Record<string, string> = {}
  if (wanted.name === '') fields.name = t('Escriba el nombre del marco')
  if (wanted.edition === '') fields.edition = t('Escriba la edición')
  if (Object.keys(fields).length > 0) throw new DomainError('invalid', { fields })
  return wanted
}

const controlsOfFile = spreadsheetTask<typeof work>(new URL('./rows-task.ts', import.meta.url))

async function controlsIn({ name, path }: Upload): Promise<readonly Control[]> {
  const { controls, faults } = await understood(async () => controlsOfFile({ path }, spreadsheetKind(name)))
  if (faults.length > 0) throw rowsWrong(faults)
  return controls
}

async function saveDraft(
  tx: Transaction,
  actor: Actor,
  { name, edition }: { name: string; edition: string },
  controls: readonly Control[],
): Promise<string> {
  await lockFrameworks(tx.db)
  const editions = await tx.db.selectFrom('control_framework').select(['id', 'name', 'edition', 'status']).execute()
  const same = editions.find(
    each => foldForSearch(each.name) === foldForSearch(name) && foldForSearch(each.edition) === foldForSearch(edition),
  )
  const move = same ? 'importAgain' : 'import'
  const status = (same?.status ?? null) as FrameworkStatus | null
  const decision = assertAllowed(decideByStatus(frameworkMachine, move, status, actor.role))
  const id = same?.id ?? tx.newId()
  const illustrative = areIllustrative(controls)
  if (same) {
    await tx.db.deleteFrom('control').where('framework_id', '=', id).execute()
    await tx.db
      .updateTable('control_framework')
      .set(eb => ({ name, edition, illustrative, created_at: tx.now, version: eb('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
  } else {
    await tx.db
      .insertInto('control_framework')
      .values({ id, name, edition, illustrative, status: decision.to, created_at: tx.now })
      .execute()
  }
  await tx.db
    .insertInto('control')
    .values(controls.map(control => ({ ...control, framework_id: id, dimensions: [...control.dimensions] })))
    .execute()
  tx.record({
    event: decision.event,
    object: { kind: 'framework', id },
    data: { framework: name, edition, controls: controls.length, to: decision.to },
  })
  return id
}
