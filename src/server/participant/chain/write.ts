import { sql } from 'kysely'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import type { ChainCompany } from '#domain/participant/chain/chain.ts'
import { chainFault, isOver, unsupported } from '#domain/participant/chain/chain.ts'
import type { SubcontractFields } from '#domain/participant/chain/facts.ts'
import type { MaterialChange, Telling } from '#domain/participant/chain/material.ts'
import { isTooSoon } from '#domain/participant/chain/material.ts'
import { onlyOf } from '#domain/values/certain.ts'
import { isCountry } from '#domain/values/countries.ts'
import type { Day } from '#domain/values/day.ts'
import { MESSAGES } from '#domain/values/messages.ts'
import { centreRulesOf } from '#server/catalogue/centre-rules/queries.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { ChainLink, LinkCompany } from '#server/participant/chain/queries.ts'
import { isBeingDeclared, linksOf } from '#server/participant/chain/queries.ts'
import { companyIdentityOf } from '#server/participant/company/identity.ts'
import { lockedProvider } from '#server/participant/company/provider.ts'
import type { Db } from '#server/platform/database/connect.ts'

/** A chain under its provider's lock, with what a change of it depends on. */
export type LockedChain = {
  providerId: string
  providerName: string
  serviceId: string
  serviceName: string
  provider: ChainCompany
  links: ChainLink[]
  telling: Telling
}

/** The provider that an actor writes about: its own, or the one that CCI names. */
export function writtenProvider(actor: Actor, providerId: string | undefined): string {
  if (actor.role !== 'CCI') return providerId ?? actor.participantId
  if (providerId === undefined) throw new DomainError('invalid', { fields: { providerId: t('Elija un proveedor') } })
  return providerId
}

/**
 * Locks the chain of a service that the provider has a request of.
 * @throws DomainError notFound
 */
export async function lockedChain(
  tx: Transaction,
  actor: Actor,
  providerId: string,
  serviceId: string,
): Promise<LockedChain> {
  await lockedProvider(tx, actor, providerId)
  const { rows } = await sql`
    select from validation v where v.participant_id = ${providerId} and v.service_id = ${serviceId}
      and v.kind = 'AUDIT_REPORT' and v.deleted_at is null limit 1`.execute(tx.db)
  if (rows.length === 0) throw new DomainError('notFound')
  return chainStateOf(tx.db, { providerId, serviceId, today: tx.today })
}

/** A chain as it is, with what a change of it depends on. Lock the provider before a change. */
export async function chainStateOf(
  db: Db,
  { providerId, serviceId, today }: { providerId: string; serviceId: string; today: Day },
): Promise<LockedChain> {
  const [names, identity, rules, isFirstDeclaration, links] = await Promise.all([
    sql<{ provider: string; service: string }>`
      select p.display_name as provider, s.description as service from participant p, service s
      where p.id = ${providerId} and s.id = ${serviceId}`.execute(db),
    companyIdentityOf(db, providerId),
    centreRulesOf(db),
    isBeingDeclared(db, providerId, serviceId),
    linksOf(db, providerId, serviceId),
  ])
  const { provider, service } = onlyOf(names.rows)
  return {
    providerId,
    providerName: provider,
    serviceId,
    serviceName: service,
    provider: { id: providerId, lei: identity.lei, euid: identity.euid },
    links,
    telling: { today, days: rules.materialChangeDays, isFirstDeclaration },
  }
}

/** The facts of a chain for the audit log and the notices. */
export const factsOfChain = ({ providerId, providerName, serviceId, serviceName }: LockedChain) => ({
  providerId,
  providerName,
  serviceId,
  serviceName,
})

type Given = SubcontractFields & { id: string; company: LinkCompany }

/**
 * The faults of a subcontract, by field: what it does, its dates within those of its recipient, its countries, and the
 * code of a company outside that underpins the service (CHAIN-01, CHAIN-02).
 */
export function subcontractErrors(
  given: Given,
  links: readonly ChainLink[],
  today: Day,
  fieldOf: (field: string) => string = field => field,
): Record<string, string> {
  const errors: Record<string, string> = {}
  const { company, since, until, recipientId } = given
  if (!given.ictType && !given.description) errors.ictType = t('Indique qué hace: elija un tipo o escríbalo.')
  if (!given.countries.every(isCountry)) errors.countries = MESSAGES.country
  if (given.underpins && !company.isParticipant && !company.lei && !company.euid) {
    errors[fieldOf('company.lei')] = t('Una empresa externa que sustenta el servicio necesita su LEI o su EUID.')
  }
  const recipient = links.find(({ id }) => id === recipientId)
  if (isOver(given, today)) return errors
  if (recipientId !== null && (!recipient || isOver(recipient, today))) {
    errors.recipientId = t('Elija una empresa de la cadena que siga en ella.')
  } else if (recipient) {
    if (since < recipient.since) errors.since = t('La empresa para la que trabaja empieza después.')
    const last = recipient.until
    if (last !== null && (until === null || until > last)) {
      errors.until = t('La empresa para la que trabaja termina antes.')
    }
  }
  return errors
}

/** A subcontract as it is, or as it is to be. */
export type Linked = ChainLink | Given

/** The subcontracts that a change leaves underpinning the service for one that does not, which were not so before (REG-07). */
export function newlyUnsupported(before: readonly ChainLink[], after: readonly Linked[], today: Day): Linked[] {
  const were = new Set(unsupported(before, today).map(({ id }) => id))
  return unsupported(after, today).filter(({ id }) => !were.has(id))
}

/** What is wrong with such a one, said of the subcontract `id` that is changed: itself, or its recipient. */
export function supportFault(link: Linked, id: string, links: readonly Linked[]): string {
  if (link.id !== id) {
    return t`No puede dejar de sustentar el servicio: ${link.company.name} lo sustenta a través de esta empresa.`
  }
  const recipient = onlyOf(links.filter(each => each.id === link.recipientId)).company.name
  return t`Trabaja para ${recipient}, que también tiene que sustentar el servicio. Márquelo antes.`
}

/**
 * Refuses a chain with a company below itself, too long or too large.
 * @throws DomainError chainCircular, chainTooLong, chainTooLarge
 */
export function refuseChain({ provider, telling }: LockedChain, links: readonly (Given | ChainLink)[]): void {
  const fault = chainFault(
    provider,
    links.filter(link => !isOver(link, telling.today)),
  )
  if (fault) throw new DomainError(fault)
}

/** @throws DomainError changeTooSoon */
export function refuseTooSoon({ telling }: LockedChain, change: MaterialChange | null, urgentReason: string): void {
  if (change && urgentReason === '' && isTooSoon(change, telling)) {
    throw new DomainError('changeTooSoon', { values: { n: String(telling.days) } })
  }
}

/** Notes that banks are to be notified of a material change; those of one day go into one notice (CHAIN-07). */
export async function noteMaterial(
  db: Db,
  { telling }: Pick<LockedChain, 'telling'>,
  id: string,
  change: MaterialChange | null,
): Promise<void> {
  if (!change || telling.isFirstDeclaration) return
  await sql`update subcontract set changed_on = ${telling.today}::date,
    changed_from = least(changed_from, ${change.from}::date) where id = ${id}`.execute(db)
}
