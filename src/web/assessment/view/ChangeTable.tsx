import { IconArrowDownRight, IconArrowUpRight } from '@tabler/icons-react'
import { dimensionLabels, dimensions, levels } from '#domain/assessment/assessment.ts'
import type { LevelChange } from '#domain/assessment/comparison.ts'
import type { Reached } from '#domain/assessment/levels.ts'
import { reachedLabel } from '#domain/assessment/levels.ts'
import { msg, t } from '#domain/language/translate.ts'
import { LevelRule } from '#web/ui/rating/LevelRule.tsx'
import classes from './view.module.css'

type Row = { name: string; changes: readonly LevelChange[]; whole?: boolean }

/** Where each level was and is on the rule from D to A+, with the letters beside it (DICT-24). */
export function ChangeTable({ rows }: { rows: readonly Row[] }) {
  return (
    <>
      {/* The roles are repeated because the phone's display:block takes them away. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      <table role="table" className={`${classes.table} ${classes.changes}`}>
        <caption className="vh">{t('Nivel antes y ahora, de cada dominio en cada dimensión')}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('Dominio')}
            </th>
            {dimensions.map(dimension => (
              <th key={dimension} role="columnheader" scope="col">
                {t(dimensionLabels[dimension])}
                <LevelRule lettered levels={levels} now={null} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ name, changes, whole }) => (
            <tr key={name} role="row" data-whole={whole || undefined}>
              <th role="rowheader" scope="row">
                {name}
              </th>
              {changes.map(each => (
                <td key={each.dimension} role="cell" data-label={t(dimensionLabels[each.dimension])}>
                  <Change {...each} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {/* biome-ignore-end lint/a11y/useSemanticElements: see above */}
      {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
    </>
  )
}

const placeOf = (reached: Reached) => (reached === null ? null : reached === 'NONE' ? -1 : levels.indexOf(reached))

const short = (reached: Reached) => (reached === 'NONE' ? t('bajo D') : t(reachedLabel(reached)))

const words = { BETTER: msg('mejora'), WORSE: msg('empeora'), SAME: msg('igual') } as const

function Change({ before, now, change }: LevelChange) {
  if (before === null && now === null) return <span className="dim">–</span>
  const Arrow = change === 'BETTER' ? IconArrowUpRight : change === 'WORSE' ? IconArrowDownRight : null
  return (
    <div className={classes.change} data-change={change ?? undefined}>
      <LevelRule levels={levels} before={placeOf(before)} now={placeOf(now)} />
      <span className={classes.letters}>
        {change === 'SAME' ? (
          short(now)
        ) : (
          <>
            {short(before)}
            <span aria-hidden="true"> → </span>
            <span className="vh"> {t('antes, ahora')} </span>
            {short(now)}
          </>
        )}
        {Arrow ? <Arrow size={17} aria-hidden="true" /> : null}
        {change ? <span className="vh">, {t(words[change])}</span> : null}
      </span>
    </div>
  )
}
