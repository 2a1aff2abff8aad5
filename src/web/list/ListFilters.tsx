import { Select } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import type { Filter } from '#domain/list/shown.ts'
import { dayFilter } from '#web/list/dayFilter.tsx'
import type { List } from '#web/list/useList.ts'
import { SearchField } from '#web/ui/field/SearchField.tsx'
import { FilterBar } from '#web/ui/table/FilterBar.tsx'

type Choices = readonly { value: string; label: string }[]
type Props = {
  list: List<unknown>
  /** The choices of each `given` filter; undefined while they load. */
  given?: Readonly<Record<string, Choices | undefined>>
  /** The control of each `own` filter; null for a reader who does not see it. */
  own?: Readonly<Record<string, ReactNode>>
}

/** The filter bar of a list, as its declaration says. */
export function ListFilters({ list, given, own }: Props) {
  const { shown, filters, setFilter } = list
  const inBar = Object.entries(shown.filters ?? {}).filter(([, { kind }]) => kind !== 'apart')
  const control = (name: string, filter: Filter) => {
    const value = filters[name]
    if (!('label' in filter)) {
      if (filter.kind === 'day') return dayFilter(list, name as 'from' | 'to')
      return own?.[name] ? <Fragment key={name}>{own[name]}</Fragment> : null
    }
    const words = { label: t(filter.label), placeholder: t(filter.placeholder) }
    const onChange = (next: string | null) => setFilter(name, next)
    if (filter.kind === 'search') return <SearchField key={name} {...words} value={value ?? ''} onChange={onChange} />
    const labels = filter.kind === 'choice' ? filter.labels : {}
    const choices = Object.entries(typeof labels === 'function' ? labels() : labels)
    return (
      <Select
        key={name}
        size="xs"
        {...words}
        clearable
        value={value ?? null}
        onChange={onChange}
        data={choices.map(([each, label]) => ({ value: each, label: t(label) }))}
        {...(filter.kind === 'given' ? searchable(given?.[name]) : {})}
      />
    )
  }
  return (
    <FilterBar onClear={list.clear} active={inBar.filter(([name]) => filters[name] !== undefined).length}>
      {inBar.map(([name, filter]) => control(name, filter))}
    </FilterBar>
  )
}

const searchable = (choices: Choices | undefined) => ({
  searchable: true,
  nothingFoundMessage: choices ? t('Nada coincide') : t('Cargando…'),
  data: [...(choices ?? [])],
})
