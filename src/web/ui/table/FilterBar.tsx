import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { Children, type ReactNode, useId, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import classes from './FilterBar.module.css'

export interface FilterBarProps {
  /** The fields, small: Select and TextInput with size="xs", DateField with size="xs". */
  children: ReactNode
  onClear: () => void
  /** Number of filters set; shown on 'Filtros' on a phone. */
  active?: number
  label?: string
  /** Called when 'Filtros' shows or hides the fields, to fold other content with them; 'Limpiar' then sits there. */
  onFold?: (open: boolean) => void
}

/** Filters of a list, in one row; below 768 px all but the first fold behind 'Filtros'. */
export function FilterBar({ children, onClear, active = 0, label = t('Filtros'), onFold }: FilterBarProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const fields = Children.toArray(children)
  return (
    <search
      className={classes.root}
      aria-label={label}
      id={id}
      data-open={open || undefined}
      style={{ '--n': fields.length }}
    >
      {fields.map((field, index) => (
        <div key={index} className={classes.field}>
          {field}
        </div>
      ))}
      {fields.length > 1 ? (
        <Button
          className={classes.fold}
          size="xs"
          leftSection={<IconAdjustments />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => {
            setOpen(!open)
            onFold?.(!open)
          }}
        >
          {active > 0 ? t`Filtros (${active})` : t('Filtros')}
        </Button>
      ) : null}
      <Button className={classes.clear} data-elsewhere={onFold !== undefined || undefined} size="xs" onClick={onClear}>
        {t('Limpiar')}
      </Button>
    </search>
  )
}
