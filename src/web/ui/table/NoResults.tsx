import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import classes from '../layout/Blank.module.css'

export interface NoResultsProps {
  title?: string
  /** The filters set, in words. */
  text?: ReactNode
  onClear?: () => void
}

/** No row matches the filters. */
export function NoResults({ title = t('Nada coincide con los filtros'), text, onClear }: NoResultsProps) {
  return (
    <div className={classes.root} role="status">
      <span className={classes.icon}>
        <IconSearch size={40} />
      </span>
      <b>{title}</b>
      {text ? <p className="small dim">{text}</p> : null}
      {onClear ? (
        <Button size="xs" className={classes.action} onClick={onClear}>
          {t('Limpiar filtros')}
        </Button>
      ) : null}
    </div>
  )
}
