import { Button, Select } from '@mantine/core'
import { useState } from 'react'
import type { Role } from '#domain/identity/roles.ts'
import { t } from '#domain/language/translate.ts'
import { favouriteFilterOptions, incidentFilterOptions, levelFilters } from '#domain/participant/search-filters.ts'
import { statusFilterOptions } from '#domain/validation/validation.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { useCatalogues } from '#web/catalogue/useCatalogues.ts'
import { dayFilter } from '#web/list/dayFilter.tsx'
import type { ListState } from '#web/list/useListState.ts'
import { LevelFilters } from '#web/participant/search/LevelFilters.tsx'
import { SearchField } from '#web/ui/field/SearchField.tsx'
import { FilterBar } from '#web/ui/table/FilterBar.tsx'
import classes from './search.module.css'

type Props = { list: ListState; role: Role; more: boolean; onMore: (more: boolean) => void }
type Options = readonly { value: string; label: string }[]

/** Filters under 'Más filtros'; on a phone they fold with all the others. */
export const moreFilters = ['from', 'to', 'score', ...levelFilters] as const

/** Filters of the provider search by role (SRCH-06, LIM-35 to LIM-37), all in the URL. */
export function ProviderFilters({ list, role, more, onMore }: Props) {
  const { filters, setFilter } = list
  const [opened, setOpened] = useState(false)
  // A chosen entry shows its name, which is in the catalogue.
  const wanted = opened || Boolean(filters.service || filters.audit)
  const { services, evaluators, evaluatorsOffered, loading } = useCatalogues(wanted)
  const choice = (name: string, label: string, options: Options, ofCatalogue = false) => (
    <Select
      key={name}
      size="xs"
      label={label}
      placeholder={t('Todos')}
      data={options.map(({ value, label }) => ({ value, label: t(label) }))}
      value={filters[name] ?? null}
      onChange={value => setFilter(name, value)}
      searchable={ofCatalogue || options.length > 8}
      clearable
      nothingFoundMessage={ofCatalogue && loading ? t('Cargando…') : t('Nada coincide')}
      {...(ofCatalogue ? { onFocus: () => setOpened(true), onMouseEnter: () => setOpened(true) } : {})}
    />
  )
  return (
    <>
      <FilterBar onClear={list.clear} active={Object.keys(filters).length} onFold={onMore}>
        {role === 'PROVIDER' ? null : (
          <SearchField
            label={t('Proveedor')}
            placeholder={t('Nombre o CIF')}
            value={filters.provider ?? ''}
            onChange={value => setFilter('provider', value)}
          />
        )}
        {choice('service', t('Servicio'), services, true)}
        {evaluatorsOffered ? choice('audit', t('Evaluador'), evaluators, true) : null}
        {choice('status', t('Estado'), statusFilterOptions)}
        {role === 'ENTITY' ? choice('issue', t('Incidencia'), incidentFilterOptions) : null}
        {role === 'ENTITY' ? choice('fav', t('Favoritos'), favouriteFilterOptions) : null}
      </FilterBar>
      {more ? (
        <search className={classes.more} aria-label={t('Más filtros')}>
          {dayFilter(list, 'from', t('Caduca desde'))}
          {dayFilter(list, 'to', t('Caduca hasta'))}
          <SearchField
            label={t('Calificación')}
            placeholder="A/B/A+"
            // The call matches any part of the rating text (SRCH-06).
            help={t`${RATING_SCALE.dimensions.map(name => t(name)).join(' / ')}. Una letra sola se busca en todas.`}
            value={filters.score ?? ''}
            onChange={value => setFilter('score', value)}
          />
          {role === 'ENTITY' ? <LevelFilters list={list} /> : null}
          {role === 'CCI' ? choice('issue', t('Incidencia'), incidentFilterOptions) : null}
          <Button className={classes.clear} size="xs" onClick={list.clear}>
            {t('Limpiar')}
          </Button>
        </search>
      ) : null}
    </>
  )
}
