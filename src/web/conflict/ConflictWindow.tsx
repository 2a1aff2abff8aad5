import { Button } from '@mantine/core'
import type { Conflict } from '#domain/conflict/conflict.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { dayText, timeText } from '#web/ui/dates.ts'
import classes from './ConflictWindow.module.css'

export interface ConflictWindowProps {
  /** Null: closed. */
  conflict: Pick<Conflict, 'changedBy' | 'changedAt' | 'differences'> | null
  /** Back to what is saved, in what is in conflict. */
  onTake: () => void
  /** What one has written is saved on top of what the other saved. */
  onApply: () => void
  /** Goes on editing: nothing is saved and nothing lost. */
  onClose: () => void
}

/** Somebody else changed the same while one edited: what it is now, what one has written, and whose stands. */
export function ConflictWindow({ conflict, onTake, onApply, onClose }: ConflictWindowProps) {
  return (
    <Dialog
      opened={conflict !== null}
      onClose={onClose}
      title="Otra persona ha cambiado estos datos mientras editaba"
      size={720}
    >
      {conflict ? (
        <>
          <p>{whoAndWhen(conflict)} Lo suyo aún no se ha guardado y sigue en la pantalla.</p>
          <div className={classes.table}>
            <table>
              <thead>
                <tr>
                  <th scope="col">Campo</th>
                  <th scope="col">Ahora</th>
                  <th scope="col">Lo suyo</th>
                </tr>
              </thead>
              <tbody>
                {conflict.differences.map(({ field, label, now, yours }) => (
                  <tr key={field}>
                    <th scope="row">{label}</th>
                    <td>{now || <Nothing />}</td>
                    <td>{yours || <Nothing />}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <div className={classes.foot}>
            <Button onClick={onTake}>Volver a lo guardado</Button>
            <Button variant="filled" onClick={onApply}>
              Aplicar mis cambios sobre lo nuevo
            </Button>
          </div>
        </>
      ) : null}
    </Dialog>
  )
}

const Nothing = () => <span className="dim">(vacío)</span>

function whoAndWhen({ changedBy, changedAt }: NonNullable<ConflictWindowProps['conflict']>): string {
  const when = changedAt ? ` el ${dayText(changedAt)} a las ${timeText(changedAt)}` : ''
  return `El último cambio lo hizo ${changedBy ?? 'otra persona'}${when}.`
}
