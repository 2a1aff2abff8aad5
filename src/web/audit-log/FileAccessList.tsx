import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FileAccessWire } from '#domain/audit-log/contract.ts'
import { listFileAccesses } from '#domain/audit-log/contract.ts'
import { t } from '#domain/language/translate.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { FileLine, FileLines } from '#web/document/FileLine.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'

const SIZE = 20

/** The accesses to the files of a documentation or a request, newest first. */
export function FileAccessList({ validationId }: { validationId: string }) {
  const [page, setPage] = useState(0)
  const { data, error, isPending, refetch } = useQuery({
    ...queryOptions(listFileAccesses, { params: { id: validationId }, query: { page, size: SIZE } }),
    staleTime: 0,
  })
  if (error) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
  if (isPending) return <Loading height={140} />
  if (data.totalElements === 0) {
    return (
      <EmptyState
        title={t('Nadie lo ha leído todavía')}
        text={t('Aquí aparece quien descarga o abre un archivo, hasta el final o en parte.')}
      />
    )
  }
  return (
    <>
      <FileLines label={t('Quién lo ha leído')}>
        {data.content.map((each, index) => (
          <Line key={`${each.readAt} ${index}`} access={each} />
        ))}
      </FileLines>
      <Pager
        page={page + 1}
        pageSize={SIZE}
        total={data.totalElements}
        onChange={next => setPage(next - 1)}
        noun={t('lecturas')}
      />
    </>
  )
}

function Line({ access: { organisation, person, document, fileName, readAt, partly } }: { access: FileAccessWire }) {
  return (
    <FileLine
      title={organisation}
      notes={[
        person,
        `${document} · ${fileName}`,
        t`El ${dayText(readAt)} a las ${timeText(readAt)}${partly ? t(', en parte') : ''}`,
      ]}
    />
  )
}
