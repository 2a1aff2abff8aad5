import { useCallback, useEffect, useRef, useState } from 'react'
import { IMPORT_MAX, preloadColumnsOf } from '#domain/invitation/preload.ts'
import type { ShownPreload } from '#web/invitation/preload/kinds.ts'
import { PreloadTable, preloadCellId } from '#web/invitation/preload/PreloadTable.tsx'
import type { PreloadRow, RowFaults } from '#web/invitation/preload/rows.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import { Pager } from '#web/ui/table/Pager.tsx'
import classes from './PreloadModal.module.css'

const PAGE = 25

type View = 'all' | 'wrong' | 'out'

type PreloadReviewProps<Column extends string, Unique extends Column> = {
  kind: ShownPreload<Column, Unique>
  rows: readonly PreloadRow<Column>[]
  faults: ReadonlyMap<number, RowFaults<Column>>
  onRows: (change: (rows: readonly PreloadRow<Column>[]) => PreloadRow<Column>[]) => void
  /** The number of vain attempts to send; each leads to the first wrong cell. */
  attempts: number
}

/** The sheet before the sending: all rows, those to correct, and those left out. */
export function PreloadReview<Column extends string, Unique extends Column>({
  kind,
  rows,
  faults,
  onRows,
  attempts,
}: PreloadReviewProps<Column, Unique>) {
  const linesOf = (view: View) =>
    new Set(
      rows
        .filter(row => view === 'all' || (view === 'out' ? row.out : !row.out && faults.has(row.line)))
        .map(row => row.line),
    )
  const [view, setView] = useState<View>(() => (faults.size > 0 ? 'wrong' : 'all'))
  // A row that has just been corrected stays until the view is chosen again: it would vanish under the cursor.
  const [lines, setLines] = useState(() => linesOf(view))
  const [page, setPage] = useState(1)
  const show = (next: View) => {
    setView(next)
    setLines(linesOf(next))
    setPage(1)
  }
  const shown = rows.filter(row => lines.has(row.line))
  const out = rows.filter(row => row.out).length
  const attempt = useRef(attempts)
  useEffect(() => {
    if (attempt.current === attempts || faults.size === 0) return
    attempt.current = attempts
    show('wrong')
    const [line, wrong] = [...faults][0]!
    focusField(preloadCellId(line, preloadColumnsOf(kind.preload).find(column => wrong[column])!))
  })

  const onCell = useCallback(
    (line: number, column: string, value: string) =>
      onRows(all => all.map(row => (row.line === line ? { ...row, [column]: value } : row))),
    [onRows],
  )
  const onOut = (line: number, left: boolean) =>
    onRows(all => all.map(row => (row.line === line ? { ...row, out: left } : row)))

  return (
    <div className={classes.review}>
      {rows.length > IMPORT_MAX ? (
        <Message kind="info">
          Se envían {IMPORT_MAX} invitaciones de una vez. Las demás filas quedan fuera y podrá enviarlas a continuación.
        </Message>
      ) : null}
      <Segments
        label="Filas"
        value={view}
        onChange={value => show(value as View)}
        segments={[
          { value: 'all', label: 'Todas', count: rows.length },
          { value: 'wrong', label: 'Por corregir', count: faults.size },
          { value: 'out', label: 'Fuera', count: out },
        ]}
      />
      <PreloadTable
        kind={kind}
        rows={shown.slice((page - 1) * PAGE, page * PAGE)}
        faults={faults}
        onCell={onCell}
        onOut={onOut}
      />
      <Pager page={page} pageSize={PAGE} total={shown.length} onChange={setPage} noun="filas" />
    </div>
  )
}
