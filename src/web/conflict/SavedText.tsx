import { t } from '#domain/language/translate.ts'
import { messageOf } from '#web/api/api.ts'
import type { SaveState } from '#web/conflict/useAutosave.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { timeText } from '#web/ui/time/dates.ts'

/** Whether a form that saves by itself is saved, and the way to try again. */
export function SavedText({ state, onRetry }: { state: SaveState; onRetry: () => void }) {
  if (state.kind === 'failed') {
    return (
      <span className="row wrap">
        {t`Sin guardar: ${messageOf(state.error)}`}
        <ActionButton size="xs" onClick={onRetry}>
          {t('Reintentar')}
        </ActionButton>
      </span>
    )
  }
  if (state.kind === 'saving') return t('Guardando…')
  return state.at ? t`Guardado a las ${timeText(state.at.toISOString())}` : t('Se guarda mientras trabaja')
}
