import { underReviewNote } from '#domain/report-request/score/review.ts'
import { usesColumns } from '#domain/supervision/use/columns.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { dimensionsOf } from '#domain/supervision/use/level.ts'
import type { Criticality } from '#domain/supervision/use/use.ts'
import { formatDay } from '#domain/values/day.ts'
import { Expiry } from '#web/list/Rating.tsx'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { LevelRules } from '#web/supervision/use/LevelRules.tsx'
import { SituationBadge } from '#web/supervision/use/SituationBadge.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import classes from './supervision.module.css'

const criticalNotes: Record<Criticality, string> = {
  YES: 'función esencial o importante',
  NO: '',
  NOT_ASSESSED: 'función sin evaluar',
}

/** The columns of 'Niveles exigidos' (LEVEL-10, EXP-20): each service with its criticality, its levels on one ruler, and its situation. */
export const levelColumns: Column<UseWire>[] = tableColumns(usesColumns, {
  provider: { sortable: true, sub: row => row.cif },
  service: {
    sortable: true,
    cell: row => row.service,
    sub: ({ serviceKey, critical, until, note }) => (
      <span className={classes.note}>
        {[serviceKey, criticalNotes[critical], until && `hasta el ${formatDay(until)}`, note]
          .filter(Boolean)
          .join(' · ')}
      </span>
    ),
  },
  obtainedScore: {
    header: 'EXIGIDO Y OBTENIDO',
    name: 'Exigido y obtenido',
    cell: row => <LevelRules required={row.requiredScore} obtained={row.obtainedScore} />,
    // The drawing says what is missing.
    sub: ({ reviewSince }) => (reviewSince ? underReviewNote(reviewSince) : null),
  },
  situation: {
    sortable: true,
    cell: row => <SituationBadge situation={row.situation} />,
    sub: situationNote,
  },
  expiredAt: { sortable: true, width: 110, cell: row => <Expiry value={row.expiredAt} /> },
})

/** What the word of the situation leaves open: the dimensions, or the day. */
function situationNote({ situation, gaps, words, acceptances }: UseWire): string | null {
  const notes: Partial<Record<UseWire['situation'], string>> = {
    BELOW: `en ${dimensionsOf(gaps)}`,
    ACCEPTED: words.replace(/^Aceptado /, ''),
    UNRATED: acceptances.length > 0 ? 'Hubo una aceptación' : '',
  }
  return notes[situation] || null
}
