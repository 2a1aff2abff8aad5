import { normaliseCodes } from '#domain/participant/company/company.ts'
import type { CompanyInput } from '#domain/participant/company/contract.ts'
import type { FieldValue } from '#domain/record/field.ts'
import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import type { LinkInput, LinkWire } from '#domain/supervision/register/entry/chain.ts'
import { CHAIN_MAX, chainErrors, isSameOutside } from '#domain/supervision/register/entry/chain.ts'
import type { ArrangementWire } from '#domain/supervision/register/entry/contract.ts'
import type { SheetRow } from '#domain/supervision/register/import/sheets.ts'
import { groupsBy } from '#domain/values/certain.ts'
import { normaliseLei } from '#domain/values/lei.ts'
import { isSaid } from '#server/supervision/register/entry/party.ts'
import type { Refuse } from '#server/supervision/register/import/outside.ts'
import { companyIn, folded, isParent, textOf } from '#server/supervision/register/import/outside.ts'
import type { ContractStep } from '#server/supervision/register/import/plan.ts'

/** What a row does: it adds a subcontractor to the chain of a contract, changes `now`, or leaves it as it is. */
export type LinkStep = {
  line: number
  table: TableCode | undefined
  reference: string
  now: Record<string, FieldValue> | undefined
  values: Record<string, FieldValue>
  isChange: boolean
}
/** By the reference of the contract. */
export type Chains = Map<string, LinkInput[]>

/** A subcontractor of a chain, as it is there or as a row adds it. */
type Draft = LinkInput & { now: LinkWire | undefined; row: SheetRow | undefined }

/** What the sheet of subcontractors does to the chains of contracts; what it does not name stays (REG-11). */
export function chainSteps(
  rows: readonly SheetRow[],
  contracts: ReadonlyMap<string, ArrangementWire>,
  planned: readonly ContractStep[],
  refuse: Refuse,
): { links: LinkStep[]; chains: Chains } {
  const steps = new Map(planned.map(step => [step.reference, step]))
  const chains: Chains = new Map()
  const links: LinkStep[] = []
  for (const [reference, its] of groupsBy(rows, row => textOf(row.values.reference))) {
    const direct = directOf(steps.get(reference), contracts.get(reference))
    // The row of its contract has the fault.
    if (direct === null) continue
    if (typeof direct === 'string') {
      for (const row of its) refuse('subcontracts', row, 'reference', direct)
      continue
    }
    const now = contracts.get(reference)?.chain ?? []
    const chain = its.length > CHAIN_MAX ? [] : draftsOf(now, its, refuse)
    if (its.length > CHAIN_MAX || chain.length > CHAIN_MAX) {
      refuse('subcontracts', its.at(-1)!, 'reference', `el contrato pasa de ${CHAIN_MAX} subcontratistas.`)
      continue
    }
    refuseWrong(direct, chain, its[0], refuse)
    chains.set(
      reference,
      chain.map(({ now: _now, row: _row, ...link }) => link),
    )
    for (const { row, now: stands, ...link } of chain) {
      if (row) links.push(stepOf(reference, row, link, stands, now))
    }
  }
  return { links: links.toSorted((a, b) => a.line - b.line), chains }
}

/** The company outside that a contract is with, or why it has none; null where its row is wrong. */
function directOf(step: ContractStep | undefined, now: ArrangementWire | undefined): CompanyInput | string | null {
  if (!now) {
    if (!step) return 'no es la referencia de ningún contrato.'
    if (!step.party) return null
  }
  const company = step?.party ? ('company' in step.party ? step.party.company : null) : now?.company
  return company ?? 'el contrato es con un proveedor del portal, que declara su cadena.'
}

/** The chain with what the rows say on top of it. */
function draftsOf(now: readonly LinkWire[], rows: readonly SheetRow[], refuse: Refuse): Draft[] {
  const at = new Map<string | null, number>(now.map(({ id }, index) => [id, index]))
  const chain: Draft[] = now.map(link => ({
    id: link.id,
    ictType: link.ictType as LinkInput['ictType'],
    company: wordsOf(link.company),
    recipient: at.get(link.recipientId) ?? null,
    now: link,
    row: undefined,
  }))
  for (const row of rows) {
    const ictType = textOf(row.values.ictType) as LinkInput['ictType']
    const found = chain.find(each => !each.row && each.ictType === ictType && isMeant(each, row, chain))
    // A package says of one that is there only what it says otherwise.
    const isAsItIs = row.id !== undefined && row.values.company === undefined
    const there = found?.now ? { company: found.now.company, parent: found.now.parent } : null
    const company = isAsItIs ? found?.company : companyIn('subcontracts', row, there, refuse)
    if (!company) continue
    if (found) Object.assign(found, { company, row })
    else chain.push({ ictType, company, recipient: null, now: undefined, row })
  }
  for (const link of chain) {
    const { row } = link
    const name = textOf(row?.values.recipient)
    if (!row || !name) continue
    const isAbove = (each: Draft) => each.ictType === link.ictType && isCalled(each.company, name)
    const nearest = chain.findIndex(each => isAbove(each) && rankIn(chain, each) + 1 === row.rank)
    const recipient = nearest >= 0 ? nearest : chain.findIndex(isAbove)
    if (recipient >= 0) link.recipient = recipient
    else refuse('subcontracts', row, 'recipient', 'no es ningún subcontratista de este contrato y tipo.')
  }
  return chain
}

