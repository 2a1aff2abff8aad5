import { Button } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TimelineEntryWire, TracedKind } from '#domain/audit-log/contract.ts'
import { caseFile, readTimeline } from '#domain/audit-log/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import classes from './TimelineDialog.module.css'

const SIZE = 20

type Thing = { kind: TracedKind; id: string; name: string }
type Props = Thing & { opened: boolean; onClose: () => void }

/** The events of an object, newest first, as sentences, with the case file to download. */
export function TimelineDialog({ opened, onClose, ...thing }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Cronología de ${thing.name}`} size={760}>
      {opened ? <Timeline {...thing} /> : null}
    </Dialog>
  )
}

function Timeline({ kind, id, name }: Thing) {
  const [page, setPage] = useState(0)
  const { data, error, isPending, refetch } = useQuery({
    ...queryOptions(readTimeline, { params: { kind, id }, query: { page, size: SIZE } }),
    // Reopening shows the events since.
    staleTime: 0,
  })
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (isPending) return <Loading height={240} />
  if (data.totalElements === 0) return <EmptyState title="Todavía no ha pasado nada" />
  return (
    <>
      <Entries entries={data.content} name={name} />
      <Pager
        page={page + 1}
        pageSize={SIZE}
        total={data.totalElements}
        onChange={next => setPage(next - 1)}
        noun="apuntes"
      />
      <CaseFileButton kind={kind} id={id} name={name} />
    </>
  )
}

function Entries({ entries, name }: { entries: readonly TimelineEntryWire[]; name: string }) {
  return (
    <ol className={classes.entries} aria-label={`Cronología de ${name}`}>
      {entries.map(entry => (
        <li key={entry.number}>
          {entry.sentence}
          <span className={classes.number}>
            Apunte {entry.number}
            <span className="vh"> del registro de actividad</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

function CaseFileButton({ kind, id, name }: Thing) {
  const download = useDownload(() => call(caseFile, { params: { kind, id } }), `expediente ${name}.zip`)
  return (
    <div className={classes.foot}>
      <p className="small dim">
        El expediente es un ZIP con los datos, los archivos y los apuntes, y cómo comprobarlos sin el portal.
      </p>
      <Button leftSection={<IconFileZip />} loading={download.isPending} onClick={() => download.mutate()}>
        Descargar expediente
      </Button>
    </div>
  )
}
