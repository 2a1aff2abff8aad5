import type { SectorRow } from '#domain/participant/chain/sector.ts'
import { exportSectorConcentration, SERVICES_SHOWN, sectorColumns } from '#domain/participant/chain/sector.ts'
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
import classes from './chain.module.css'

/** /sector-concentration: the companies under the rated services of all providers, for CCI (CHAIN-14 to CHAIN-16). */
export function SectorConcentrationPage() {
  const list = useList(exportSectorConcentration)
  const [chosen, choose] = useUrlValue('row')
  const detail = list.rows.find(({ id }) => id === chosen)
  return (
    <>
      <PageHeader
        title="Concentración del sector"
        subtitle="Las empresas sobre las que se apoyan los servicios calificados, según las cadenas vigentes."
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
            label="Dibujo de la concentración del sector: empresas y los servicios que cuelgan de ellas"
            companies={list.rows.map(({ id, name, services, on }) => ({
              id,
              name,
              count: services === 1 ? '1 servicio calificado' : `${services} servicios calificados`,
              services: on.map(each => ({ ...each, id: `${each.providerId} ${each.serviceId}` })),
            }))}
          />
        ) : null}
        <ListTable
          list={list}
          columns={tableColumns(sectorColumns, {
            providers: { width: 120 },
            services: { width: 130 },
            underpins: { width: 110 },
            ictTypes: { sub: undefined },
          })}
          rowKey={({ id }) => id}
          selectedKey={chosen}
          onSelect={({ id }) => choose(id === chosen ? null : id)}
          empty={{
            title: 'Ningún proveedor ha declarado todavía quién trabaja para él',
            text: 'Las empresas aparecerán aquí cuando los proveedores declaren sus cadenas.',
          }}
          noResults="Ninguna empresa coincide"
        />
        <ListPager list={list} noun={['empresa', 'empresas']} />
      </DetailPanel>
    </>
  )
}

function Services({ row }: { row: SectorRow }) {
  return (
    <>
      {row.on.map(({ providerId, provider, serviceId, service, rank, underpins, isRated, banks }) => (
        <DetailLine
          key={`${providerId} ${serviceId}`}
          title={<UiLink href={paths.providerSheet(providerId, { parte: 'cadena' })}>{service}</UiLink>}
          note={[
            provider,
            `rango ${rank}`,
            underpins ? 'lo sustenta' : null,
            isRated ? null : 'sin calificación vigente',
            `entidades: ${banks}`,
          ]
            .filter(Boolean)
            .join(' · ')}
        />
      ))}
      {row.on.length === SERVICES_SHOWN ? (
        <p className="small dim">Se muestran los {SERVICES_SHOWN} primeros.</p>
      ) : null}
    </>
  )
}
