import { Menu, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUser } from '@tabler/icons-react'
import { type ReactNode, useId } from 'react'
import { msg } from '#domain/language/translate.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { frameText as t } from '#web/ui/language/spoken.ts'
import classes from './UserMenu.module.css'

export interface UserMenuEntry {
  key: string
  label: string
  href: string
  icon?: ReactNode
}
export interface UserMenuProps {
  name: string
  /** Company, below the name. */
  organization: string
  entries: readonly UserMenuEntry[]
  onSignOut: () => void
  signOutLabel?: string
}

const schemes = [
  { value: 'light', label: msg('Claro'), Icon: IconSun },
  { value: 'dark', label: msg('Oscuro'), Icon: IconMoon },
  { value: 'auto', label: msg('Como el sistema'), Icon: IconDeviceDesktop },
] as const

/** The signed-in user with the own entries and the choice of colour scheme. */
export function UserMenu({ name, organization, entries, onSignOut, signOutLabel }: UserMenuProps) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const labelId = useId()
  return (
    <Menu width={230}>
      <Menu.Target>
        <button type="button" className={classes.root} aria-label={[name, organization].filter(Boolean).join(', ')}>
          <IconUser size={23} aria-hidden="true" />
          <span className={classes.words}>
            <b>{name}</b>
            <small>{organization}</small>
          </span>
          <IconChevronDown size={16} className={classes.arrow} aria-hidden="true" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {entries.map(entry => (
          <Menu.Item key={entry.key} component={UiLink} href={entry.href} leftSection={entry.icon}>
            {entry.label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label id={labelId}>{t('Aspecto')}</Menu.Label>
        <Menu.RadioGroup
          aria-labelledby={labelId}
          value={colorScheme}
          onChange={value => {
            const scheme = schemes.find(one => one.value === value)
            if (scheme) setColorScheme(scheme.value)
          }}
        >
          {schemes.map(({ value, label, Icon }) => (
            <Menu.RadioItem key={value} value={value} rightSection={<Icon size={20} />}>
              {t(label)}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={20} />} onClick={onSignOut}>
          {signOutLabel ?? t('Cerrar sesión')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
