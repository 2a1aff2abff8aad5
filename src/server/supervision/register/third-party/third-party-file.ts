import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import type { CompanyFacts } from '#domain/supervision/register/facts.ts'
import type { ThirdParty } from '#domain/supervision/register/third-party/columns.ts'
import { columnSources, columnsLeft, thirdPartyColumns } from '#domain/supervision/register/third-party/columns.ts'
import { exportThirdParties } from '#domain/supervision/register/third-party/contract.ts'
import type { Guidelines } from '#domain/supervision/register/third-party/guidelines.ts'
import { guidelineEditions, guidelinesOn } from '#domain/supervision/register/third-party/guidelines.ts'
import { valueIn } from '#domain/values/certain.ts'
import { compareSpanish } from '#domain/values/collate.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { MadeAnswer } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { writeWorkbook } from '#server/platform/spreadsheet/workbook.ts'
import { arrangementsWhere } from '#server/supervision/register/entry/contract-rows.ts'
import { registerCompanies } from '#server/supervision/register/facts.ts'

const WIDTH = 24

/**
 * The contracts of a bank without ICT services as a workbook: a sheet with the columns that the guidelines in force ask for,
 * and one that says where each comes from (REG-27). The audit log notes the download.
 * @throws DomainError exportEmpty
 */
export async function thirdPartyFile({
  app,
  db,
  actor,
}: {
  app: AppContext
  db: Db
  actor: Actor
}): Promise<MadeAnswer> {
  const { participantId } = actor
  const today = app.clock.today()
  const found = await thirdPartiesOf(db, participantId)
  if (found.length === 0) throw new DomainError('exportEmpty')
  const { guidelinesFrom } = await centreRulesOf(db)
  const guidelines = guidelinesOn(today, guidelinesFrom)
  const columns = thirdPartyColumns(guidelines)
  const bytes = await writeWorkbook({
    sheet: 'Terceros sin servicios de TIC',
    modified: new Date(app.clock.now()),
    columns: [
      ...columns.map(({ label, holds }) => ({ header: label, width: WIDTH, wrap: true, holds })),
      { header: 'Sin rellenar', width: WIDTH, wrap: true },
    ],
    rows: found.map(row => [...columns.map(({ cell }) => cell(row)), columnsLeft(row, guidelines).join(', ')]),
    about: { sheet: 'Origen', rows: aboutOf(guidelines) },
  })
  return {
    name: `registro-terceros-sin-tic-${today}.xlsx`,
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    bytes,
    onSend: () =>
      inTransaction(app, actor, async tx =>
        tx.record({
          event: 'list.exported',
          object: { kind: 'supervision', id: exportThirdParties.name },
          participantId,
        }),
      ),
  }
}

function aboutOf(of: Guidelines): (readonly [string, string])[] {
  const { name, asksOf } = guidelineEditions[of]
  const borrowed =
    name === asksOf ? [] : [['Columnas', `Las de ${asksOf}: las de ${name} no se han comparado todavía.`] as const]
  return [['Directrices en vigor', name], ...borrowed, ...columnSources(of)]
}

/** By reference. */
async function thirdPartiesOf(db: Db, entityId: string): Promise<ThirdParty[]> {
  const contracts = await arrangementsWhere(db, entityId, sql`a.kind = 'OTHER'`)
  const companies = await registerCompanies(
    db,
    entityId,
    contracts.flatMap(({ providerId }) => providerId ?? []),
    contracts.flatMap(({ company }) => company?.id ?? []),
  )
  const byId = new Map<string | null, CompanyFacts>(companies.map(each => [each.id, each]))
  return contracts
    .toSorted((a, b) => compareSpanish(a.reference, b.reference))
    .map(contract => {
      const company = valueIn(byId, contract.providerId ?? contract.company!.id)
      return {
        contract,
        provider: contract.provider,
        number: company.otherCode ?? company.euid ?? '',
        lei: company.lei ?? '',
        parent: parentOf(company, byId)?.name ?? '',
      }
    })
}

/** The company at the top, if there is one above. A circle ends where it closes. */
function parentOf(company: CompanyFacts, byId: ReadonlyMap<string | null, CompanyFacts>): CompanyFacts | undefined {
  const seen = new Set([company.id])
  let top: CompanyFacts | undefined
  for (let at = byId.get(company.parentId); at && !seen.has(at.id); at = byId.get(at.parentId)) {
    seen.add(at.id)
    top = at
  }
  return top
}
