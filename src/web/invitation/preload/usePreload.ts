import { useMutation } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { IMPORT_MAX } from '#domain/invitation/preload.ts'
import type { ShownPreload } from '#web/invitation/preload/kinds.ts'
import { preloadFailure } from '#web/invitation/preload/preloadFailure.ts'
import {
  faultsByLine,
  firstRows,
  included,
  type PreloadRow,
  remaining,
  type Taken,
  withRefused,
} from '#web/invitation/preload/rows.ts'
import { useRefreshInvitations } from '#web/invitation/useRefreshInvitations.ts'
import { useMe } from '#web/session/useMe.ts'

const nothingTaken = <Unique extends string>(unique: readonly Unique[]) =>
  Object.fromEntries(unique.map(column => [column, []])) as unknown as Taken<Unique>

/** A mass preload from the file to its outcome: read, review, send. */
export function usePreload<Column extends string, Unique extends Column>(kind: ShownPreload<Column, Unique>) {
  const { preload } = kind
  const { settings } = useMe()
  const refresh = useRefreshInvitations()
  const [file, setFile] = useState<File | null>(null)
  const [read, setRead] = useState(0)
  const [rows, setRows] = useState<readonly PreloadRow<Column>[]>([])
  const [taken, setTaken] = useState(() => nothingTaken(preload.unique))
  const [edited, setEdited] = useState(false)
  const [attempts, setAttempts] = useState(0)

  const reading = useMutation({
    mutationFn: (sheet: File) => kind.read(sheet, setRead),
    onSuccess: found => {
      setRows(firstRows(found.rows))
      setTaken(found.taken)
    },
  })
  const sending = useMutation({
    mutationFn: (all: readonly PreloadRow<Column>[]) => kind.send(included(preload, all)),
    onSuccess: () => refresh(),
    onError: error => {
      setTaken(withRefused(preload, taken, rows, preloadFailure(error).rows))
      setAttempts(attempts + 1)
    },
  })
  const faults = useMemo(() => faultsByLine(preload, rows, taken, settings), [preload, rows, taken, settings])
  const count = useMemo(() => rows.filter(row => !row.out).length, [rows])

  const pick = (picked: File | null) => {
    setFile(picked)
    setRead(0)
    setRows([])
    setTaken(nothingTaken(preload.unique))
    setEdited(false)
    setAttempts(0)
    sending.reset()
    reading.reset()
    if (picked) reading.mutate(picked)
  }
  const change = useCallback((next: (all: readonly PreloadRow<Column>[]) => PreloadRow<Column>[]) => {
    setRows(next)
    setEdited(true)
  }, [])
  const send = () => {
    if (faults.size > 0 || count === 0 || count > IMPORT_MAX) setAttempts(attempts + 1)
    else sending.mutate(rows)
  }
  const goOn = () => {
    setRows(remaining(rows))
    setAttempts(0)
    setEdited(true)
    sending.reset()
  }
  return { file, pick, read, reading, rows, change, faults, count, edited, attempts, send, sending, goOn }
}
