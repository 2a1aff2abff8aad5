import { useEffect, useMemo, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { foldForSearch } from '#domain/values/collate.ts'
import { columnLetters, columnWidth, isFigure, type Sheet } from '#web/document/workbook/sheets.ts'
import classes from './WorkbookViewer.module.css'

/** Rows drawn at first, and added whenever their end comes near. */
const STRETCH = 120

type Props = { sheet: Sheet; rows: readonly number[]; wanted: string }

/** A sheet as a ruled table under its column letters and headings, which stay in sight. */
export function SheetTable({ sheet, rows, wanted }: Props) {
  const [drawn, setDrawn] = useState(STRETCH)
  const end = useRef<HTMLDivElement>(null)
  const more = drawn < rows.length
  useEffect(() => {
    if (!more || !end.current) return
    const near = new IntersectionObserver(
      entries => entries.some(entry => entry.isIntersecting) && setDrawn(count => count + STRETCH),
      { rootMargin: '600px 0px' },
    )
    near.observe(end.current)
    return () => near.disconnect()
  })

  const width = Math.max(1, ...sheet.rows.map(row => row.length))
  const columns = useMemo(() => Array.from({ length: width }, (_, at) => at), [width])
  const widths = useMemo(() => columns.map(at => columnWidth(sheet, at)), [sheet, columns])
  const text = foldForSearch(wanted)
  return (
    <>
      <table className={classes.table}>
        <caption className="vh">{t`Hoja «${sheet.name}»: ${sheet.rows.length} filas y ${width} columnas`}</caption>
        <colgroup>
          <col style={{ width: `calc(${String(sheet.rows.length).length}ch + 22px)` }} />
          {columns.map(at => (
            <col key={at} style={{ width: `calc(${widths[at]}ch + 26px)` }} />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td />
            {columns.map(at => (
              <th key={at} scope="col" className={classes.letter}>
                {columnLetters(at)}
              </th>
            ))}
          </tr>
          {sheet.rows.slice(0, sheet.head).map((row, at) => (
            <tr key={columnLetters(at)}>
              <th scope="row">{at + 1}</th>
              {columns.map(column => (
                <th key={column} scope="col" className={classes.heading}>
                  {row[column]}
                </th>
              ))}
            </tr>
          ))}
        </thead>
        <tbody>
          {rows.slice(0, drawn).map(at => (
            <tr key={at}>
              <th scope="row">{at + 1}</th>
              {columns.map(column => (
                <Cell key={column} text={sheet.rows[at]?.[column] ?? ''} wanted={text} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more ? <div ref={end} /> : null}
    </>
  )
}

function Cell({ text, wanted }: { text: string; wanted: string }) {
  const isHit = wanted !== '' && foldForSearch(text).includes(wanted)
  return <td data-align={isFigure(text) ? 'end' : undefined}>{isHit ? <mark>{text}</mark> : text}</td>
}
