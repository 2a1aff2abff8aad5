import { Button } from '@mantine/core'
import type { Conflict } from '#domain/conflict/conflict.ts'
import { msg, t } from '#domain/language/translate.ts'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import classes from './ConflictWindow.module.css'

export interface ConflictWindowProps {
  /** Null while closed. */
  conflict: Pick<Conflict, 'changedBy' | 'changedAt' | 'differences'> | null
  /** Whether the user only saw these values and changed none of them. */
  inViewOnly?: boolean
  /** Takes the saved values of the fields in conflict. */
  onTake: () => void
  /** Saves the user's values over the other user's. */
  onApply: () => void
  /** Keeps editing: saves nothing and loses nothing. */
  onClose: () => void
}

const aboutWriting: Record<'title' | 'nothingLost' | 'yours' | 'take' | 'apply', string> = {
  title: msg('Otra persona ha cambiado estos datos mientras editaba'),
  nothingLost: msg('Sus cambios aún no se han guardado y siguen en la pantalla.'),
  yours: msg('Lo suyo'),
  take: msg('Volver a lo guardado'),
  apply: msg('Aplicar mis cambios sobre lo nuevo'),
}

const aboutView: typeof aboutWriting = {
  title: msg('Lo que está calificando ha cambiado'),
  nothingLost: msg(
    'Su calificación aún no se ha guardado y sigue en la pantalla: compruebe que vale también para lo de ahora.',
  ),
  yours: msg('Cuando lo abrió'),
  take: msg('Revisarlo antes'),
  apply: msg('Calificar lo de ahora'),
}

/** Another user changed the same fields: shows both versions and asks which to keep. */
export function ConflictWindow({ conflict, inViewOnly = false, onTake, onApply, onClose }: ConflictWindowProps) {
  const words = inViewOnly ? aboutView : aboutWriting
  return (
    <Dialog opened={conflict !== null} onClose={onClose} title={t(words.title)} size={720}>
      {conflict ? (
        <>
          <p>
            {whoAndWhen(conflict)} {t(words.nothingLost)}
          </p>
          <div className={classes.table}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('Campo')}</th>
                  <th scope="col">{t('Ahora')}</th>
                  <th scope="col">{t(words.yours)}</th>
                </tr>
              </thead>
              <tbody>
                {conflict.differences.map(({ field, label, now, yours }) => (
                  <tr key={field}>
                    <th scope="row">{t(label)}</th>
                    <td>{now || <Nothing />}</td>
                    <td>{yours || <Nothing />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={classes.foot}>
            <Button onClick={onTake}>{t(words.take)}</Button>
            <Button variant="filled" onClick={onApply}>
              {t(words.apply)}
            </Button>
          </div>
        </>
      ) : null}
    </Dialog>
  )
}

const Nothing = () => <span className="dim">{t('(vacío)')}</span>

function whoAndWhen({ changedBy, changedAt }: NonNullable<ConflictWindowProps['conflict']>): string {
  const when = changedAt ? t` el ${dayText(changedAt)} a las ${timeText(changedAt)}` : ''
  return t`El último cambio lo hizo ${changedBy ?? t('otra persona')}${when}.`
}
