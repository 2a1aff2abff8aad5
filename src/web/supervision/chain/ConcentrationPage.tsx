import { concentrationColumns } from '#domain/supervision/chain/columns.ts'
import type { ConcentrationRow } from '#domain/supervision/chain/contract.ts'
import { exportConcentration } from '#domain/supervision/chain/contract.ts'
import { paths } from '#web/app/paths.ts'
import { ListFilters } from '#web/list/ListFilters.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { useList } from '#web/list/useList.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { companyChoices } from '#web/participant/chain/companyChoices.ts'
import { ListTools } from '#web/search/saved-view/ListTools.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { DetailLine, DetailPanel } from '#web/ui/layout/DetailPanel.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { CompaniesPicture } from '#web/ui/picture/CompaniesPicture.tsx'
import classes from '../use/supervision.module.css'

/** /concentration: the companies under the services that a bank uses (CHAIN-13, CHAIN-16). */
export function ConcentrationPage() {
  const list = useList(exportConcentration)
  const [chosen, choose] = useUrlValue('row')
  const detail = list.rows.find(({ id }) => id === chosen)
  return (
    <>
      <PageHeader
        title="Concentración"
        subtitle="Las empresas sobre las que se apoyan dos o más de los servicios que utiliza su entidad, a cualquier rango. Solo su entidad lo lee."
      />
      <ListFilters list={list} given={companyChoices} />
      <div className={classes.bar}>
        <ListTools list={list} />
      </div>
      <DetailPanel
        onClose={() => choose(null)}
        detail={
          detail ? { key: detail.id, title: detail.name, label: 'EMPRESA', body: <Services row={detail} /> } : null
        }
      >
        {list.rows.length > 0 ? (
          <CompaniesPicture
            label="Dibujo de la concentración: empresas y los servicios que cuelgan de ellas"
            companies={list.rows.map(({ id, name, services, uses }) => ({
              id,
              name,
              count: `${services} servicios`,
              services: uses.map(use => ({ ...use, note: use.critical === 'YES' ? 'esencial' : '' })),
            }))}
          />
        ) : null}
        <ListTable
          list={list}
          columns={tableColumns(concentrationColumns, {
            services: { width: 110 },
            critical: { width: 110 },
            underpins: { width: 110 },
            ictTypes: { sub: undefined },
          })}
          rowKey={({ id }) => id}
          selectedKey={chosen}
          onSelect={({ id }) => choose(id === chosen ? null : id)}
          empty={{
            title: 'Ninguna empresa sustenta dos o más de sus servicios',
            text: 'Se miran los servicios que ha declarado en «Niveles exigidos» y las cadenas de sus proveedores.',
            action: <UiLink href={paths.requiredLevels()}>Niveles exigidos</UiLink>,
          }}
          noResults="Ninguna empresa coincide"
        />
        <ListPager list={list} noun={['empresa', 'empresas']} />
      </DetailPanel>
    </>
  )
}

function Services({ row }: { row: ConcentrationRow }) {
  return row.uses.map(({ id, providerId, provider, service, rank, critical, underpins }) => (
    <DetailLine
      key={id}
      title={<UiLink href={paths.providerSheet(providerId, { parte: 'cadena' })}>{service}</UiLink>}
      note={[
        provider,
        `rango ${rank}`,
        critical === 'YES' ? 'función esencial o importante' : null,
        underpins ? 'lo sustenta' : null,
      ]
        .filter(Boolean)
        .join(' · ')}
    />
  ))
}
