import { Button } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { readerOf, reportDocuments } from '#domain/document/document.ts'
import { seesHistory } from '#domain/document/sees-history.ts'
import type { Role } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import { comparesProviders } from '#domain/participant/comparison.ts'
import type { OverviewRow } from '#domain/participant/contract.ts'
import { readOverview } from '#domain/participant/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { AskInvitation } from '#web/invitation/request/AskInvitation.tsx'
import { BulkBar } from '#web/list/bulk/BulkBar.tsx'
import { useSelected } from '#web/list/bulk/useSelected.ts'
import { ExportMenu } from '#web/list/ExportMenu.tsx'
import { ListPager, ListTable } from '#web/list/ListTable.tsx'
import { MissingRow } from '#web/list/MissingRow.tsx'
import { useOpenRow } from '#web/list/useOpenRow.ts'
import { ComparisonBar } from '#web/participant/comparison/ComparisonBar.tsx'
import { useCompared } from '#web/participant/comparison/useCompared.ts'
import { DeleteRequestModal } from '#web/participant/detail/DeleteRequestModal.tsx'
import { ProviderDetailActions, providerSubtitle } from '#web/participant/detail/ProviderDetailActions.tsx'
import { ProviderActions } from '#web/participant/search/ProviderActions.tsx'
import { moreFilters, ProviderFilters } from '#web/participant/search/ProviderFilters.tsx'
import { providerTable, shownAtFirst } from '#web/participant/search/providerTable.tsx'
import { useFavouriteActs } from '#web/participant/search/useFavouriteActs.tsx'
import { rowKeyOf, useProviderSearch } from '#web/participant/search/useProviderSearch.ts'
import { SavedViews } from '#web/search/saved-view/SavedViews.tsx'
import { actorOf, useMe } from '#web/session/useMe.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { keepFocus, useKeptFocus } from '#web/ui/dialog/keepFocus.ts'
import { LateWindow } from '#web/ui/dialog/LateWindow.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { late, loadedWhenNear, partMissing, useLate } from '#web/ui/late.ts'
import { DetailPanel } from '#web/ui/layout/DetailPanel.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { ColumnsMenu, useColumns } from '#web/ui/table/ColumnsMenu.tsx'
import { nameOf } from '#web/ui/table/DataTable.tsx'
import classes from './search.module.css'

const detail = late(() => import('#web/participant/detail/ProviderDetail.tsx').then(module => module.ProviderDetail))
const windows = {
  documents: late(() => import('#web/document/ReportDocumentsModal.tsx').then(module => module.ReportDocumentsModal)),
  score: late(() =>
    import('#web/report-request/score/ScoreDocumentsModal.tsx').then(module => module.ScoreDocumentsModal),
  ),
  history: late(() => import('#web/document/HistoryModal.tsx').then(module => module.HistoryModal)),
}
const near = loadedWhenNear(detail, ...Object.values(windows))

/** Titles as the specification writes them (SRCH-01 to SRCH-03). */
export const searchTitles: Record<Role, string> = {
  CCI: msg('BÚSQUEDA PROVEEDORES'),
  ENTITY: msg('BÚSQUEDA PROVEEDORES'),
  PROVIDER: msg('BÚSQUEDA DE SERVICIOS'),
  AUDIT: msg('PROVEEDORES'),
}

type Props = {
  role: Role
  pageSize: number
  /** The title is the h1 of the page. */
  asPage?: boolean
  /** Link to the full search, for the lists of the start screens (D52). */
  seeAll?: boolean
}

const providerOf = (row: OverviewRow) => row.details.commercialName || row.provider

type Window = { kind: 'documents' | 'score' | 'history'; row: OverviewRow }

