import { Menu, Tooltip } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { useShell } from '#web/ui/layout/shell.ts'
import classes from './NavMenu.module.css'

export interface NavLeaf {
  key: string
  label: string
  href: string
  /** What waits there. */
  count?: number | undefined
}
export interface NavEntry {
  key: string
  label: string
  icon: ReactNode
  href?: string
  /** An entry with sub-entries opens them instead of a screen. */
  entries?: readonly NavLeaf[]
  /** Shows its sub-entries from the start. */
  opened?: boolean
  /** What waits there, or under its sub-entries. */
  count?: number | undefined
}
export interface NavMenuProps {
  entries: readonly NavEntry[]
  /** Key of the current entry or sub-entry. */
  active?: string | null
}

/** Side menu with a mark on the active entry. When folded, sub-entries open in a menu beside the icon. */
export function NavMenu({ entries, active }: NavMenuProps) {
  const { mini } = useShell()
  return (
    <ul className={classes.root} data-mini={mini || undefined}>
      {entries.map(entry => (
        <li key={entry.key}>
          {entry.entries?.length ? <Group entry={entry} active={active} /> : <Leaf entry={entry} active={active} />}
        </li>
      ))}
    </ul>
  )
}

const Count = ({ of: { count } }: { of: Pick<NavEntry, 'count'> }) =>
  count ? <span className={classes.count}>{count}</span> : null

function Leaf({ entry, active }: { entry: NavEntry; active?: string | null }) {
  const { mini, onFollow } = useShell()
  return (
    <Tooltip label={entry.label} position="right" disabled={!mini}>
      <UiLink
        href={entry.href ?? '#'}
        className={classes.item}
        aria-current={active === entry.key ? 'page' : undefined}
        aria-label={mini ? entry.label : undefined}
        onClick={onFollow}
      >
        {entry.icon}
        {mini ? null : <span className={classes.text}>{entry.label}</span>}
        {mini ? null : <Count of={entry} />}
      </UiLink>
    </Tooltip>
  )
}

function Group({ entry, active }: { entry: NavEntry; active?: string | null }) {
  const { mini, onFollow } = useShell()
  const id = useId()
  const holds = entry.entries?.some(leaf => leaf.key === active) ?? false
  const [chosen, setChosen] = useState<boolean | null>(null)
  const open = chosen ?? (holds || entry.opened === true)

  if (mini)
    return (
      <Menu position="right-start" offset={10}>
        <Menu.Target>
          <Tooltip label={entry.label} position="right">
            <button type="button" className={classes.item} aria-label={entry.label} data-current={holds || undefined}>
              {entry.icon}
            </button>
          </Tooltip>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{entry.label}</Menu.Label>
          {entry.entries?.map(leaf => (
            <Menu.Item
              key={leaf.key}
              component={UiLink}
              href={leaf.href}
              aria-current={leaf.key === active ? 'page' : undefined}
            >
              {leaf.label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    )

  return (
    <>
      <button
        type="button"
        className={classes.item}
        aria-expanded={open}
        aria-controls={id}
        data-current={(holds && !open) || undefined}
        onClick={() => setChosen(!open)}
      >
        {entry.icon}
        <span className={classes.text}>{entry.label}</span>
        {open ? null : <Count of={entry} />}
        <span className={classes.arrow}>{open ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}</span>
      </button>
      <ul id={id} className={classes.sub} hidden={!open}>
        {entry.entries?.map(leaf => (
          <li key={leaf.key}>
            <UiLink
              href={leaf.href}
              className={classes.item}
              aria-current={leaf.key === active ? 'page' : undefined}
              onClick={onFollow}
            >
              <span className={classes.text}>{leaf.label}</span>
              <Count of={leaf} />
            </UiLink>
          </li>
        ))}
      </ul>
    </>
  )
}
