import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listUnmarkable, type UnmarkableWire } from '#domain/document/watermark/contract.ts'
import { markFaultLabels } from '#domain/document/watermark/watermark.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { type Column, DataTable } from '#web/ui/table/DataTable.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import classes from './AccessSecurityPage.module.css'

const PAGE = 10
/** Polling interval while the background check runs. */
const POLL_MS = 10_000

/** The number of PDFs that banks cannot read, or could not read with the watermark on, and their list. */
export function Unmarkable({ enabled }: { enabled: boolean }) {
  const [opened, setOpened] = useState(false)
  const [page, setPage] = useState(1)
  const { data, error, refetch, isFetching } = useQuery({
    ...queryOptions(listUnmarkable, { query: { page: page - 1, size: PAGE } }),
    placeholderData: keepPreviousData,
    refetchInterval: query => (query.state.data?.unchecked ? POLL_MS : false),
  })
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return null
  const { content, totalElements: total, unchecked } = data
  return (
    <div className={classes.unmarkable}>
      {total > 0 ? (
        <Message kind={enabled ? 'warning' : 'info'} title={countOf(total, enabled)} live>
          <p className={classes.note}>
            Estos PDF no admiten la marca. Pida otra copia a quien los subió, o desactive la marca.
          </p>
          <ActionButton size="xs" onClick={() => setOpened(true)} aria-haspopup="dialog">
            Ver los documentos
          </ActionButton>
        </Message>
      ) : null}
      <p className="small dim" role="status">
        {progressOf(total, unchecked)}
      </p>
      <Dialog opened={opened} onClose={() => setOpened(false)} title={countOf(total, enabled)} size={960}>
        <DataTable
          label="PDF que no admiten la marca"
          columns={columns}
          rows={content}
          rowKey={row => `${row.belongsTo} ${row.name} ${row.fileName}`}
          empty={{ title: 'Todos los PDF comprobados admiten la marca.' }}
        />
        <Pager page={page} pageSize={PAGE} total={total} onChange={setPage} noun="documentos" />
      </Dialog>
    </div>
  )
}

function countOf(total: number, enabled: boolean): string {
  const what = total === 1 ? '1 documento' : `${total.toLocaleString('es-ES')} documentos`
  return enabled ? `${what} que las entidades no podrán leer` : `Con la marca, las entidades no podrán leer ${what}`
}

function progressOf(total: number, unchecked: number): string | null {
  if (unchecked === 1) return 'Falta 1 PDF por comprobar. Se comprueba en segundo plano.'
  if (unchecked > 0)
    return `Faltan ${unchecked.toLocaleString('es-ES')} PDF por comprobar. Se comprueban en segundo plano.`
  return total === 0 ? 'Todos los PDF guardados admiten la marca.' : null
}

/** The screen on which CCI sees the document with its documentation. */
function hrefOf({ kind, participantId, belongsTo, validationKind }: UnmarkableWire): string {
  return kind === 'incident' || !validationKind
    ? paths.openIncident(participantId, belongsTo, 'r')
    : paths.viewDocumentation(participantId, belongsTo, validationKind)
}

const kinds: Record<UnmarkableWire['kind'], string> = {
  document: 'Documento',
  score: 'Dictamen',
  incident: 'Incidencia',
}

const columns: readonly Column<UnmarkableWire>[] = [
  {
    key: 'name',
    header: 'DOCUMENTO',
    cell: row => (
      <UiLink href={hrefOf(row)}>{row.kind === 'document' ? row.name : `${kinds[row.kind]}: ${row.name}`}</UiLink>
    ),
    sub: row => row.fileName,
  },
  { key: 'participant', header: 'PROVEEDOR', cell: row => row.participant },
  { key: 'reason', header: 'MOTIVO', cell: row => markFaultLabels[row.reason], prose: true },
]
