import { Button } from '@mantine/core'
import { IconAdjustments } from '@tabler/icons-react'
import { Children, type ReactNode, useId, useState } from 'react'
import classes from './FilterBar.module.css'

export interface FilterBarProps {
  /** The fields, small: Select and TextInput with size="xs", DateField with size="xs". */
  children: ReactNode
  onClear: () => void
  /** How many filters are set; shown on 'Filtros' on a phone. */
  active?: number
  label?: string
  /** Told when 'Filtros' shows or hides the fields, for what else is folded with them; there 'Limpiar' stands then. */
  onFold?: (open: boolean) => void
}

/** The filters of a list, in one row; under 768 px all but the first fold behind 'Filtros'. */
export function FilterBar({ children, onClear, active = 0, label = 'Filtros', onFold }: FilterBarProps) {
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
          {active > 0 ? `Filtros (${active})` : 'Filtros'}
        </Button>
      ) : null}
      <Button className={classes.clear} data-elsewhere={onFold !== undefined || undefined} size="xs" onClick={onClear}>
        Limpiar
      </Button>
    </search>
  )
}
