import { Button, NativeSelect } from '@mantine/core'
import { IconFileZip } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ChangeEvent, Fragment, useState } from 'react'
import type { TimelineEntryWire, TracedKind } from '#domain/audit-log/contract.ts'
import { caseFile, readTimeline } from '#domain/audit-log/contract.ts'
import { type EventGroup, eventGroupLabels, eventGroups } from '#domain/audit-log/groups.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { FoldedEntries, TimelineEntry } from '#web/audit-log/TimelineEntry.tsx'
import { timelineDays } from '#web/audit-log/timelineDays.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './TimelineDialog.module.css'

const SIZE = 50

const weekday = new Intl.DateTimeFormat('es-ES', { weekday: 'long', timeZone: 'UTC' })
const dayName = (day: string) => `${weekday.format(new Date(day))}, ${dayText(day)}`

type Thing = { kind: TracedKind; id: string; name: string }
type Props = Thing & { opened: boolean; onClose: () => void }

/** The events of an object, newest first, by day and with filters, and the case file to download. */
export function TimelineDialog({ opened, onClose, ...thing }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={`Cronología de ${thing.name}`} size={940}>
      {opened ? <Timeline {...thing} /> : null}
    </Dialog>
  )
}

function Timeline({ kind, id, name }: Thing) {
  const [page, setPage] = useState(0)
  const [group, setGroup] = useState('')
  const [person, setPerson] = useState('')
  const { data, error, isPending, refetch } = useQuery({
    ...queryOptions(readTimeline, {
      params: { kind, id },
      query: { page, size: SIZE, group: (group || undefined) as EventGroup | undefined, person: person || undefined },
    }),
    placeholderData: keepPreviousData,
    // Reopening shows the events since.
    staleTime: 0,
  })
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (isPending) return <Loading height={240} />
  const choose = (set: (value: string) => void) => (event: ChangeEvent<HTMLSelectElement>) => {
    set(event.currentTarget.value)
    setPage(0)
  }
  return (
    <>
      <div className={classes.filters}>
        <NativeSelect
          size="xs"
          label="Qué"
          value={group}
          onChange={choose(setGroup)}
          data={[
            { value: '', label: 'Todo' },
            ...eventGroups.map(value => ({ value, label: eventGroupLabels[value] })),
          ]}
        />
        <NativeSelect
          size="xs"
          label="Quién"
          value={person}
          onChange={choose(setPerson)}
          data={[
            { value: '', label: 'Cualquiera' },
            ...data.people.map(each => ({ value: each.id, label: each.name })),
          ]}
        />
      </div>
      {data.totalElements === 0 ? (
        <EmptyState title={group || person ? 'Nada coincide con los filtros' : 'Todavía no ha pasado nada'} />
      ) : (
        <>
          <Days entries={data.content} name={name} fold={group === ''} />
          <Pager
            page={page + 1}
            pageSize={SIZE}
            total={data.totalElements}
            onChange={next => setPage(next - 1)}
            noun="apuntes"
          />
        </>
      )}
      <CaseFileButton kind={kind} id={id} name={name} />
    </>
  )
}

function Days({ entries, name, fold }: { entries: readonly TimelineEntryWire[]; name: string; fold: boolean }) {
  return (
    <section aria-label={`Cronología de ${name}`}>
      {timelineDays(entries, fold).map(({ day, entries: shown, entering }) => (
        <Fragment key={day}>
          <h3 className={classes.day}>{dayName(day)}</h3>
          <ol className={classes.entries} aria-label={dayName(day)}>
            {shown.map(entry => (
              <TimelineEntry key={entry.hash} entry={entry} />
            ))}
            {entering.length > 0 ? <FoldedEntries entries={entering} /> : null}
          </ol>
        </Fragment>
      ))}
    </section>
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
