import { Button, Switch } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { COMPARED_MAX, writeCompared } from '#domain/participant/comparison.ts'
import { messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { listAddress } from '#web/list/listAddress.ts'
import { useUrlValue } from '#web/list/useUrlValue.ts'
import { AddProvider } from '#web/participant/comparison/AddProvider.tsx'
import { ComparisonTable } from '#web/participant/comparison/ComparisonTable.tsx'
import { comparedLines, differs } from '#web/participant/comparison/lines.tsx'
import { PreparedBy } from '#web/participant/comparison/PreparedBy.tsx'
import { useCompared } from '#web/participant/comparison/useCompared.ts'
import { useProviders } from '#web/participant/comparison/useProviders.ts'
import { useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { useKeptFocus } from '#web/ui/dialog/keepFocus.ts'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import classes from './comparison.module.css'

/** /provider-comparison: up to four providers side by side. */
export function ComparisonPage() {
  const { today } = useMe()
  const { ids, toggle } = useCompared()
  const { providers, gone, error, retry } = useProviders(ids)
  const [onlyDiffering, setOnlyDiffering] = useUrlValue('differs')
  const frame = useKeptFocus<HTMLDivElement>(ids.join())
  const groups = providers ? comparedLines(providers, today) : []
  const shown = onlyDiffering
    ? groups.map(group => ({ ...group, lines: group.lines.filter(differs) })).filter(({ lines }) => lines.length > 0)
    : groups
  const some = providers !== undefined && providers.length > 0
  return (
    <>
      <PageHeader
        title="Comparación de proveedores"
        subtitle={some ? 'Lo que el CCI ha verificado de cada uno, y lo que declara.' : null}
        back={{ href: searchWith(ids), label: 'Volver a la búsqueda' }}
        actions={
          providers && providers.length > 1 ? (
            <>
              <Button
                variant="subtle"
                size="xs"
                className={classes.control}
                leftSection={<IconPrinter />}
                onClick={() => window.print()}
              >
                Imprimir o guardar en PDF
              </Button>
              <Switch
                className={classes.control}
                label="Solo lo que difiere"
                checked={onlyDiffering !== null}
                onChange={event => setOnlyDiffering(event.currentTarget.checked ? '1' : null)}
              />
            </>
          ) : null
        }
      />
      <div {...frame} tabIndex={-1} className={classes.frame}>
        {error ? <ErrorState text={messageOf(error)} onRetry={retry} /> : null}
        {!providers && !error ? <Loading height={420} label="Cargando la comparación" /> : null}
        {providers && gone > 0 ? (
          <p role="status" className={classes.gone}>
            {gone === 1
              ? 'Uno de los proveedores elegidos ya no se puede consultar.'
              : `${gone} de los proveedores elegidos ya no se pueden consultar.`}
          </p>
        ) : null}
        {some ? (
          <>
            <PreparedBy />
            <ComparisonTable
              providers={providers}
              groups={shown}
              onRemove={toggle}
              adding={ids.length < COMPARED_MAX ? <AddProvider ids={ids} onAdd={toggle} /> : null}
            />
          </>
        ) : null}
        {some && shown.length === 0 ? <p className="dim">No difieren en nada de lo que se compara.</p> : null}
        {providers?.length === 0 ? (
          <EmptyState
            title="No ha elegido proveedores"
            text="En la búsqueda, marque «Comparar» en los que quiera comparar, hasta cuatro."
            action={<UiLink href={listAddress(paths.providers())}>Ir a la búsqueda</UiLink>}
          />
        ) : null}
        {providers?.length === 1 ? (
          <p className={`small dim ${classes.foot}`}>
            <UiLink href={searchWith(ids)}>Elija otro proveedor</UiLink> para compararlo con este.
          </p>
        ) : null}
      </div>
    </>
  )
}

/** The search as the user left it, with the compared providers chosen. */
function searchWith(ids: readonly string[]): string {
  const [path = '', query] = listAddress(paths.providers()).split('?')
  const search = new URLSearchParams(query)
  search.delete('compare')
  const text = writeCompared(ids)
  if (text) search.set('compare', text)
  return search.size > 0 ? `${path}?${search}` : path
}
