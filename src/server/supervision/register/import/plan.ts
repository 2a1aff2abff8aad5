import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { seesParticipants } from '#domain/participant/visibility.ts'
import type { OutsideInput } from '#domain/supervision/register/entry/chain.ts'
import type { ArrangementWire, FunctionWire } from '#domain/supervision/register/entry/contract.ts'
import { arrangementFields, functionFields } from '#domain/supervision/register/entry/fields.ts'
import { functionKey } from '#domain/supervision/register/entry/function-code.ts'
import type { MemberWire } from '#domain/supervision/register/group/contract.ts'
import type { MemberKind } from '#domain/supervision/register/group/fields.ts'
import { memberFields } from '#domain/supervision/register/group/fields.ts'
import type { PackageRows } from '#domain/supervision/register/import/package-rows.ts'
import { entitySheetFields } from '#domain/supervision/register/import/package-rows.ts'
import type { Note } from '#domain/supervision/register/import/reading.ts'
import type { SheetFault, SheetKey, SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { required, rowFault, sheetKeys } from '#domain/supervision/register/import/sheets.ts'
import { normaliseCif } from '#domain/values/company/cif.ts'
import type { Day } from '#domain/values/day.ts'
import { findCompany } from '#server/participant/company/name.ts'
import { canAccess } from '#server/participant/visible-rows.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { rowsWrong } from '#server/platform/spreadsheet/import-sheet.ts'
import { arrangementsWhere } from '#server/supervision/register/entry/contract-rows.ts'
import type { StoredEntity } from '#server/supervision/register/entry/entity.ts'
import { entityOf } from '#server/supervision/register/entry/entity.ts'
import { functionsWhere } from '#server/supervision/register/entry/functions.ts'
import type { Line } from '#server/supervision/register/entry/line-rows.ts'
import { linesWhere } from '#server/supervision/register/entry/line-rows.ts'
import { membersWhere } from '#server/supervision/register/entry/members.ts'
import { isSaid } from '#server/supervision/register/entry/party.ts'
import type { Chains, LinkStep } from '#server/supervision/register/import/chain-plan.ts'
import { chainSteps } from '#server/supervision/register/import/chain-plan.ts'
import type { LineStep } from '#server/supervision/register/import/line-plan.ts'
import { functionKeyOf, lineSteps } from '#server/supervision/register/import/line-plan.ts'
import type { Refuse } from '#server/supervision/register/import/outside.ts'
import { companyIn, folded, isParent, textOf } from '#server/supervision/register/import/outside.ts'
import { rowsOfPackage } from '#server/supervision/register/import/package.ts'
import type { ReadFile, WorkbookRows } from '#server/supervision/register/import/rows-task.ts'
import type { Step } from '#server/supervision/register/import/step.ts'
import { rowStep } from '#server/supervision/register/import/step.ts'

/** `key` is a function's own in the register (`functionKey`), `entity` the LEI of whose it is; '' of the bank. */
export type FunctionStep = Step<FunctionWire> & { code: string; entity: string; key: string }
export type ContractStep = Step<ArrangementWire> & {
  reference: string
  /** Who the contract is with, where the row says so. */
  party: { providerId: string } | { company: OutsideInput } | null
  /** The CIF of that provider, where the row says it. */
  cif: string
  /** The reference of the overarching contract, where the row says so. */
  overarching: string | null
  /** The reference of the contract of the group that it is behind, and who signs and uses it (`memberWord`), where the row says so. */
  inside: string | null
  signers: readonly string[] | null
  users: readonly string[] | null
}
export type EntityStep = Step<StoredEntity>
export type MemberStep = Step<MemberWire> & { kind: MemberKind }
export type Plan = {
  /** What a package says of the bank itself. */
  entity: EntityStep[]
  members: MemberStep[]
  functions: FunctionStep[]
  /** The functions that are there, by `functionKey`. */
  known: ReadonlyMap<string, string>
  arrangements: ContractStep[]
  lines: LineStep[]
  links: LinkStep[]
  /** The whole chains of the contracts that these are of. */
  chains: Chains
  /** What is not taken, and why. */
  notes: Note[]
}

export type Known = {
  /** By `functionKey`. */
  functions: Map<string, FunctionWire>
  contracts: Map<string, ArrangementWire>
  /** The references of contracts without ICT services, which no import changes (REG-27). */
  others: Set<string>
  lines: Line[]
  providers: Map<string, string>
  uses: Map<string, string>
}

/**
 * What a workbook would do to the register of a bank, or every fault in it (DORA-09).
 * @throws DomainError rowsWrong
 */
export async function planOf(db: Db, actor: Actor, today: Day, read: ReadFile): Promise<Plan> {
  const { rows, entity, members, notes, faults } =
    'tables' in read ? await rowsOfPackage(db, actor, today, read) : ofWorkbook(read)
  const known = await knownTo(db, actor, today, rows)
  const refuse: Refuse = (sheet, row, column, rest) => faults.push(rowFault(sheet, row, column, rest))
  const functions = rows.functions.map(row => {
    const [code, entity] = [textOf(row.values.code), textOf(row.values.entity)]
    const key = functionKeyOf(row, known.functions)
    return { ...rowStep(functionFields, row, known.functions.get(key)), code, entity, key }
  })
  const arrangements = rows.arrangements.map(row => contractStep(row, known, refuse))
  refuseRepeated(
    'functions',
    'code',
    rows.functions,
    functions.map(({ key }) => key),
    refuse,
  )
  refuseRepeated(
    'arrangements',
    'reference',
    rows.arrangements,
    arrangements.map(each => each.reference),
    refuse,
  )
  const references = new Set([...known.contracts.keys(), ...arrangements.map(each => each.reference)])
  for (const [at, step] of arrangements.entries()) {
    for (const name of ['overarching', 'inside'] as const) {
      if (step[name] === null || references.has(step[name])) continue
      refuse('arrangements', rows.arrangements[at]!, name, 'no es la referencia de ningún contrato.')
    }
  }
  const lines = lineSteps(rows, known, { functions, arrangements }, refuse)
  const { links, chains } = chainSteps(rows.subcontracts, known.contracts, arrangements, refuse)
  await refuseTwo(db, actor, rows.arrangements, arrangements, refuse)
  if (faults.length > 0) throw rowsWrong(eachOnce(faults))
  const present = await entityOf(db, actor.participantId)
  const own = entity ? [entityStep(entity, present)] : []
  const stored = new Map((await membersWhere(db, actor.participantId)).map(each => [each.id, each]))
  const group = members.map(row => ({ ...rowStep(memberFields, row, stored.get(row.id ?? '')), kind: row.kind }))
  const ids = new Map([...known.functions].map(([key, { id }]) => [key, id]))
  return { entity: own, members: group, functions, known: ids, arrangements, lines, links, chains, notes }
}

/** The rows of the bank's own workbook that say what they are about; the others have their fault. */
function ofWorkbook({ rows, faults }: WorkbookRows): PackageRows {
  const about = sheetKeys.map(key => [
    key,
    rows[key].filter(({ values }) => required[key].every(column => values[column] !== undefined)),
  ])
  return { rows: Object.fromEntries(about), faults: [...faults], entity: null, members: [], notes: [] }
}

/** The first fault of each cell: a cell that was not understood may be missed as well. */
const eachOnce = (faults: readonly SheetFault[]): SheetFault[] =>
  [
    ...new Map(faults.toReversed().map(fault => [`${fault.sheet} ${fault.line} ${fault.column}`, fault])).values(),
  ].toReversed()

function entityStep(row: SheetRow, stored: StoredEntity): EntityStep {
  return rowStep(entitySheetFields, row, stored.version === 0 ? undefined : { ...stored, ...stored.terms })
}

/** Refuses a company whose LEI and EUID are of two companies of the portal. */
async function refuseTwo(
  db: Db,
  actor: Actor,
  rows: readonly SheetRow[],
  steps: readonly ContractStep[],
  refuse: Refuse,
): Promise<void> {
  for (const [at, { party }] of steps.entries()) {
    const company = party && 'company' in party ? party.company : null
    if (!company?.lei || !company.euid) continue
    if ((await findCompany(db, actor, actor.participantId, company)) !== 'two') continue
    refuse('arrangements', rows[at]!, 'companyEuid', 'el LEI y el EUID son de dos empresas distintas del portal.')
  }
}

function refuseRepeated(
  sheet: SheetKey,
  column: string,
  rows: readonly SheetRow[],
  keys: readonly string[],
  refuse: Refuse,
): void {
  const seen = new Map<string, number>()
  for (const [at, row] of rows.entries()) {
    const first = seen.get(keys[at]!)
    if (first === undefined) seen.set(keys[at]!, row.line)
    else refuse(sheet, row, column, `repite la fila ${first}. Deje solo una.`)
  }
}

function contractStep(row: SheetRow, known: Known, refuse: Refuse): ContractStep {
  const { reference, cif, company, overarching } = row.values
  const now = known.contracts.get(textOf(reference))
  const step = rowStep(arrangementFields, row, now)
  if (known.others.has(textOf(reference)))
    refuse('arrangements', row, 'reference', 'es la de un contrato sin servicios de TIC. Use otra.')
  let party: ContractStep['party'] = null
  if (cif && company) refuse('arrangements', row, 'company', 'ya hay un CIF de proveedor. Deje solo uno.')
  else if (cif) {
    const providerId = known.providers.get(normaliseCif(textOf(cif)))
    if (!providerId) refuse('arrangements', row, 'cif', 'no es el CIF de ningún proveedor del portal.')
    else if (now && now.lines > 0 && now.providerId !== providerId) {
      refuse('arrangements', row, 'cif', 'el contrato tiene servicios de otro proveedor. Quítelos antes.')
    } else party = { providerId }
  } else if (company) party = outsideIn(row, now, refuse)
  else if (!now)
    refuse('arrangements', row, 'cif', 'está vacío. Indique de qué proveedor es, o de qué empresa externa.')
  const isOther = party !== null && !isParty(party, now)
  const above = overarching === undefined ? null : textOf(overarching)
  const { inside, signers, users } = row.values
  const isLinked = (above !== null && above !== now?.overarching) || inside !== undefined
  const isChange = step.isChange || isOther || isLinked || signers !== undefined || users !== undefined
  return {
    ...step,
    isChange,
    reference: textOf(reference),
    cif: textOf(cif),
    party: isOther ? party : null,
    overarching: above,
    inside: inside === undefined ? null : textOf(inside),
    signers: (signers as readonly string[] | undefined) ?? null,
    users: (users as readonly string[] | undefined) ?? null,
  }
}

/** The company outside of a row; what is blank of the company that is there stays. */
function outsideIn(row: SheetRow, now: ArrangementWire | undefined, refuse: Refuse): { company: OutsideInput } | null {
  const there = now?.company ? { company: now.company, parent: now.parent } : null
  const company = companyIn('arrangements', row, there, refuse)
  return company && { company }
}

/** Whether a contract is with the party that a row names. */
function isParty(party: NonNullable<ContractStep['party']>, now: ArrangementWire | undefined): boolean {
  if (!('company' in party)) return now?.providerId === party.providerId
  const { parent, ...company } = party.company
  return now?.company != null && isSaid(now.company, company) && isParent(parent, now.parent)
}

async function knownTo(db: Db, actor: Actor, today: Day, rows: WorkbookRows['rows']): Promise<Known> {
  const entityId = actor.participantId
  const cifs = [...new Set(rows.arrangements.map(row => normaliseCif(textOf(row.values.cif))))].filter(Boolean)
  const [functions, members, contracts, lines, providers, uses] = await Promise.all([
    functionsWhere(db, entityId),
    membersWhere(db, entityId),
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
  const leis = new Map<string | null, string>(members.map(({ id, lei }) => [id, lei ?? id]))
  return {
    functions: new Map(functions.map(each => [functionKey(leis.get(each.memberId) ?? '', each.code), each])),
    contracts: new Map(contracts.filter(({ kind }) => kind === 'ICT').map(each => [each.reference, each])),
    others: new Set(contracts.filter(({ kind }) => kind === 'OTHER').map(({ reference }) => reference)),
    lines,
    providers: new Map(providers.rows.map(({ cif, id }) => [cif, id])),
    // A live use comes last and wins over one that has ended.
    uses: new Map(uses.rows.map(({ id, providerId, key }) => [`${providerId} ${folded(key)}`, id])),
  }
}
