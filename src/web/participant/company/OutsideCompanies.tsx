import { IconEdit } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { personTypeLabels } from '#domain/participant/company/company.ts'
import type { CompanyWire } from '#domain/participant/company/contract.ts'
import { listCompanies } from '#domain/participant/company/contract.ts'
import { countryName } from '#domain/values/countries.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { CompanyModal } from '#web/participant/company/CompanyModal.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { DataTable } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { RowActions } from '#web/ui/table/RowActions.tsx'

const PAGE_SIZE = 10

/** The companies outside the portal that the reader has named, to complete their codes. */
export function OutsideCompanies() {
  const [page, setPage] = useState(0)
  const [opened, setOpened] = useState<CompanyWire | null>(null)
  const { data, error, refetch } = useQuery(queryOptions(listCompanies, { query: { page, size: PAGE_SIZE } }))
  if (data?.totalElements === 0) return null
  return (
    <Section title={t('EMPRESAS EXTERNAS')}>
      {error && !data ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <DataTable
          label={t('Empresas externas')}
          rows={data?.content ?? []}
          rowKey={({ id }) => id}
          status={data ? 'ready' : 'loading'}
          skeletonRows={2}
          columns={[
            {
              key: 'name',
              header: t('EMPRESA'),
              cell: row => row.name,
              sub: row => t(personTypeLabels[row.personType]),
            },
            { key: 'country', header: t('PAÍS'), cell: row => countryName(row.country) },
            { key: 'lei', header: 'LEI', cell: row => row.lei ?? <NoValue /> },
            { key: 'euid', header: 'EUID', cell: row => row.euid ?? <NoValue /> },
            { key: 'parent', header: t('MATRIZ ÚLTIMA'), cell: row => row.parent?.name ?? t('Ella misma') },
            {
              key: 'actions',
              header: t('Acciones'),
              actions: true,
              cell: row => (
                <RowActions
                  of={row.name}
                  actions={[{ label: t`Editar ${row.name}`, icon: <IconEdit />, onClick: () => setOpened(row) }]}
                />
              ),
            },
          ]}
          empty={{ title: t('No ha nombrado ninguna empresa') }}
        />
      )}
      {data && data.totalElements > PAGE_SIZE ? (
        <Pager
          page={page + 1}
          pageSize={PAGE_SIZE}
          total={data.totalElements}
          onChange={number => setPage(number - 1)}
          noun={t('empresas')}
        />
      ) : null}
      {opened ? <CompanyModal company={opened} onClose={() => setOpened(null)} /> : null}
    </Section>
  )
}
