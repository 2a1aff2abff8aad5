import { sql } from 'kysely'
import type { Actor } from '#domain/identity/roles.ts'
import { sentence } from '#domain/messages.ts'
import { chainFault, isOver } from '#domain/participant/chain/chain.ts'
import { subcontractFields } from '#domain/participant/chain/facts.ts'
import type { ChainCells, ChainColumn, ChainRowFault, ChainValues } from '#domain/participant/chain/import.ts'
import { chainFaultAt, readChainRow } from '#domain/participant/chain/import.ts'
import { isTooSoon, materialChange } from '#domain/participant/chain/material.ts'
import { codeErrors, normaliseCodes } from '#domain/participant/company/company.ts'
import type { CompanyInput } from '#domain/participant/company/contract.ts'
import { normaliseCountries } from '#domain/record/field.ts'
import { emptyValues } from '#domain/record/wire.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { normaliseCif } from '#domain/values/company/cif.ts'
import { normaliseEuid } from '#domain/values/company/euid.ts'
import type { Day } from '#domain/values/day.ts'
import { normaliseLei } from '#domain/values/lei.ts'
import { participantBy } from '#server/participant/chain/declare.ts'
import type { ChainLink, LinkCompany } from '#server/participant/chain/queries.ts'
import type { LockedChain } from '#server/participant/chain/write.ts'
import { chainStateOf, newlyUnsupported, subcontractErrors, supportFault } from '#server/participant/chain/write.ts'
import { findCompany } from '#server/participant/company/name.ts'
import type { Db } from '#server/platform/database/connect.ts'
import { rowsWrong } from '#server/platform/spreadsheet/import-sheet.ts'

/** What a right row does: a new subcontract, a change of one that is there, or nothing. */
export type ChainStep = {
  line: number
  chain: LockedChain
  /** The subcontract after the step; a new one has the id that the plan gives to its row. */
  link: ChainLink
  before: ChainLink | undefined
  recipient: string
  urgentReason: string
  /** The company outside that the row names, if it is not known yet. */
  input: CompanyInput | undefined
}

type Planned = ChainStep & { values: ChainValues }

/** The services that a provider has a request of, by key, and by description where only one has it. */
async function servicesBy(db: Db, providerId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; key: string; name: string }>`
    select s.id, s.key, s.description as name from service s
    where exists (
      select from validation v where v.participant_id = ${providerId} and v.service_id = s.id
        and v.kind = 'AUDIT_REPORT' and v.deleted_at is null)`.execute(db)
  const named = Map.groupBy(rows, ({ name }) => foldForSearch(name))
  return new Map([
    ...[...named].flatMap(([name, [one, other]]) => (one && !other ? [[name, one.id] as const] : [])),
    ...rows.map(({ key, id }) => [foldForSearch(key), id] as const),
  ])
}

type Faults = ChainRowFault[]

/** The company of a row, known or new. */
async function companyIn(
  db: Db,
  actor: Actor,
  providerId: string,
  { line, values, faults }: { line: number; values: ChainValues; faults: Faults },
): Promise<{ company: LinkCompany; input?: CompanyInput } | undefined> {
  const refuse = (column: ChainColumn, rest: string) => void faults.push(chainFaultAt(line, column, rest))
  if (values.cif !== '') {
    const found = await participantBy(db, values.cif)
    if (found) return { company: found }
    refuse('cif', 'no es el CIF de ningún proveedor del portal. Deje la celda vacía y nómbrela como empresa externa.')
    return undefined
  }
  const codes = normaliseCodes({ lei: values.lei || null, euid: values.euid || null })
  const errors = codeErrors({ ...codes, country: values.country, personType: null })
  if (errors.lei) refuse('lei', errors.lei)
  if (errors.euid) refuse('euid', errors.euid)
  if (errors.lei || errors.euid) return undefined
  const input: CompanyInput = {
    name: values.company,
    latinName: '',
    ...codes,
    otherCode: null,
    otherCodeType: null,
    country: values.country ?? '',
    personType: 'LEGAL',
  }
  const found = await findCompany(db, actor, providerId, input)
  if (found === 'two') {
    refuse('euid', 'el LEI y el EUID son de dos empresas distintas del portal. Escriba solo uno.')
    return undefined
  }
  if (found) return { company: { ...found, isParticipant: false, cif: '' } }
  if (values.country === null) {
    refuse('country', 'está vacío. Escriba el país de una empresa que el portal aún no conoce.')
    return undefined
  }
  const key = codes.lei ?? codes.euid ?? `${foldForSearch(values.company)} ${values.country}`
  return {
    company: {
      id: `new ${key}`,
      name: values.company,
      isParticipant: false,
      cif: '',
      ...codes,
      country: values.country,
    },
    input,
  }
}

/** Whether a cell names a company: by its name, LEI, EUID or CIF. */
const isNamed = ({ name, lei, euid, cif }: LinkCompany, text: string): boolean =>
  foldForSearch(name) === foldForSearch(text) ||
  lei === normaliseLei(text) ||
  euid === normaliseEuid(text) ||
  (cif !== '' && cif === normaliseCif(text))

/**
 * What the rows of a sheet would do to the chains of a provider, or every fault in them (CHAIN-11). Rows may stand in
 * any order: those that others work for are taken first.
 * @param idOf the id of the subcontract that a row adds
 * @throws DomainError rowsWrong
 */
