import { UiLink } from '#web/ui/button/UiLink.tsx'
import type { BadgeState } from '#web/ui/feedback/StateBadge.tsx'
import classes from './picture.module.css'

type Row = { key: string; label: string; state: BadgeState; count: number; href: string }

/** Numbers as bars, each a link to what it counts; a table, so that it reads as one too. */
export function BarRows({ label, rows }: { label: string; rows: readonly Row[] }) {
  const most = Math.max(1, ...rows.map(({ count }) => count))
  return (
    <table className={classes.bars} aria-label={label}>
      <tbody>
        {rows.map(({ key, label: name, state, count, href }) => (
          <tr key={key} data-s={state}>
            <th scope="row">{name}</th>
            <td>
              {count === 0 ? (
                <span className={classes.none}>0</span>
              ) : (
                <UiLink href={href} aria-label={`${name}: ${count}`}>
                  <i style={{ width: `${(78 * count) / most}%` }} />
                  <b>{count}</b>
                </UiLink>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
