import { Popover, Skeleton } from '@mantine/core'
import { IconBell, IconMail, IconMailOpened } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { useKeptFocus } from '#web/ui/dialog/keepFocus.ts'
import { frameText as t } from '#web/ui/language/spoken.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './NotificationsBell.module.css'

export interface BellItem {
  id: string
  icon?: ReactNode
  title: string
  text: ReactNode
  /** ISO instant. */
  when: string
  unread: boolean
  /** Target; without it a press only marks the item read. */
  href?: string
}
export interface NotificationsBellProps {
  /** Number of unread items. */
  count: number
  /** Null until they are known: the list opens then. */
  items: readonly BellItem[] | null
  /** The bell is pointed at or has the focus, so that the list may be opened. */
  onNear: () => void
  onOpenItem?: (item: BellItem) => void
  onToggleRead: (item: BellItem) => void
  allHref: string
  status?: 'ready' | 'loading' | 'error'
  emptyText?: string
  now?: Date
}

/** Bell of the top bar, its count, and its list (at most 55vh high), which says how many more are unread. */
export function NotificationsBell(props: NotificationsBellProps) {
  const { count, onNear, onOpenItem, onToggleRead, allHref, status = 'ready' } = props
  const items = props.items ?? []
  const [asked, setOpen] = useState(false)
  const open = asked && (props.items !== null || status === 'error')
  const keptFocus = useKeptFocus<HTMLDivElement>(props.items, root => root.querySelector('ul') ?? root)
  const more = count - items.filter(item => item.unread).length
  const name = count === 1 ? t('1 notificación sin leer') : t`${count} notificaciones sin leer`
  return (
    <Popover
      opened={open}
      onChange={setOpen}
      position="bottom-end"
      width="min(430px, calc(100vw - 16px))"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <span onPointerEnter={onNear} onFocusCapture={onNear}>
          <IconButton
            label={name}
            icon={<IconBell />}
            count={count}
            aria-expanded={open}
            aria-haspopup="dialog"
            onClick={() => setOpen(!open)}
          />
        </span>
      </Popover.Target>
      <Popover.Dropdown
        {...keptFocus}
        tabIndex={-1}
        className={classes.root}
        role="dialog"
        aria-label={t('Notificaciones')}
      >
        <div className={classes.head}>
          <h2>{t('Notificaciones')}</h2>
          <span className="small dim">{count === 0 ? t('Todo leído') : t`${count} sin leer`}</span>
        </div>
        {status === 'loading' ? (
          <div className={classes.note}>
            <Skeleton height={14} width="60%" />
            <Skeleton height={14} width="80%" mt={10} />
            <span className="vh" role="status">
              {t('Cargando')}
            </span>
          </div>
        ) : status === 'error' ? (
          <p className={classes.note} role="alert">
            {t('No se han podido cargar las notificaciones. Se volverá a intentar dentro de un minuto.')}
          </p>
        ) : items.length === 0 ? (
          <p className={classes.note}>{props.emptyText ?? t('No tiene notificaciones sin leer.')}</p>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable with the keyboard
          <ul className={classes.list} tabIndex={0} aria-label={t('Lista de notificaciones')}>
            {items.map(item => (
              <li key={item.id} data-unread={item.unread || undefined}>
                <Item
                  item={item}
                  now={props.now}
                  onFollow={() => {
                    setOpen(false)
                    onOpenItem?.(item)
                  }}
                  onRead={() => onToggleRead(item)}
                />
                <IconButton
                  size={40}
                  label={item.unread ? t('Marcar como leída') : t('Marcar como no leída')}
                  icon={item.unread ? <IconMailOpened /> : <IconMail />}
                  onClick={() => onToggleRead(item)}
                />
              </li>
            ))}
            {more > 0 ? (
              <li className={classes.more}>
                <UiLink href={allHref} onClick={() => setOpen(false)}>
                  {t`y ${more} más`}
                  <span className="vh"> {t('sin leer')}</span>
                </UiLink>
              </li>
            ) : null}
          </ul>
        )}
        <div className={classes.foot}>
          <UiLink href={allHref} onClick={() => setOpen(false)}>
            {t('Ver todas las notificaciones')}
          </UiLink>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

type ItemProps = { item: BellItem; now?: Date; onFollow: () => void; onRead: () => void }

function Item({ item, now, onFollow, onRead }: ItemProps) {
  const inside = (
    <>
      {item.icon}
      <span className="grow">
        <b>{item.title}</b>
        <span>{item.text}</span>
        <span className="small dimmer">
          <RelativeTime value={item.when} withTime both now={now} />
        </span>
      </span>
    </>
  )
  if (item.href)
    return (
      <UiLink href={item.href} className={classes.item} onClick={onFollow}>
        {inside}
      </UiLink>
    )
  if (!item.unread) return <div className={classes.item}>{inside}</div>
  return (
    <button type="button" className={classes.item} onClick={onRead}>
      {inside}
      <span className="vh">{t('Al pulsarla queda leída')}</span>
    </button>
  )
}
