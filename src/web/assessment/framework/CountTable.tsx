import { dimensionLabels, dimensions, levels } from '#domain/assessment/assessment.ts'
import type { FrameworkDetail } from '#domain/assessment/framework/contract.ts'
import classes from './framework.module.css'

/** The number of controls of each domain by level, and within it by dimension (DICT-04). */
export function CountTable({ domains }: Pick<FrameworkDetail, 'domains'>) {
  return (
    // Focusable, so that the keyboard can scroll it sideways.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <section className={classes.scroll} aria-label="Controles por dominio, nivel y dimensión" tabIndex={0}>
      <table className={classes.counts}>
        <caption className="vh">Número de controles de cada dominio, por nivel y dimensión</caption>
        <thead>
          <tr>
            <th scope="col" rowSpan={2}>
              Dominio
            </th>
            <th scope="col" rowSpan={2} className={classes.number}>
              Controles
            </th>
            {levels.map(level => (
              <th key={level} scope="colgroup" colSpan={dimensions.length} className={classes.level}>
                Nivel {level}
              </th>
            ))}
          </tr>
          <tr>
            {levels.map(level =>
              dimensions.map(dimension => (
                <th key={`${level} ${dimension}`} scope="col" className={classes.number}>
                  <abbr title={dimensionLabels[dimension]} aria-label={dimensionLabels[dimension]}>
                    {dimensionLabels[dimension].slice(0, 4)}.
                  </abbr>
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {domains.map(({ domain, controls, counts }) => (
            <tr key={domain}>
              <th scope="row">{domain}</th>
              <td className={classes.number}>{controls}</td>
              {levels.map(level =>
                dimensions.map(dimension => (
                  <td
                    key={`${level} ${dimension}`}
                    className={classes.number}
                    data-none={!counts[level][dimension] || undefined}
                  >
                    {counts[level][dimension]}
                  </td>
                )),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
