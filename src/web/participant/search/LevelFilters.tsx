import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { dimensionLabels, dimensions, levels } from '#domain/assessment/assessment.ts'
import { listFrameworks, readFramework } from '#domain/assessment/framework/contract.ts'
import { t } from '#domain/language/translate.ts'
import type { levelFilters } from '#domain/participant/search-filters.ts'
import { queryOptions } from '#web/api/api.ts'
import type { ListState } from '#web/list/useListState.ts'

const long = { staleTime: 300_000 }

/** The least level of each dimension, and a domain of the evaluation that falls below a level. */
export function LevelFilters({ list }: { list: ListState }) {
  const { filters, setFilter } = list
  const domains = useDomains()
  const choice = (
    name: (typeof levelFilters)[number],
    label: string,
    options: readonly string[],
    placeholder: string,
  ) => (
    <Select
      key={name}
      size="xs"
      label={label}
      placeholder={placeholder}
      data={[...options]}
      value={filters[name] ?? null}
      onChange={value => setFilter(name, value)}
      clearable
      nothingFoundMessage={t('Nada coincide')}
    />
  )
  return (
    <>
      {dimensions.map(each => choice(`min${each}`, t`${t(dimensionLabels[each])} desde`, levels, t('Cualquier nivel')))}
      {domains.length > 0 ? (
        <>
          {choice('domain', t('Dominio de la evaluación'), domains, t('Todos'))}
          {choice(
            'below',
            t('Por debajo del nivel'),
            levels,
            filters.domain ? t('Elija un nivel') : t('Elija un dominio'),
          )}
        </>
      ) : null}
    </>
  )
}

/** The domains of the published framework. */
function useDomains(): string[] {
  const published = useQuery({ ...queryOptions(listFrameworks, { query: { status: 'PUBLISHED' } }), ...long })
  const id = published.data?.content[0]?.id ?? ''
  const framework = useQuery({ ...queryOptions(readFramework, { params: { id } }), enabled: id !== '', ...long })
  return framework.data?.domains.map(({ domain }) => domain) ?? []
}
