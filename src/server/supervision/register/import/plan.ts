import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import type { OutsideInput } from '#domain/supervision/register/entry/chain.ts'
import type { ArrangementWire, FunctionWire } from '#domain/supervision/register/entry/contract.ts'
import type { FieldValue, LineValues, RegisterFields } from '#domain/supervision/register/entry/fields.ts'
import { arrangementFields, functionFields, lineFields } from '#domain/supervision/register/entry/fields.ts'
import type { SheetFault, SheetKey, SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { sheetFault } from '#domain/supervision/register/import/sheets.ts'
import { normaliseCif } from '#domain/values/company/cif.ts'
import type { Day } from '#domain/values/day.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { arrangementsWhere } from '#server/supervision/register/entry/arrangements.ts'
import { functionsWhere } from '#server/supervision/register/entry/functions.ts'
import type { Line } from '#server/supervision/register/entry/line-rows.ts'
import { linesWhere } from '#server/supervision/register/entry/line-rows.ts'
import { isSaid } from '#server/supervision/register/entry/party.ts'
import { differ, onTopOf } from '#server/supervision/register/entry/stored.ts'
import type { Chains, LinkStep } from '#server/supervision/register/import/chain-plan.ts'
import { chainSteps } from '#server/supervision/register/import/chain-plan.ts'
import type { Refuse } from '#server/supervision/register/import/outside.ts'
import { companyIn, folded, textOf } from '#server/supervision/register/import/outside.ts'
import { workbookWrong } from '#server/supervision/register/import/read.ts'
import type { WorkbookRows } from '#server/supervision/register/import/rows-task.ts'

type Values = Record<string, FieldValue>
/** What a right row does: it adds a thing, changes `now`, or leaves it as it is. */
type Step<Now> = { line: number; now: Now | undefined; values: Values; isChange: boolean }
export type FunctionStep = Step<FunctionWire> & { code: string }
export type ContractStep = Step<ArrangementWire> & {
  reference: string
  /** Who the contract is with, where the row says so. */
  party: { providerId: string } | { company: OutsideInput } | null
  /** The reference of the overarching contract, where the row says so. */
  overarching: string | null
}
export type LineStep = Step<Line> & { reference: string; code: string; useId: string | null }
export type Plan = {
  functions: FunctionStep[]
  arrangements: ContractStep[]
  lines: LineStep[]
  links: LinkStep[]
  /** The whole chains of the contracts that these are of. */
  chains: Chains
}

const own = (fields: RegisterFields, values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(fields, name)))
const stepOf = <Now extends object>(fields: RegisterFields, row: SheetRow, now: Now | undefined): Step<Now> => {
  const values = own(fields, row.values)
  return { line: row.line, now, values, isChange: !now || differ(fields, onTopOf(now, values), now) }
}

type Known = {
  functions: Map<string, FunctionWire>
  contracts: Map<string, ArrangementWire>
  lines: Line[]
  providers: Map<string, string>
  uses: Map<string, string>
}

/**
 * What a workbook would do to the register of a bank, or every fault in it (DORA-09).
 * @throws DomainError rowsWrong
 */
export async function planOf(db: Db, actor: Actor, today: Day, rows: WorkbookRows): Promise<Plan> {
  const known = await knownTo(db, actor, today, rows)
  const faults: SheetFault[] = []
  const refuse: Refuse = (sheet, { line }, column, rest) => faults.push(sheetFault(sheet, line, column, rest))
  const functions = rows.functions.map(row => {
    const code = textOf(row.values.code)
    return { ...stepOf(functionFields, row, known.functions.get(code)), code }
  })
  const arrangements = rows.arrangements.map(row => contractStep(row, known, refuse))
  refuseRepeated('functions', 'code', rows.functions, refuse)
  refuseRepeated('arrangements', 'reference', rows.arrangements, refuse)
  const references = new Set([...known.contracts.keys(), ...arrangements.map(each => each.reference)])
  for (const [at, { overarching }] of arrangements.entries()) {
    if (overarching === null || references.has(overarching)) continue
    refuse('arrangements', rows.arrangements[at]!, 'overarching', 'no es la referencia de ningún contrato.')
  }
  const lines = lineSteps(rows, known, { functions, arrangements }, refuse)
  const { links, chains } = chainSteps(rows.subcontracts, known.contracts, arrangements, refuse)
  if (faults.length > 0) throw workbookWrong(faults)
  return { functions, arrangements, lines, links, chains }
}

function refuseRepeated(sheet: SheetKey, column: string, rows: readonly SheetRow[], refuse: Refuse): void {
  const seen = new Map<string, number>()
  for (const row of rows) {
    const key = textOf(row.values[column])
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row.line)
    else refuse(sheet, row, column, `repite la fila ${first}. Deje solo una.`)
  }
}

function contractStep(row: SheetRow, known: Known, refuse: Refuse): ContractStep {
  const { reference, cif, company, overarching } = row.values
  const now = known.contracts.get(textOf(reference))
  const step = stepOf(arrangementFields, row, now)
  let party: ContractStep['party'] = null
  if (cif && company) refuse('arrangements', row, 'company', 'ya hay un CIF de proveedor. Deje solo uno.')
  else if (cif) {
    const providerId = known.providers.get(normaliseCif(textOf(cif)))
    if (!providerId) refuse('arrangements', row, 'cif', 'no es el CIF de ningún proveedor del portal.')
    else if (now && now.lines > 0 && now.providerId !== providerId) {
      refuse('arrangements', row, 'cif', 'el contrato tiene servicios de otro proveedor. Quítelos antes.')
    } else party = { providerId }
  } else if (company) party = outsideIn(row, now, refuse)
  else if (!now) refuse('arrangements', row, 'cif', 'está vacío. Diga de qué proveedor es, o de qué empresa externa.')
  const isOther = party !== null && !isParty(party, now)
  const above = overarching === undefined ? null : textOf(overarching)
  const isChange = step.isChange || isOther || (above !== null && above !== now?.overarching)
  return { ...step, isChange, reference: textOf(reference), party: isOther ? party : null, overarching: above }
}

