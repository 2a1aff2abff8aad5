import { Tabs, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { SheetTable } from '#web/document/workbook/SheetTable.tsx'
import { foldedRows, rowsWith, type Sheet } from '#web/document/workbook/sheets.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { NoPreview, ViewerFrame, Wait } from '#web/ui/files/ViewerFrame.tsx'
import { locale } from '#web/ui/language/spoken.ts'
import classes from './WorkbookViewer.module.css'

export interface WorkbookViewerProps {
  /** The workbook; null while it loads. */
  book: { sheets: readonly Sheet[]; cut: boolean } | null
  name: string
  onDownload?: () => void
  /** Called once, when the first sheet is readable. */
  onShown?: () => void
  /** Why there is nothing to show. */
  error?: string | null
  /** Without it, the error is final: only the download helps. */
  onRetry?: () => void
}

/** The sheets of a workbook as tables of text, with a search through all of them. */
export function WorkbookViewer({ book, name, onDownload, onShown, error, onRetry }: WorkbookViewerProps) {
  const [chosen, choose] = useState('0')
  const [wanted, setWanted] = useState('')
  const tray = useRef<HTMLDivElement>(null)
  const search = useId()
  const shown = useRef(onShown)
  shown.current = onShown
  const folded = useMemo(() => book?.sheets.map(foldedRows) ?? [], [book])
  useEffect(() => {
    if (book) shown.current?.()
  }, [book])

  if (!book || book.sheets.length === 0) {
    return (
      <ViewerFrame name={name} onDownload={onDownload}>
        {error && onRetry ? (
          <ErrorState title={t('No se ha podido abrir el archivo')} text={error} onRetry={onRetry} />
        ) : error || book ? (
          <NoPreview text={error ?? t('El libro no tiene ninguna hoja con datos.')} />
        ) : (
          <Wait />
        )}
      </ViewerFrame>
    )
  }
  const found = book.sheets.map((sheet, at) => rowsWith(sheet, folded[at]!, wanted))
  const sheet = book.sheets[Number(chosen)] ?? book.sheets[0]!
  const rows = found[book.sheets.indexOf(sheet)]!
  const inAll = found.reduce((sum, each) => sum + each.length, 0)
  return (
    <Tabs className={classes.root} value={chosen} onChange={value => choose(value ?? '0')} inverted>
      <ViewerFrame
        ref={tray}
        name={name}
        flush
        onDownload={onDownload}
        tools={
          <TextInput
            id={search}
            className={classes.search}
            size="xs"
            type="search"
            aria-label={t`Buscar en ${name}`}
            placeholder={t('Buscar en el libro')}
            leftSection={<IconSearch size={16} aria-hidden="true" />}
            value={wanted}
            onChange={event => setWanted(event.currentTarget.value)}
            onKeyDown={event => {
              if (event.key !== 'Escape' || wanted === '') return
              event.preventDefault()
              event.stopPropagation()
              setWanted('')
              tray.current?.focus()
            }}
          />
        }
        foot={
          <div className={classes.foot}>
            <Tabs.List className={classes.tabs} aria-label={t`Hojas de ${name}`}>
              {book.sheets.map((each, at) => (
                <Tabs.Tab key={at} className={classes.tab} value={String(at)}>
                  {each.name}
                  {wanted.trim() === '' ? null : <span className={classes.count}>{found[at]!.length}</span>}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <p className={classes.said} role="status">
              {saidOf({ sheet, cut: book.cut, wanted, rows: rows.length, inAll })}
            </p>
          </div>
        }
      >
        <Tabs.Panel className={classes.panel} value={chosen} keepMounted={false}>
          <SheetTable key={`${chosen} ${wanted}`} sheet={sheet} rows={rows} wanted={wanted} />
        </Tabs.Panel>
      </ViewerFrame>
    </Tabs>
  )
}

type Said = { sheet: Sheet; cut: boolean; wanted: string; rows: number; inAll: number }

const rowsText = (rows: number) => (rows === 1 ? t('1 fila') : t`${rows.toLocaleString(locale())} filas`)

function saidOf({ sheet, cut, wanted, rows, inAll }: Said): string {
  const whole = sheet.cut || cut ? t(' Se muestra el principio del libro; el resto está en la descarga.') : ''
  if (wanted.trim() === '') return `${rowsText(sheet.rows.length)}.${whole}`
  const elsewhere = inAll > rows ? t` y ${inAll - rows} en otras hojas` : ''
  return t`${rowsText(rows)} con «${wanted.trim()}»${elsewhere}.${whole}`
}
