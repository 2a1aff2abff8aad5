import { UiLink } from '#web/ui/button/UiLink.tsx'
import classes from './picture.module.css'

type Heading = { key: string; short: string; name: string }
type Row = { key: string; label: string }

type DotGridProps = {
  label: string
  columns: readonly Heading[]
  rows: readonly Row[]
  countAt: (row: string, column: string) => number
  hrefOf: (row: string, column: string) => string
}

const DARKEST = 4

/** How many there are of each row in each column of time: a dot that is darker the more there are, and leads to them. */
export function DotGrid({ label, columns, rows, countAt, hrefOf }: DotGridProps) {
  return (
    <table className={classes.grid} aria-label={label}>
      <thead>
        <tr>
          <td />
          {columns.map(({ key, short, name }) => (
            <th key={key} scope="col">
              <abbr title={name}>{short}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={row.key}>
            <th scope="row">{row.label}</th>
            {columns.map(({ key, name }) => {
              const count = countAt(row.key, key)
              return (
                <td key={key}>
                  {count === 0 ? (
                    <span className="vh">0</span>
                  ) : (
                    <UiLink
                      className={classes.dot}
                      href={hrefOf(row.key, key)}
                      aria-label={`${row.label}, ${name}: ${count}`}
                      data-many={Math.min(count, DARKEST)}
                    >
                      {count}
                    </UiLink>
                  )}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
