import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangesWire, PackageWire } from '#domain/supervision/register/contract.ts'
import { listPackages, packageChangesCall } from '#domain/supervision/register/contract.ts'
import { formatLabels } from '#domain/supervision/register/package/format.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import classes from '../register.module.css'

/** More than a bank makes in years. */
const MOST = 500
const kinds = { NEW: 'Nueva', GONE: 'Quitada', CHANGED: 'Cambia' } as const

const wordsOf = ({ format, referenceDate, madeAt }: PackageWire) =>
  `${formatInstant(madeAt)} · ${formatLabels[format]} a ${formatDay(referenceDate)}`

type Props = { file: PackageWire; name: string; onClose: () => void }

/** What differs from an earlier file, by default the one before (DORA-24). */
export function PackageChanges({ file, name, onClose }: Props) {
  const [other, setOther] = useState<string | undefined>(undefined)
  const files = useQuery(queryOptions(listPackages, { query: { size: MOST } }))
  const { data, error, refetch } = useQuery(
    queryOptions(packageChangesCall, { params: { id: file.id }, query: { with: other } }),
  )
  const earlier = (files.data?.content ?? []).filter(({ madeAt }) => madeAt < file.madeAt)
  return (
    <Dialog opened onClose={onClose} title={`Cambios de ${name}`} size={860}>
      <div className="stack">
        {earlier.length > 0 ? (
          <NativeSelect
            label="Comparado con el fichero del"
            value={other ?? data?.with?.id ?? ''}
            onChange={event => setOther(event.currentTarget.value)}
            data={earlier.map(each => ({ value: each.id, label: wordsOf(each) }))}
          />
        ) : null}
        {error ? (
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
        ) : data ? (
          <Changes changes={data} />
        ) : (
          <Loading height={160} />
        )}
      </div>
    </Dialog>
  )
}

function Changes({ changes: { with: other, counts, changes } }: { changes: ChangesWire }) {
  if (!other) return <p>Es el primer fichero: no hay otro con el que compararlo.</p>
  const total = counts.NEW + counts.GONE + counts.CHANGED
  if (total === 0) return <p>Ninguna fila cambia.</p>
  return (
    <>
      <p>
        <b>
          Filas nuevas: {counts.NEW}. Quitadas: {counts.GONE}. Cambiadas: {counts.CHANGED}.
        </b>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
      <ul className={classes.preview} tabIndex={0} aria-label="Filas que cambian">
        {changes.map(({ table, key, kind, columns }) => (
          <li key={`${table} ${key}`}>
            <b>{kinds[kind]}</b>: {table} · {key}
            {columns.map(({ column, name, before, after }) => (
              <div key={column} className="small">
                {name}: {before || 'vacío'} → {after || 'vacío'}
              </div>
            ))}
          </li>
        ))}
      </ul>
      {total > changes.length ? <p className="small dim">y {total - changes.length} filas más.</p> : null}
    </>
  )
}
