import type { CompanyFacts, RegisterFacts, SubcontractFacts } from '#domain/supervision/register/facts.ts'
import { ictTypeOf, indexOf } from '#domain/supervision/register/facts.ts'
import { companyCode } from '#domain/supervision/register/table/company-code.ts'
import type { Draft } from '#domain/supervision/register/table/row.ts'

/** A row of B_05.02 and the companies that it names. */
export type Supply = { draft: Draft; companies: readonly CompanyFacts[] }

/** The rank of a subcontract: the provider's is 1, any other one more than its recipient's. Null within a circle. */
function rankOf(each: SubcontractFacts, byId: ReadonlyMap<string | null, SubcontractFacts>): number | null {
  let rank = 2
  for (let at = each.recipientId; at !== null; at = byId.get(at)?.recipientId ?? null) {
    if (++rank > byId.size + 2) return null
  }
  return rank
}

/**
 * The rows of B_05.02: each direct provider with rank 1 and itself as recipient, and the subcontractors that underpin a
 * critical line, none of them twice (DORA-16, CHAIN-17); of a company outside, those that the bank wrote (REG-11).
 */
export function supplyDrafts(facts: RegisterFacts): Supply[] {
  const { arrangements, companies, isCriticalLine, chainOf, writtenFor } = indexOf(facts)
  const rows = new Map<string, Supply>()
  for (const line of facts.lines) {
    const contract = arrangements.get(line.arrangementId)
    const provider = contract && companies.get(contract.companyId)
    const ictType = ictTypeOf(line)
    if (!contract || !provider || ictType === null) continue
    const add = (company: CompanyFacts, recipient: CompanyFacts, rank: number, place: Draft['place']) => {
      const [code, of] = [companyCode(company), companyCode(recipient)]
      const key = [contract.id, ictType, code?.code ?? company.id, rank, of?.code ?? recipient.id].join(' ')
      if (rows.has(key)) return
      const values = {
        c0010: contract.reference,
        c0020: ictType,
        c0030: code?.code ?? null,
        c0040: code?.kind ?? null,
        c0050: rank,
        c0060: of?.code ?? null,
        c0070: of?.kind ?? null,
      }
      rows.set(key, { draft: { place, values }, companies: [company, recipient] })
    }
    add(provider, provider, 1, { kind: 'line', id: line.id })
    const chain = isCriticalLine(line) ? (chainOf(line) ?? writtenFor(line)) : undefined
    if (!chain) continue
    const byId = new Map<string | null, SubcontractFacts>(chain.subcontracts.map(each => [each.id, each]))
    for (const each of chain.subcontracts) {
      const above = byId.get(each.recipientId)
      const company = companies.get(each.companyId)
      const recipient = above ? companies.get(above.companyId) : provider
      const rank = rankOf(each, byId)
      if (each.underpins && company && recipient && rank !== null) {
        add(company, recipient, rank, { kind: 'subcontract', id: each.id })
      }
    }
  }
  return [...rows.values()]
}
