import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { useTopEscape } from '#web/ui/dialog/useTopEscape.ts'
import { partLanguage } from '#web/ui/language/spoken.ts'
import classes from './DetailPanel.module.css'

export interface Detail {
  /** Changes with the item shown, so that the focus can follow. */
  key: string
  title: ReactNode
  subtitle?: ReactNode
  /** Small label above the title: 'DETALLE'. */
  label?: string
  /** Full screen of the same item. */
  href?: string
  hrefLabel?: string
  body: ReactNode
  actions?: ReactNode
}
export interface DetailPanelProps {
  /** The list; a function learns whether the detail stands beside it. */
  children: ReactNode | ((beside: boolean) => ReactNode)
  detail: Detail | null
  onClose: () => void
}

/** List with the detail of the selected row: a column from 1400 px when the list fits beside it, else a drawer. */
export function DetailPanel({ children, detail, onClose }: DetailPanelProps) {
  const root = useRef<HTMLDivElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const column = useColumn(list, detail !== null)
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)
  const key = detail?.key
  const drawn = detail !== null && !column
  useTopEscape(drawn, onClose)
  // Beside the list Escape has other uses: it closes the panel only from inside it, or when no other element has the
  // focus.
  useTopEscape(
    detail !== null && column,
    onClose,
    target => target === document.body || !!root.current?.contains(target),
  )
  useEffect(() => {
    const active = document.activeElement
    if (key) {
      if (!column) return
      if (!heading.current?.closest('aside')?.contains(active)) {
        // A press beside the text also selects the row and moves the focus to the list.
        opener.current = list.current?.querySelector('th [aria-expanded="true"]') ?? active
      }
      heading.current?.focus({ preventScroll: true })
    } else if (opener.current) {
      // The drawer returns the focus by itself. A column must do so if it had the focus, and so must a drawer that
      // replaced a column.
      const isLost = active === document.body || !!active?.closest('[aria-modal]')
      if (isLost && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
      opener.current = null
    }
  }, [key, column])
  return (
    <div ref={root} className={classes.root} data-open={(detail && column) || undefined}>
      <div ref={list} className={classes.list}>
        {typeof children === 'function' ? children(detail !== null && column) : children}
      </div>
      {detail && column ? (
        <aside className={classes.panel} aria-label={detail.label ?? t('Detalle')}>
          <div className={classes.stays}>
            <div className={classes.head}>
              <span className="label">{detail.label ?? t('DETALLE')}</span>
              <span>
                {detail.href ? (
                  <IconButton
                    size={36}
                    label={detail.hrefLabel ?? t('Abrir la ficha')}
                    href={detail.href}
                    icon={<IconExternalLink />}
                  />
                ) : null}
                <IconButton size={36} label={t('Cerrar el detalle')} icon={<IconX />} onClick={onClose} />
              </span>
            </div>
            <h3 ref={heading} tabIndex={-1}>
              {detail.title}
            </h3>
            <Inside detail={detail} />
          </div>
        </aside>
      ) : null}
      {/* Built by hand, because the header of Mantine's drawer would be a second banner of the page. */}
      <Drawer.Root
        opened={drawn}
        onClose={onClose}
        position="right"
        size="md"
        closeOnEscape={false}
        // Not the class of Drawer.Content, which Mantine puts on the whole viewport around it.
        classNames={{ content: classes.drawer }}
      >
        <Drawer.Overlay />
        <Drawer.Content lang={partLanguage()}>
          <div className={classes.drawerHead}>
            <Drawer.Title>{detail?.title}</Drawer.Title>
            <Drawer.CloseButton aria-label={t('Cerrar')} />
          </div>
          <Drawer.Body>
            {detail ? (
              <>
                <Inside detail={detail} />
                {detail.href ? (
                  <p className={classes.open}>
                    <a href={detail.href}>{detail.hrefLabel ?? t('Abrir la ficha')}</a>
                  </p>
                ) : null}
              </>
            ) : null}
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
    </div>
  )
}

/**
 * Whether a column fits: the window is wide, and the list's table, with the columns the user chose, has not overflowed
 * beside it. Paper is narrower, but print keeps the layout of the screen.
 */
function useColumn(list: RefObject<HTMLElement | null>, open: boolean): boolean {
  const wide = useMediaQuery('(min-width: 1400px)', true, { getInitialValueInEffect: false }) ?? true
  const [column, setColumn] = useState(wide)
  // Read now: the print event may come after the width change.
  if (column !== wide && !matchMedia('print').matches) setColumn(wide)
  const [tight, setTight] = useState(false)
  // Another window size or row is a new try.
  useEffect(() => {
    if (!open) return setTight(false)
    const retry = () => setTight(false)
    window.addEventListener('resize', retry)
    return () => window.removeEventListener('resize', retry)
  }, [open])
  const beside = open && column && !tight
  useLayoutEffect(() => {
    const room = list.current?.querySelector('table')?.parentElement
    if (!beside || !room) return
    const measure = () => {
      if (room.scrollWidth > room.clientWidth + 1 && !matchMedia('print').matches) setTight(true)
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(room)
    if (room.firstElementChild) observer.observe(room.firstElementChild)
    return () => observer.disconnect()
  }, [beside, list])
  return column && !tight
}

function Inside({ detail }: { detail: Detail }) {
  return (
    <>
      {detail.subtitle ? <p className="small dim">{detail.subtitle}</p> : null}
      <div className={classes.body}>{detail.body}</div>
      {detail.actions ? <div className={classes.actions}>{detail.actions}</div> : null}
    </>
  )
}

/** Lines of a detail: title and badge above, note and extra content below. */
export function DetailLine(props: { title: ReactNode; badge?: ReactNode; note?: ReactNode; extra?: ReactNode }) {
  return (
    <div className={classes.line}>
      <div className="row between">
        <b>{props.title}</b>
        {props.badge}
      </div>
      {props.note || props.extra ? (
        <div className="row between">
          <span className="small dim">{props.note}</span>
          {props.extra}
        </div>
      ) : null}
    </div>
  )
}
