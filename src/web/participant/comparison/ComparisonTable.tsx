import { IconChevronRight, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { paths } from '#web/app/paths.ts'
import type { Compared, Group } from '#web/participant/comparison/lines.tsx'
import { FavouriteStar } from '#web/participant/search/FavouriteStar.tsx'
import { rowKeyOf } from '#web/participant/search/useProviderSearch.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import classes from './comparison.module.css'

type Props = {
  providers: readonly Compared[]
  groups: readonly Group[]
  onRemove: (id: string) => void
  /** Field that adds a provider, in the corner of the head. */
  adding: ReactNode
}

const nameOf = ({ row }: Compared) => row.details.commercialName || row.provider

/** One column per provider and one row per criterion; on a phone, one block per criterion. */
export function ComparisonTable({ providers, groups, onRemove, adding }: Props) {
  const [unfolded, setUnfolded] = useState(false)
  return (
    // The roles are repeated because the phone's display:block takes them away.
    // biome-ignore-start lint/a11y/noRedundantRoles: see above
    // biome-ignore-start lint/a11y/useSemanticElements: see above
    <table role="table" className={classes.table}>
      <caption className="vh">Comparación de proveedores</caption>
      <thead role="rowgroup" className={classes.rows}>
        <tr role="row" className={classes.row}>
          <td role="cell" className={classes.corner}>
            {adding}
          </td>
          {providers.map(provider => (
            <th key={provider.row.idProvider} role="columnheader" scope="col" className={classes.provider}>
              <HeaderCell provider={provider} onRemove={onRemove} />
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ title, lines, aside }) => (
        <tbody key={title} role="rowgroup" className={classes.rows} data-folded={(aside && !unfolded) || undefined}>
          <tr role="row" className={classes.row}>
            <th role="rowheader" scope="rowgroup" colSpan={providers.length + 1} className={`label ${classes.group}`}>
              {/* Paper shows all, under a plain title. */}
              <span className={aside ? classes.onPaper : undefined}>{title}</span>
              {aside ? (
                <button
                  type="button"
                  className={classes.fold}
                  aria-expanded={unfolded}
                  onClick={() => setUnfolded(!unfolded)}
                >
                  <IconChevronRight size={17} aria-hidden="true" />
                  {title} ({lines.length})
                </button>
              ) : null}
            </th>
          </tr>
          {lines.map(({ label, cells }) => (
            <tr key={label} role="row" className={classes.row}>
              <th role="rowheader" scope="row" className={classes.line}>
                {label}
              </th>
              {cells.map(({ shows }, index) => (
                <td
                  key={providers[index]!.row.idProvider}
                  role="cell"
                  className={classes.cell}
                  data-label={nameOf(providers[index]!)}
                >
                  <div>{shows}</div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
    // biome-ignore-end lint/a11y/useSemanticElements: see above
    // biome-ignore-end lint/a11y/noRedundantRoles: see above
  )
}

function HeaderCell({ provider, onRemove }: { provider: Compared; onRemove: (id: string) => void }) {
  const { row } = provider
  const name = nameOf(provider)
  return (
    <div className={classes.head}>
      <UiLink
        className={classes.name}
        title={name}
        href={paths.providers({ provider: row.provider, row: rowKeyOf(row) })}
      >
        {name}
      </UiLink>
      <div className={classes.tools}>
        <FavouriteStar idProvider={row.idProvider} name={name} fav={row.details.fav} />
        <IconButton
          size={40}
          label={`Quitar de la comparación: ${name}`}
          icon={<IconX />}
          onClick={() => onRemove(row.idProvider)}
        />
      </div>
    </div>
  )
}