export async function chainPlanOf(
  db: Db,
  actor: Actor,
  { providerId, today }: { providerId: string; today: Day },
  rows: readonly ChainCells[],
  idOf: (line: number) => string,
): Promise<ChainStep[]> {
  const services = await servicesBy(db, providerId)
  const chains = new Map<string, LockedChain>()
  const faults: Faults = []
  const planned: Planned[] = []
  for (const cells of rows) {
    const { line } = cells
    const { values, faults: unread } = readChainRow(cells)
    faults.push(...unread)
    const serviceId = services.get(foldForSearch(values.service))
    if (!serviceId && values.service !== '') {
      faults.push(chainFaultAt(line, 'service', 'no es la clave de ningún servicio del que tenga una solicitud.'))
    }
    const named = unread.length > 0 ? undefined : await companyIn(db, actor, providerId, { line, values, faults })
    if (!serviceId || !named) continue
    const chain = chains.get(serviceId) ?? (await chainStateOf(db, { providerId, serviceId, today }))
    chains.set(serviceId, chain)
    planned.push({
      line,
      chain,
      values,
      before: undefined,
      recipient: '',
      urgentReason: values.urgentReason,
      input: named.input,
      link: linkOf(chain, values, named.company, idOf(line)),
    })
  }
  const steps = [...Map.groupBy(planned, ({ chain }) => chain).values()].flatMap(those => placed(those, faults, today))
  if (faults.length > 0) throw rowsWrong(faults.toSorted((a, b) => a.line - b.line))
  return steps
}

function linkOf(chain: LockedChain, values: ChainValues, company: LinkCompany, id: string): ChainLink {
  const { ictType, description, underpins, handlesData, since, until, urgentReason } = values
  return {
    id,
    providerId: chain.providerId,
    provider: chain.providerName,
    serviceId: chain.serviceId,
    service: chain.serviceName,
    company,
    name: company.name,
    ...emptyValues(subcontractFields),
    ictType,
    description,
    underpins,
    handlesData,
    countries: normaliseCountries(values.countries),
    since,
    until,
    urgentReason,
    createdOn: since,
    version: 0,
  }
}

/** The rows of one chain with their recipients, those above before those below, each checked against the chain so far. */
function placed(rows: readonly Planned[], faults: Faults, today: Day): ChainStep[] {
  const { chain } = rows[0]!
  const links = [...chain.links]
  const steps: ChainStep[] = []
  let waiting = [...rows]
  while (waiting.length > 0) {
    const later: Planned[] = []
    for (const row of waiting) {
      const found = recipientOf(row, waiting, links, today)
      if (found === 'waits') later.push(row)
      else if (found === 'unknown' || found === 'several') {
        faults.push(chainFaultAt(row.line, 'recipient', recipientFaults[found]))
      } else checked(row, found, { links, steps, faults }, today)
    }
    if (later.length === waiting.length) {
      for (const { line } of later) faults.push(chainFaultAt(line, 'recipient', sentence('chainCircular')))
      return steps
    }
    waiting = later
  }
  for (const alone of newlyUnsupported(chain.links, links, today)) {
    const step =
      steps.find(({ link }) => link.id === alone.id) ?? steps.find(({ link }) => link.id === alone.recipientId)!
    faults.push(chainFaultAt(step.line, 'underpins', supportFault(alone, step.link.id, links)))
  }
  return steps
}

const recipientFaults = {
  unknown: 'no es ninguna empresa de la cadena. Escriba su nombre como está en ella, o deje la celda vacía.',
  several: 'está en la cadena varias veces. Declare esa subcontratación en la pantalla.',
} as const

/** The subcontract that a row works for: null for the provider, or 'waits' until a row of the sheet that names it is placed. */
function recipientOf(
  { values: { recipient }, chain, line }: Planned,
  waiting: readonly Planned[],
  links: readonly ChainLink[],
  today: Day,
): ChainLink | null | 'waits' | 'unknown' | 'several' {
  if (recipient === '' || foldForSearch(recipient) === foldForSearch(chain.providerName)) return null
  const found = links.filter(link => !isOver(link, today) && isNamed(link.company, recipient))
  if (found.length > 1) return 'several'
  if (found[0]) return found[0]
  return waiting.some(row => row.line !== line && isNamed(row.link.company, recipient)) ? 'waits' : 'unknown'
}

const columnOf: Record<string, ChainColumn> = {
  ictType: 'ictType',
  countries: 'countries',
  'company.lei': 'lei',
  recipientId: 'recipient',
  since: 'since',
  until: 'until',
}

type Building = { links: ChainLink[]; steps: ChainStep[]; faults: Faults }

/** Adds a row to its chain, or names what is wrong with it. */
function checked(row: Planned, recipient: ChainLink | null, { links, steps, faults }: Building, today: Day): void {
  const { values, line, chain, ...step } = row
  const wanted: ChainLink = { ...step.link, recipientId: recipient?.id ?? null }
  const before = links.find(
    link =>
      !isOver(link, today) &&
      link.company.id === wanted.company.id &&
      link.recipientId === wanted.recipientId &&
      link.ictType === wanted.ictType,
  )
  const link = before ? { ...wanted, id: before.id, version: before.version } : wanted
  const others = links.filter(each => each.id !== link.id)
  const errors = subcontractErrors(link, others, today)
  for (const [field, message] of Object.entries(errors)) {
    faults.push(chainFaultAt(line, columnOf[field] ?? 'company', message))
  }
  if (Object.keys(errors).length > 0) return
  const fault = chainFault(
    chain.provider,
    [...others, link].filter(each => !isOver(each, today)),
  )
  if (fault) return void faults.push(chainFaultAt(line, 'company', sentence(fault)))
  const change = materialChange(before ?? null, link, today)
  if (change && values.urgentReason === '' && isTooSoon(change, chain.telling)) {
    const n = String(chain.telling.days)
    return void faults.push(chainFaultAt(line, before ? 'until' : 'since', sentence('changeTooSoon', { n })))
  }
  links.splice(0, links.length, ...others, link)
  steps.push({ ...step, line, chain, link, before, recipient: recipient?.name ?? chain.providerName })
}