/** Provider search of a role: filters, list, detail of validations and its windows (SRCH-06 to SRCH-12). */
export function ProviderSearch({ role, pageSize, asPage, seeAll }: Props) {
  const list = useProviderSearch(role, pageSize, !asPage)
  const me = useMe()
  const columns = providerTable(role)
  const label = role === 'PROVIDER' ? t('Lista de servicios') : t('Lista de proveedores')
  const [visible, setVisible] = useColumns(`search-${role}`, shownAtFirst[role])
  const [more, setMore] = useState(() => moreFilters.some(name => list.filters[name] !== undefined))
  const [window, setWindow] = useState<Window | null>(null)
  const [deleting, setDeleting] = useState<OverviewRow | null>(null)
  const { rows } = list
  const opened = useOpenRow(
    list,
    rowKeyOf,
    row => queryOptions(readOverview, { params: { kind: 'PROVIDER' }, query: { row } }),
    ({ content }) => content[0],
  )
  const { key: selected, row: chosen, open: select } = opened
  const compares = comparesProviders(actorOf(me))
  const selectedRows = useSelected(rows, rowKeyOf, providerOf)
  const { acts: favourites, refresh } = useFavouriteActs()
  const hasHistory = (row: OverviewRow) =>
    seesHistory(readerOf(actorOf(me), { participantId: row.idProvider, evaluatorId: row.idAudit }))
  const subtitle = (row: OverviewRow) =>
    [row.service, role === 'PROVIDER' ? row.audit : row.provider].filter(Boolean).join(' · ')
  const tools = (
    <>
      <Button
        variant="subtle"
        size="xs"
        className={classes.moreButton}
        leftSection={<IconAdjustmentsHorizontal />}
        aria-expanded={more}
        onClick={() => setMore(!more)}
      >
        {t('Más filtros')}
      </Button>
      <SavedViews label={label} />
      <ColumnsMenu
        columns={columns.slice(1).map(column => ({ key: column.key, label: nameOf(column) }))}
        visible={visible}
        onChange={setVisible}
      />
      <ExportMenu list={list} visible={visible} />
      <AskInvitation />
    </>
  )
  // 'Vaciar' takes its bar away with it.
  const frame = useKeptFocus<HTMLDivElement>(useCompared().ids.length)
  const body = (
    <div {...frame} {...near} tabIndex={-1} className={classes.frame}>
      <ProviderFilters list={list} role={role} more={more} onMore={setMore} />
      {asPage ? <h2 className="vh">{t('Lista y detalle')}</h2> : null}
      <MissingRow of={opened} />
      <DetailPanel
        onClose={() => select(null)}
        detail={
          chosen && {
            key: rowKeyOf(chosen),
            title: chosen.provider,
            subtitle: providerSubtitle(chosen),
            body: <Detail row={chosen} role={role} />,
            actions: (
              <ProviderDetailActions
                row={chosen}
                onHistory={hasHistory(chosen) ? () => setWindow({ kind: 'history', row: chosen }) : null}
                onDocuments={() => setWindow({ kind: 'documents', row: chosen })}
                onScore={() => setWindow({ kind: 'score', row: chosen })}
              />
            ),
          }
        }
      >
        {beside => (
          <>
            <ListTable
              list={list}
              columns={[
                ...columns,
                {
                  key: 'actions',
                  header: t('Acciones'),
                  actions: true,
                  cell: row => (
                    <ProviderActions
                      row={row}
                      role={role}
                      onDocuments={value => setWindow({ kind: 'documents', row: value })}
                      onDelete={setDeleting}
                    />
                  ),
                },
              ]}
              visible={beside ? besideDetail(visible) : visible}
              rowKey={rowKeyOf}
              selection={compares ? selectedRows.selection : undefined}
              selectedKey={selected}
              onSelect={row => select(rowKeyOf(row) === selected ? null : rowKeyOf(row))}
              empty={emptyOf(role)}
            />
            {list.total === undefined ? null : (
              <div className={classes.foot}>
                {seeAll ? <UiLink href={paths.providers()}>{t('Ver todos')}</UiLink> : null}
                <div className="grow">
                  <ListPager list={list} />
                </div>
              </div>
            )}
          </>
        )}
      </DetailPanel>
      {compares ? (
        <>
          <BulkBar selected={selectedRows} acts={favourites} onDone={refresh} />
          <ComparisonBar rows={rows} />
        </>
      ) : null}
      <Windows window={window} setWindow={setWindow} subtitle={subtitle} hasHistory={hasHistory} />
      <DeleteRequestModal
        request={deleting}
        onClose={() => setDeleting(null)}
        onGone={() => keepFocus(frame.ref.current)}
      />
    </div>
  )
  return asPage ? (
    <>
      <PageHeader title={t(searchTitles[role])} caps actions={<div className="row wrap">{tools}</div>} />
      {body}
    </>
  ) : (
    <Section title={t(searchTitles[role])} actions={tools}>
      {body}
    </Section>
  )
}

/** Columns that give way to the detail, which shows the same: incidents first, then the evaluator. */
const givingWay = ['issue', 'audit']
const BESIDE_MAX = 4

const besideDetail = (visible: readonly string[]) =>
  givingWay.reduce<readonly string[]>(
    (left, column) => (left.length > BESIDE_MAX ? left.filter(key => key !== column) : left),
    visible,
  )

function emptyOf(role: Role) {
  return role === 'PROVIDER'
    ? {
        title: t('Todavía no tiene servicios'),
        text: t('Envíe el informe de auditoría de un servicio para que el CCI lo califique.'),
        action: <UiLink href={paths.sendReport()}>{t('Enviar una solicitud')}</UiLink>,
      }
    : role === 'AUDIT'
      ? {
          title: t('Todavía no le ha elegido ningún proveedor'),
          text: t('Aquí verá sus solicitudes y calificaciones.'),
        }
      : { title: t('No hay proveedores'), text: t('Aparecen cuando el CCI acepta su documentación.') }
}

/** What a row is about. */
function Detail(props: { row: OverviewRow; role: Role }) {
  const { part: ProviderDetail, failed } = useLate(detail, true)
  if (ProviderDetail) return <ProviderDetail {...props} />
  return failed ? <ErrorState text={t(partMissing)} /> : <Loading height={220} label={t('Cargando el detalle')} />
}

type WindowsProps = {
  window: Window | null
  setWindow: (window: Window | null) => void
  subtitle: (row: OverviewRow) => string
  hasHistory: (row: OverviewRow) => boolean
}

/** Windows of a row's request. They stay mounted, so that the focus returns to the button that opened them. */
function Windows({ window, setWindow, subtitle, hasHistory }: WindowsProps) {
  // Keeps the last one while the window fades out, so that its text does not vanish first.
  const [last, setLast] = useState(window)
  if (window && window !== last) setLast(window)
  /** Document whose history opens above the documents window. */
  const [over, setOver] = useState<string | null>(null)
  const shared = { validationId: last?.row.validationId ?? '', subtitle: last ? subtitle(last.row) : '' }
  const open = (kind: Window['kind']) => window?.kind === kind
  return (
    <>
      <LateWindow
        of={windows.documents}
        {...shared}
        opened={open('documents')}
        onClose={() => setWindow(null)}
        locked={over !== null}
        onHistory={last && hasHistory(last.row) ? setOver : undefined}
      />
      <LateWindow of={windows.score} {...shared} opened={open('score')} onClose={() => setWindow(null)} />
      <LateWindow
        of={windows.history}
        validationId={shared.validationId}
        opened={open('history') || over !== null}
        onClose={() => (over === null ? setWindow(null) : setOver(null))}
        documents={reportDocuments}
        first={over ?? undefined}
      />
    </>
  )
}
