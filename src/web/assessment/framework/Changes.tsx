import type { FrameworkChanges } from '#domain/assessment/framework/framework.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import classes from './framework.module.css'

type Props = { changes: FrameworkChanges; against: { name: string; edition: string } }

const lines = [
  ['added', 'Nuevos'],
  ['changed', 'Cambian'],
  ['removed', 'Desaparecen'],
] as const

/** What an edition would change against the published one, by control key. */
export function Changes({ changes, against }: Props) {
  const none = lines.every(([kind]) => changes[kind].length === 0)
  return (
    <div className={classes.changes}>
      <Message kind="info" title={`Frente a la publicada, ${against.name}, edición ${against.edition}`}>
        {none ? <p>No cambia nada: {changes.same} controles iguales.</p> : null}
        <dl>
          {lines.map(([kind, label]) =>
            changes[kind].length === 0 ? null : (
              <div key={kind}>
                <dt>
                  {label}: {changes[kind].length}
                </dt>
                <dd className="small mono">{changes[kind].join(', ')}</dd>
              </div>
            ),
          )}
        </dl>
        {none ? null : <p className="small dim">Siguen igual: {changes.same}</p>}
      </Message>
    </div>
  )
}
