import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import { useKeptFocus } from '#web/ui/dialog/keepFocus.ts'
import { locale } from '#web/ui/language/spoken.ts'
import { pageBlock } from '#web/ui/table/pages.ts'
import classes from './Pager.module.css'

export interface PagerProps {
  /** The first page is 1. */
  page: number
  pageSize: number
  /** Number of rows in all pages. */
  total: number
  onChange: (page: number) => void
  /** The rows that are shown, where pages differ in their number of rows. */
  span?: { from: number; to: number; of: number } | undefined
  /** Plural noun of the rows: '5 de 8 servicios'. */
  noun?: string
  /** Page sizes to choose from; without them the size is fixed. */
  sizes?: readonly number[]
  onSize?: (size: number) => void
}

/** 'x–y de z' and the pages of a list. */
export function Pager({ page, pageSize, total, onChange, span, noun, sizes = [], onSize }: PagerProps) {
  const pageCount = Math.max(1, Math.ceil(total / pageSize))
  const { pages, before, after } = pageBlock(page, pageCount)
  const { from, to, of } = span ?? {
    from: total === 0 ? 0 : (page - 1) * pageSize + 1,
    to: Math.min(total, page * pageSize),
    of: total,
  }
  const range = from === to ? `${to}` : `${from}–${to}`
  // The ellipsis disappears with the last block.
  const keptFocus = useKeptFocus<HTMLDivElement>(page, root => root.querySelector('[aria-current]'))
  return (
    <div {...keptFocus} className={classes.root}>
      <span role="status">
        {t`${range} de ${of.toLocaleString(locale())}`}
        {noun ? ` ${noun}` : ''}
      </span>
      {onSize && total > Math.min(...sizes) ? (
        <fieldset className={classes.sizes}>
          <legend className="vh">{t('Filas por página')}</legend>
          <span aria-hidden="true">{t('Filas')}</span>
          {sizes.map(size => (
            <button key={size} type="button" aria-pressed={size === pageSize} onClick={() => onSize(size)}>
              {size}
              <span className="vh"> {t('por página')}</span>
            </button>
          ))}
        </fieldset>
      ) : null}
      {pageCount > 1 ? (
        <nav className={classes.pages} aria-label={t('Paginación')}>
          <button
            type="button"
            aria-label={t('Anterior')}
            aria-disabled={page <= 1 || undefined}
            onClick={() => page > 1 && onChange(page - 1)}
          >
            <IconChevronLeft />
          </button>
          {before ? (
            <button type="button" aria-label={t('Páginas anteriores')} onClick={() => onChange((pages[0] ?? 2) - 1)}>
              …
            </button>
          ) : null}
          {pages.map(number => (
            <button
              key={number}
              type="button"
              aria-label={t`Página ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onChange(number)}
            >
              {number}
            </button>
          ))}
          {after ? (
            <button type="button" aria-label={t('Más páginas')} onClick={() => onChange((pages.at(-1) ?? 0) + 1)}>
              …
            </button>
          ) : null}
          <button
            type="button"
            aria-label={t('Siguiente')}
            aria-disabled={page >= pageCount || undefined}
            onClick={() => page < pageCount && onChange(page + 1)}
          >
            <IconChevronRight />
          </button>
        </nav>
      ) : null}
    </div>
  )
}
