import { dimensionLabels, dimensions } from '#domain/assessment/assessment.ts'
import type { Levels } from '#domain/assessment/levels.ts'
import { t } from '#domain/language/translate.ts'
import { Reached } from '#web/assessment/Reached.tsx'
import classes from './view.module.css'

type Props = { domains: readonly { domain: string; levels: Levels }[] }

/** The level of each domain in each dimension, in letters (DICT-14, DICT-23); on a phone, one block for each domain. */
export function DomainTable({ domains }: Props) {
  return (
    <>
      {/* The roles are repeated because the phone's display:block takes them away. */}
      {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
      {/* biome-ignore-start lint/a11y/useSemanticElements: see above */}
      <table role="table" className={classes.table}>
        <caption className="vh">{t('Nivel de cada dominio en cada dimensión')}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {t('Dominio')}
            </th>
            {dimensions.map(dimension => (
              <th key={dimension} role="columnheader" scope="col">
                {t(dimensionLabels[dimension])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {domains.map(({ domain, levels }) => (
            <tr key={domain} role="row">
              <th role="rowheader" scope="row">
                {domain}
              </th>
              {dimensions.map(dimension => (
                <td key={dimension} role="cell" data-label={t(dimensionLabels[dimension])}>
                  <Reached level={levels[dimension]} dimension={dimension} />
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
