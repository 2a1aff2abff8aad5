import { t } from '#domain/language/translate.ts'
import { Mark } from '#web/ui/theme/assets/Logo.tsx'
import classes from './LoadingMask.module.css'

/** Covers the whole screen while the layout changes (LAYOUT-19). */
export function LoadingMask({ visible = true, label = t('Cargando') }: { visible?: boolean; label?: string }) {
  if (!visible) return null
  return (
    <div className={classes.root} role="status" aria-live="polite">
      <div className={classes.seal}>
        <Mark height={56} />
      </div>
      <div className={classes.rule} aria-hidden="true" />
      <span className="dim">{label}</span>
    </div>
  )
}
