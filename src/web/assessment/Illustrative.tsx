import { IconInfoCircle } from '@tabler/icons-react'
import { ILLUSTRATIVE } from '#domain/assessment/assessment.ts'
import { t } from '#domain/language/translate.ts'
import classes from './assessment.module.css'

/** Says of the framework of the product, and of an evaluation by it, that it is not official (DICT-04). */
export function Illustrative({ of }: { of: { illustrative: boolean } }) {
  if (!of.illustrative) return null
  return (
    <span className={classes.illustrative}>
      <IconInfoCircle size={17} aria-hidden="true" />
      {t(ILLUSTRATIVE)}
    </span>
  )
}