/** Whether a row is about a subcontractor that is there: a package has a company once for each that it works for. */
function isMeant(each: Draft, row: SheetRow, chain: readonly Draft[]): boolean {
  if (row.id !== undefined) return each.now?.id === row.id
  if (!isNamed(each.company, row)) return false
  if (row.rank === undefined) return true
  const above = each.recipient === null ? null : chain[each.recipient]!.company
  const name = textOf(row.values.recipient)
  return rankIn(chain, each) === row.rank && (name === '' ? above === null : above !== null && isCalled(above, name))
}

/** How far a subcontractor is from the bank: 2 for one that works for the company of the contract. */
function rankIn(chain: readonly Draft[], each: Draft): number {
  if (each.row?.rank !== undefined) return each.row.rank
  let rank = 2
  for (let at = each.recipient; at !== null && rank <= chain.length + 2; at = chain[at]!.recipient) rank++
  return rank
}

const wordsOf = ({ id: _id, parent: _parent, version: _version, ...words }: LinkWire['company']): CompanyInput => words

const isCalled = ({ name, lei, euid, otherCode }: CompanyInput, called: string): boolean =>
  folded(name) === folded(called) || lei === normaliseLei(called) || euid === called || otherCode === called

/** Whether a row names a company: by its LEI or EUID, or by its name. */
function isNamed(company: CompanyInput, { values }: SheetRow): boolean {
  const [name, country] = [textOf(values.company), textOf(values.companyCountry) || company.country]
  const codes = { lei: textOf(values.companyLei) || null, euid: textOf(values.companyEuid) || null }
  const otherCode = textOf(values.companyCode) || null
  const named = normaliseCodes({ name, country, otherCode, ...codes })
  if (isSameOutside(company, named)) return true
  const isOther = (a: string | null, b: string | null) => a !== null && b !== null && a !== b
  const pairs = (['lei', 'euid', 'otherCode'] as const).map(code => [company[code], named[code]] as const)
  return folded(company.name) === folded(name) && pairs.every(([its, said]) => !isOther(its, said))
}

function refuseWrong(direct: CompanyInput, chain: readonly Draft[], first: SheetRow, refuse: Refuse): void {
  const errors = Object.entries(chainErrors(direct, chain)).map(([field, message]) => {
    const [, at, ...rest] = field.split('.')
    const column = rest[0] === 'recipient' ? 'recipient' : 'company'
    return { row: chain[Number(at)]!.row, column, message: `${message.charAt(0).toLowerCase()}${message.slice(1)}.` }
  })
  const ofRows = errors.filter(({ row }) => row !== undefined)
  // What is wrong only with those that are there follows from the rows.
  for (const { row, column, message } of ofRows.length > 0 ? ofRows : errors.slice(0, 1)) {
    refuse('subcontracts', row ?? first, column, message)
  }
}

function stepOf(
  reference: string,
  row: SheetRow,
  link: LinkInput,
  stands: LinkWire | undefined,
  now: readonly LinkWire[],
): LinkStep {
  const above = now.find(({ id }) => id === stands?.recipientId)
  const isAsItIs =
    stands !== undefined && isSaid(stands.company, link.company) && isParent(link.company.parent, stands.parent)
  const isSame = isAsItIs && isRecipient(link.recipient, above, now)
  return {
    line: row.line,
    table: row.from?.table,
    reference,
    values: row.values,
    isChange: !isSame,
    now: stands && {
      reference,
      ictType: stands.ictType,
      company: stands.company.name,
      companyCountry: stands.company.country,
      companyLei: stands.company.lei,
      companyEuid: stands.company.euid,
      recipient: above?.company.name ?? '',
    },
  }
}

/** Whether a place in a chain that begins with the present one is that of a recipient. */
const isRecipient = (place: number | null, above: LinkWire | undefined, now: readonly LinkWire[]): boolean =>
  place === null ? above === undefined : now[place]?.id === above?.id && above !== undefined
