import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { listArrangements, listFunctions } from '#domain/supervision/register/entry/contract.ts'
import { listUses } from '#domain/supervision/use/contract.ts'
import { groupsBy } from '#domain/values/certain.ts'
import type { Day } from '#domain/values/day.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'

export const steps = ['entity', 'functions', 'arrangements', 'lines', 'check', 'packages'] as const
export type RegisterStep = (typeof steps)[number]
export const registerStepLabels: Record<RegisterStep, string> = {
  entity: 'Entidad',
  functions: 'Funciones',
  arrangements: 'Contratos',
  lines: 'Servicios',
  check: 'Comprobación',
  packages: 'Descarga',
}

/** Where the address leads: a step, and in it a thing and its field, or a use or contract that wants a line. */
export function useRegisterPlace() {
  const search = useSearch({ strict: false }) as Partial<Record<string, string>>
  const navigate = useNavigate()
  const step: RegisterStep = steps.find(each => each === search.step) ?? 'entity'
  /** Leads elsewhere; what was filtered stays only within a step. */
  const go = (place: { step: RegisterStep }) => void navigate({ href: paths.register(place) })
  const set = (edit: string | null, field?: string) =>
    void navigate({
      to: '.',
      search: (({ edit: _edit, field: _field, use: _use, contract: _contract, ...rest }: Record<string, unknown>) =>
        edit === null ? rest : { ...rest, edit, ...(field ? { field } : {}) }) as never,
      replace: true,
      resetScroll: false,
    })
  const { edit, field, use, contract } = search
  return {
    step,
    edit: edit || null,
    field: field || null,
    use: use || null,
    contract: contract || null,
    go,
    set,
  }
}

/** More than a bank has contracts. */
export const ALL_ENTRIES = 9999

/** The contracts and functions that a line may name, and all contracts with those of no ICT services. */
export function useLineChoices() {
  const contracts = useQuery(queryOptions(listArrangements, { query: { size: ALL_ENTRIES } }))
  const functions = useQuery(queryOptions(listFunctions, { query: { size: ALL_ENTRIES } }))
  const allContracts = contracts.data?.content ?? []
  return {
    contracts: allContracts.filter(({ kind }) => kind === 'ICT'),
    allContracts,
    functions: functions.data?.content ?? [],
    isLoading: contracts.isPending || functions.isPending,
  }
}

/** A provider whose services the bank uses without a contract in its register. */
export type ProposedContract = { providerId: string; provider: string; since: Day | null }

/** Those providers, each once, with the earliest day of a use (REG-28). */
export function useProposedContracts(): ProposedContract[] {
  const { allContracts, isLoading } = useLineChoices()
  const uses = useQuery(queryOptions(listUses, { query: { size: ALL_ENTRIES } }))
  if (isLoading || !uses.data) return []
  const having = new Set(allContracts.map(({ providerId }) => providerId))
  const without = groupsBy(
    uses.data.content.filter(({ providerId }) => !having.has(providerId)),
    ({ providerId }) => providerId,
  )
  return [...without].map(([providerId, its]) => ({
    providerId,
    provider: its[0].provider,
    since: its.flatMap(({ since }) => since ?? []).toSorted()[0] ?? null,
  }))
}