/** The company outside of a row, and its parent where the row says one; what is blank of the company that is there stays. */
function outsideIn(row: SheetRow, now: ArrangementWire | undefined, refuse: Refuse): { company: OutsideInput } | null {
  const isThere = now?.company && folded(now.company.name) === folded(textOf(row.values.company))
  const company = companyIn('arrangements', row, 'company', isThere ? now.company : null, refuse)
  if (!row.values.parent) return company && { company }
  const above = now?.parent
  const isThat =
    isThere && above && (folded(above.name) === folded(textOf(row.values.parent)) || above.lei === row.values.parentLei)
  const parent = companyIn('arrangements', row, 'parent', isThat ? above : null, refuse)
  return company && parent && { company: { ...company, parent } }
}

/** Whether a contract is with the party that a row names. */
function isParty(party: NonNullable<ContractStep['party']>, now: ArrangementWire | undefined): boolean {
  if (!('company' in party)) return now?.providerId === party.providerId
  const { parent, ...company } = party.company
  return (
    now?.company != null &&
    isSaid(now.company, company) &&
    (!parent || (now.parent !== null && isSaid(now.parent, parent)))
  )
}

/** What tells the lines of a register apart: what they are about, and their type and countries. */
const lineKey = (about: readonly (string | null)[], values: object) => {
  const { ictType, provisionCountries, storageCountries, processingCountries } = values as Partial<LineValues>
  const lists = [provisionCountries, storageCountries, processingCountries].map(list => list?.join(',') ?? '')
  const own = [ictType ?? '', ...lists]
  return JSON.stringify([...about, ...own])
}

function lineSteps(
  rows: WorkbookRows,
  known: Known,
  plan: Pick<Plan, 'functions' | 'arrangements'>,
  refuse: Refuse,
): LineStep[] {
  const codes = new Set([...known.functions.keys(), ...plan.functions.map(({ code }) => code)])
  const planned = new Map(plan.arrangements.map(step => [step.reference, step]))
  const present = new Map(
    known.lines.map(line => [lineKey([line.reference, line.functionCode, line.useId], line), line]),
  )
  const seen = new Map<string, number>()
  return rows.lines.map(row => {
    const [reference, code, service] = [row.values.reference, row.values.code, row.values.service].map(textOf)
    const step = planned.get(reference!)
    const stands = known.contracts.get(reference!)
    if (!step && !stands) refuse('lines', row, 'reference', 'no es la referencia de ningún contrato.')
    if (!codes.has(code!)) refuse('lines', row, 'code', 'no es el identificador de ninguna función.')
    const providerId = step?.party
      ? 'providerId' in step.party
        ? step.party.providerId
        : null
      : (stands?.providerId ?? null)
    const useId = providerId === null ? null : (known.uses.get(`${providerId} ${folded(service!)}`) ?? null)
    if (providerId !== null && useId === null) {
      refuse('lines', row, 'service', 'no es la clave de un servicio que utilice de este proveedor.')
    }
    if (providerId === null && service)
      refuse('lines', row, 'service', 'el contrato es con una empresa externa. Déjelo vacío.')
    const key = lineKey([reference!, code!, useId], row.values)
    const first = seen.get(key)
    if (first !== undefined) refuse('lines', row, 'reference', `repite la fila ${first}. Deje solo una.`)
    seen.set(key, row.line)
    return { ...stepOf(lineFields, row, present.get(key)), reference: reference!, code: code!, useId }
  })
}

async function knownTo(db: Db, actor: Actor, today: Day, rows: WorkbookRows): Promise<Known> {
  const entityId = actor.participantId
  const cifs = [...new Set(rows.arrangements.map(row => normaliseCif(textOf(row.values.cif))))].filter(Boolean)
  const [functions, contracts, lines, providers, uses] = await Promise.all([
    functionsWhere(db, entityId),
    arrangementsWhere(db, entityId),
    linesWhere(db, entityId, today),
    sql<{ id: string; cif: string }>`
      select p.id, p.cif from participant p
      where p.kind = 'PROVIDER' and p.deleted_at is null and p.cif = any(${cifs})
        and ${canAccess(actor, seesParticipants(actor, 'PROVIDER'))}`.execute(db),
    sql<{ id: string; providerId: string; key: string }>`
      select u.id, u.provider_id as "providerId", s.key from service_use u join service s on s.id = u.service_id
      where u.entity_id = ${entityId} order by u.until nulls last, u.id`.execute(db),
  ])
  return {
    functions: new Map(functions.map(each => [each.code, each])),
    contracts: new Map(contracts.map(each => [each.reference, each])),
    lines,
    providers: new Map(providers.rows.map(({ cif, id }) => [cif, id])),
    // A live use comes last and wins over one that has ended.
    uses: new Map(uses.rows.map(({ id, providerId, key }) => [`${providerId} ${folded(key)}`, id])),
  }
}
