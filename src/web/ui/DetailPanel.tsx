import { Drawer } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconExternalLink, IconX } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { IconButton } from '#web/ui/IconButton.tsx'
import { useTopEscape } from '#web/ui/useTopEscape.ts'
import classes from './DetailPanel.module.css'

export interface Detail {
  /** Changes with the thing shown, so that the focus can follow. */
  key: string
  title: ReactNode
  subtitle?: ReactNode
  /** Small name over the title: 'DETALLE'. */
  label?: string
  /** The full screen of the same thing. */
  href?: string
  hrefLabel?: string
  body: ReactNode
  actions?: ReactNode
}
export interface DetailPanelProps {
  /** The list. */
  children: ReactNode
  detail: Detail | null
  onClose: () => void
}

/** A list with the detail of the chosen row: a column from 1400 px, a drawer below. */
export function DetailPanel({ children, detail, onClose }: DetailPanelProps) {
  const column = useColumn()
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)
  const key = detail?.key
  const drawn = detail !== null && !column
  useTopEscape(drawn, onClose)
  useEffect(() => {
    if (!column) return
    const active = document.activeElement
    if (key) {
      if (!heading.current?.closest('aside')?.contains(active)) opener.current = active
      heading.current?.focus({ preventScroll: true })
    } else if (opener.current) {
      // The drawer gives the focus back by itself; the column must, if it took the focus along.
      if (active === document.body && opener.current instanceof HTMLElement) {
        opener.current.focus({ preventScroll: true })
      }
      opener.current = null
    }
  }, [key, column])
  return (
    <div className={classes.root} data-open={(detail && column) || undefined}>
      <div className={classes.list}>{children}</div>
      {detail && column ? (
        <aside className={classes.panel} aria-label={detail.label ?? 'Detalle'}>
          <div className={classes.head}>
            <span className="label">{detail.label ?? 'DETALLE'}</span>
            <span>
              {detail.href ? (
                <IconButton
                  size={36}
                  label={detail.hrefLabel ?? 'Abrir la ficha'}
                  href={detail.href}
                  icon={<IconExternalLink />}
                />
              ) : null}
              <IconButton size={36} label="Cerrar el detalle" icon={<IconX />} onClick={onClose} />
            </span>
          </div>
          <h3 ref={heading} tabIndex={-1}>
            {detail.title}
          </h3>
          <Inside detail={detail} />
        </aside>
      ) : null}
      {/* Put together by hand, because Mantine's head of a drawer is a second banner of the page. */}
      <Drawer.Root
        opened={drawn}
        onClose={onClose}
        position="right"
        size="md"
        closeOnEscape={false}
        // Not the class of Drawer.Content, which Mantine gives the whole viewport around it.
        classNames={{ content: classes.drawer }}
      >
        <Drawer.Overlay />
        <Drawer.Content>
          <div className={classes.drawerHead}>
            <Drawer.Title>{detail?.title}</Drawer.Title>
            <Drawer.CloseButton aria-label="Cerrar" />
          </div>
          <Drawer.Body>
            {detail ? (
              <>
                <Inside detail={detail} />
                {detail.href ? (
                  <p className={classes.open}>
                    <a href={detail.href}>{detail.hrefLabel ?? 'Abrir la ficha'}</a>
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

/** Whether there is room for a column. A sheet of paper is narrower, but what is printed stays where the screen has it. */
function useColumn(): boolean {
  const wide = useMediaQuery('(min-width: 1400px)', true, { getInitialValueInEffect: false }) ?? true
  const [column, setColumn] = useState(wide)
  // Asked in this moment: that it is paper may be told after that it is narrow.
  if (column !== wide && !matchMedia('print').matches) setColumn(wide)
  return column
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

/** Lines of a detail: name and badge above, note and anything else below. */
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
