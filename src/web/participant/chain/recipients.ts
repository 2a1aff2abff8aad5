import { t } from '#domain/language/translate.ts'
import type { SubcontractWire } from '#domain/participant/chain/contract.ts'

/** The possible recipients of a subcontractor's work: the provider, or a company of the chain. */
export const recipientOptions = (provider: string, rows: readonly SubcontractWire[]) => [
  { code: '', label: provider },
  ...rows.map(({ id, company, rank }) => ({ code: id, label: t`${company.name} (rango ${rank})` })),
]
