import { Button, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import classes from './RowActions.module.css'

export interface RowAction {
  /** Accessible name, which names the row too: 'Editar a Ana Vega'. */
  label: string
  icon: ReactNode
  /** Shown as a button with this word, which `label` starts with, instead of the icon. */
  word?: string
  href?: string
  onClick?: () => void
  /** Why it cannot be done; it is then in the menu only. */
  blocked?: string | null
  /** Shown instead of the icon, for a control with a state of its own. */
  control?: ReactNode
}

/** What can be done with a row, and a '…' menu with what cannot and why. `of` names the row. */
export function RowActions({ of, actions }: { of: string; actions: readonly RowAction[] }) {
  const refused = actions.filter(({ blocked }) => blocked)
  return (
    <span className={classes.root}>
      {/* By place: a label may change with a press, and the button must keep the focus. */}
      {actions.map((action, index) => (action.blocked ? null : <Fragment key={index}>{shownAs(action)}</Fragment>))}
      {refused.length > 0 ? (
        <Menu>
          <Menu.Target>
            <IconButton size={40} label={t`Lo que no se puede hacer: ${of}`} icon={<IconDots />} />
          </Menu.Target>
          <Menu.Dropdown>
            {refused.map(({ label, icon, blocked }) => (
              <Menu.Item
                key={label}
                aria-disabled
                closeMenuOnClick={false}
                className={classes.refused}
                leftSection={icon}
              >
                {label}
                <span className={classes.why}>{blocked}</span>
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      ) : null}
    </span>
  )
}

function shownAs({ label, icon, word, href, onClick, control }: RowAction) {
  if (control) return control
  if (!word) return <IconButton size={40} label={label} icon={icon} href={href} onClick={onClick} />
  return href ? (
    <Button size="xs" component={UiLink} href={href} aria-label={label}>
      {word}
    </Button>
  ) : (
    <Button size="xs" onClick={onClick} aria-label={label}>
      {word}
    </Button>
  )
}
