import { z } from 'zod'
import { identifier } from '#domain/contract/wire.ts'
import { RANKS_MAX, ranksOf } from '#domain/participant/chain/chain.ts'
import type { CompanyCodes } from '#domain/participant/company/company.ts'
import { isSameCompany } from '#domain/participant/company/company.ts'
import { companyInput, companyWire } from '#domain/participant/company/contract.ts'
import { codeInput } from '#domain/record/wire.ts'
import { proposedFields } from '#domain/supervision/register/entry/fields.ts'
import { valueIn } from '#domain/values/certain.ts'
import { foldForSearch } from '#domain/values/collate.ts'

/** The most subcontractors of one contract. */
export const CHAIN_MAX = 200

/** A company outside as a bank writes it, with its ultimate parent; null: it is its own. What is not given stays. */
export const outsideInput = companyInput.extend({ parent: companyInput.nullable().optional() })
export type OutsideInput = z.output<typeof outsideInput>

/** Who works for a company outside, as a bank writes it (REG-11). */
export const linkInput = z.strictObject({
  /** The subcontract that it is already; without it, a new one. */
  id: identifier.optional(),
  ictType: codeInput(proposedFields.ictType.choices),
  company: outsideInput,
  /** The place in the list of the one that it works for; null: the company of the contract. */
  recipient: z.number().int().min(0).nullable(),
})
export type LinkInput = z.output<typeof linkInput>

export const linkWire = z.object({
  id: identifier,
  ictType: z.string(),
  company: companyWire,
  parent: companyWire.nullable(),
  /** The subcontract that it works for; null: the company of the contract. */
  recipientId: identifier.nullable(),
})
export type LinkWire = z.output<typeof linkWire>

type Named = Pick<CompanyCodes, 'lei' | 'euid' | 'otherCode' | 'country'> & { name: string }
export type TypedLink = { ictType: string; company: Named; recipient: number | null }

/** In words: 'S17: Sub Uno, Sub Dos; S18: Sub Uno'. */
export const chainText = (links: readonly { ictType: string; company: { name: string } }[]): string =>
  [...Map.groupBy(links, ({ ictType }) => ictType)]
    .map(([type, of]) => `${type}: ${of.map(({ company }) => company.name).join(', ')}`)
    .join('; ')

/** Whether two are one company: by LEI or EUID, or without any by their national number, or by name and country. */
export function isSameOutside(a: Named, b: Named): boolean {
  if (isSameCompany({ ...a, personType: null }, { ...b, personType: null })) return true
  if (a.lei || a.euid || b.lei || b.euid) return false
  if (a.otherCode && b.otherCode) return a.otherCode === b.otherCode
  return a.country === b.country && foldForSearch(a.name) === foldForSearch(b.name)
}

/** The faults of what a bank writes of who works for a company outside, by field (REG-11). */
export function chainErrors(direct: Named, links: readonly TypedLink[]): Record<string, string> {
  const idOf = (at: number | null) => (at === null ? null : `${at}`)
  const ranks = ranksOf(links.map(({ recipient }, at) => ({ id: `${at}`, recipientId: idOf(recipient) })))
  const isBelowItself = ({ company, recipient }: TypedLink): boolean => {
    const above = recipient === null ? undefined : links[recipient]
    return above !== undefined && (isSameOutside(above.company, company) || isBelowItself({ ...above, company }))
  }
  const errors: Record<string, string> = {}
  for (const [at, link] of links.entries()) {
    const { ictType, company, recipient } = link
    const rank = valueIn(ranks, `${at}`)
    const above = recipient === null ? null : links[recipient]
    if (above === undefined || (above !== null && above.ictType !== ictType)) {
      errors[`chain.${at}.recipient`] = 'Elija una empresa de la cadena del mismo tipo de servicio'
    } else if (rank === Number.POSITIVE_INFINITY || isBelowItself(link)) {
      errors[`chain.${at}.recipient`] = 'La cadena vuelve sobre sí misma'
    } else if (rank > RANKS_MAX) errors[`chain.${at}.recipient`] = `La cadena pasa de ${RANKS_MAX} rangos`
    const isRepeated = links
      .slice(0, at)
      .some(each => each.ictType === ictType && each.recipient === recipient && isSameOutside(each.company, company))
    if (isSameOutside(direct, company)) errors[`chain.${at}.company.name`] = 'Es la empresa del contrato'
    else if (isRepeated) errors[`chain.${at}.company.name`] = 'Ya trabaja para esa empresa en este tipo de servicio'
  }
  return errors
}
