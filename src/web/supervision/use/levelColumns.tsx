import { underReviewNote } from '#domain/report-request/score/review.ts'
import { usesColumns } from '#domain/supervision/use/columns.ts'
import type { ListedUse, UseWire } from '#domain/supervision/use/contract.ts'
import { dimensionsOf } from '#domain/supervision/use/level.ts'
import { criticalNotes } from '#domain/supervision/use/use.ts'
import { formatDay } from '#domain/values/day.ts'
import { Expiry } from '#web/list/Rating.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { LevelRules } from '#web/supervision/use/LevelRules.tsx'
import { SituationBadge } from '#web/supervision/use/SituationBadge.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import classes from './supervision.module.css'

/** The columns of 'Niveles exigidos' (LEVEL-10, EXP-20): each service with its criticality, its levels on one ruler, and its situation. */
export const levelColumns: Column<ListedUse>[] = tableColumns(usesColumns, {
  provider: {
    cell: ({ provider, cif }) => (
      <span className={classes.twoLines} title={`${provider}, ${cif}`}>
        {provider}
      </span>
    ),
    sub: () => null,
  },
  service: {
    cell: ({ service }) => (
      <span className={classes.oneLine} title={service}>
        {service}
      </span>
    ),
    sub: ({ serviceKey, critical, until, note }) => {
      const words = [
        until && `hasta el ${formatDay(until)}`,
        critical !== 'NO' && criticalNotes[critical],
        serviceKey,
        note,
      ]
        .filter(Boolean)
        .join(' · ')
      return (
        <span className={classes.oneLine} title={words}>
          {words}
        </span>
      )
    },
  },
  obtainedScore: {
    header: 'EXIGIDO Y OBTENIDO',
    name: 'Exigido y obtenido',
    cell: row => <LevelRules required={row.requiredScore} obtained={row.obtainedScore} />,
    // The drawing says what is missing.
    sub: ({ reviewSince }) => (reviewSince ? underReviewNote(reviewSince) : null),
  },
  situation: {
    cell: row => <SituationBadge situation={row.situation} small />,
    sub: situationNote,
  },
  expiredAt: { width: 110, cell: row => <Expiry value={row.expiredAt} /> },
})

/** The same with the day of expiry under the situation. */
export const narrowLevelColumns: Column<ListedUse>[] = levelColumns
  .filter(({ key }) => key !== 'expiredAt')
  .map(column =>
    column.key === 'situation'
      ? {
          ...column,
          sub: row => situationNote(row) ?? (row.expiredAt && <Expiry value={row.expiredAt} />),
        }
      : column,
  )

/** What the word of the situation leaves open: the dimensions, or the day. */
function situationNote({ situation, gaps, words, acceptances }: UseWire): string | null {
  const notes: Partial<Record<UseWire['situation'], string>> = {
    BELOW: `en ${dimensionsOf(gaps)}`,
    ACCEPTED: words.replace(/^Aceptado /, ''),
    UNRATED: acceptances.length > 0 ? 'Hubo una aceptación' : '',
  }
  return notes[situation] || null
}
