import type { Control } from '#domain/assessment/assessment.ts'
import { dimensionLabels } from '#domain/assessment/assessment.ts'
import type { Explanation } from '#domain/assessment/explanation.ts'
import { t } from '#domain/language/translate.ts'
import { Reached } from '#web/assessment/Reached.tsx'
import classes from './view.module.css'

type Props = {
  explained: readonly Explanation[]
  /** With their statements, to show which controls stop a level. */
  controls?: readonly Pick<Control, 'key' | 'statement' | 'domain'>[] | undefined
  /** The seals stand beside the list. */
  sealed?: boolean
}

/** The level of each dimension with the sentence that explains it (DICT-15). */
export function Explanations({ explained, controls, sealed }: Props) {
  return (
    <ul
      className={classes.explanations}
      data-sealed={sealed || undefined}
      aria-label={t('Nivel alcanzado en cada dimensión')}
    >
      {explained.map(({ dimension, level, target, sentence, unmet, unanswered }) => (
        <li key={dimension}>
          {sealed ? null : (
            <span className={classes.seal}>
              <Reached level={level === 'NONE' ? null : level} dimension={dimension} />
            </span>
          )}
          <div>
            <p>{sentence}</p>
            <p className="small dim">{t`Nivel objetivo de ${t(dimensionLabels[dimension]).toLowerCase()}: ${target}`}</p>
            {controls ? <Stopping keys={[...unmet, ...unanswered]} controls={controls} /> : null}
          </div>
        </li>
      ))}
    </ul>
  )
}

/** The statements of the controls that stop a level, folded. */
function Stopping({ keys, controls }: { keys: readonly string[]; controls: NonNullable<Props['controls']> }) {
  if (keys.length === 0) return null
  const known = new Map(controls.map(control => [control.key, control]))
  return (
    <details className={classes.stopping}>
      <summary>{keys.length === 1 ? t('Qué pide ese control') : t('Qué piden esos controles')}</summary>
      <ul>
        {keys.map(key => (
          <li key={key}>
            <b className="mono">{key}</b> {known.get(key)?.statement}{' '}
            <span className="dim">{known.get(key)?.domain}</span>
          </li>
        ))}
      </ul>
    </details>
  )
}
