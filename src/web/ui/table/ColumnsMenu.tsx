import { Button, Checkbox, Popover } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { IconColumns } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import classes from './ColumnsMenu.module.css'

export interface ColumnChoice {
  key: string
  label: string
}
export interface ColumnsMenuProps {
  /** Columns that may be hidden, in order. */
  columns: readonly ColumnChoice[]
  visible: readonly string[]
  onChange: (visible: string[]) => void
}

/** Menu of the visible columns of a list. */
export function ColumnsMenu({ columns, visible, onChange }: ColumnsMenuProps) {
  return (
    <Popover position="bottom-end" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="subtle" size="xs" leftSection={<IconColumns />}>
          {t('Columnas')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('Columnas')}>
        <div className={classes.list}>
          {columns.map(column => (
            <Checkbox
              key={column.key}
              label={t(column.label)}
              checked={visible.includes(column.key)}
              onChange={event => {
                const shown = event.currentTarget.checked
                const next = columns.map(({ key }) => key)
                onChange(next.filter(key => (key === column.key ? shown : visible.includes(key))))
              }}
            />
          ))}
        </div>
        <Button
          variant="subtle"
          size="xs"
          className={classes.all}
          onClick={() => onChange(columns.map(column => column.key))}
        >
          {t('Mostrar todas')}
        </Button>
      </Popover.Dropdown>
    </Popover>
  )
}

/** Visible columns of a list, remembered in this browser under `list`. Starts with `all`. */
export function useColumns(list: string, all: readonly string[]): [string[], (visible: string[]) => void] {
  const [visible, setVisible] = useLocalStorage<string[]>({
    key: `almotacen-columnas-${list}`,
    defaultValue: [...all],
    getInitialValueInEffect: false,
  })
  return [visible, setVisible]
}
