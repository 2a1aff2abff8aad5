import { NativeSelect, Textarea } from '@mantine/core'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import { usesColumns } from '#domain/supervision/use/columns.ts'
import type { UseWire } from '#domain/supervision/use/contract.ts'
import { dimensionsOf } from '#domain/supervision/use/level.ts'
import { type Criticality, criticalities, criticalLabels, USE_NOTE_MAX } from '#domain/supervision/use/use.ts'
import { formatDay } from '#domain/values/day.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { tableColumns } from '#web/list/tableColumns.tsx'
import { Expiry } from '#web/participant/search/Rating.tsx'
import { LevelRules } from '#web/supervision/use/LevelRules.tsx'
import { LevelSelects } from '#web/supervision/use/LevelSelects.tsx'
import { SituationBadge } from '#web/supervision/use/SituationBadge.tsx'
import type { RowEdit } from '#web/supervision/use/useRowEdit.ts'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import type { Column } from '#web/ui/table/DataTable.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import classes from './supervision.module.css'

/** The columns of 'Niveles exigidos'; the row that is edited has its fields in their cells. */
export function levelColumns(edit: RowEdit): Column<UseWire>[] {
  const isEdited = ({ id }: UseWire) => id === edit.id
  return tableColumns(usesColumns, {
    provider: { sortable: true, sub: row => row.cif },
    service: {
      sortable: true,
      cell: row => row.service,
      sub: row =>
        isEdited(row) ? (
          <Textarea
            size="xs"
            label="Nota"
            autosize
            minRows={1}
            maxLength={USE_NOTE_MAX}
            value={edit.values.note}
            onChange={event => edit.change({ note: event.currentTarget.value })}
          />
        ) : (
          <span className={classes.note}>{[row.serviceKey, row.note].filter(Boolean).join(' · ')}</span>
        ),
    },
    critical: {
      sortable: true,
      width: 120,
      cell: row =>
        isEdited(row) ? (
          <NativeSelect
            size="xs"
            aria-label="Función crítica"
            value={edit.values.critical}
            onChange={event => edit.change({ critical: event.currentTarget.value as Criticality })}
            data={criticalities.map(value => ({ value, label: criticalLabels[value] }))}
            data-autofocus
          />
        ) : (
          criticalLabels[row.critical]
        ),
      sub: ({ since, until }) =>
        until ? `Hasta el ${formatDay(until)}` : since ? `Desde el ${formatDay(since)}` : null,
    },
    requiredScore: {
      cell: row =>
        isEdited(row) ? (
          <LevelSelects
            compact
            label="Nivel exigido"
            value={edit.values.requiredScore}
            onChange={requiredScore => edit.change({ requiredScore })}
            error={edit.fault ?? undefined}
          />
        ) : row.requiredScore ? (
          <RatingBadge rating={row.requiredScore} axes={RATING_SCALE.dimensions} />
        ) : (
          <NoValue />
        ),
    },
    obtainedScore: {
      cell: row => <LevelRules required={row.requiredScore} obtained={row.obtainedScore} />,
      // The drawing says what is missing.
      sub: ({ reviewSince }) => (reviewSince ? underReviewNote(reviewSince) : null),
    },
    situation: {
      sortable: true,
      cell: row => <SituationBadge situation={row.situation} />,
      sub: situationNote,
    },
    expiredAt: { sortable: true, width: 120, cell: row => <Expiry value={row.expiredAt} /> },
  })
}

/** What the word of the situation leaves open: the dimensions, or the day. */
function situationNote({ situation, gaps, words, acceptances }: UseWire): string | null {
  const notes: Partial<Record<UseWire['situation'], string>> = {
    BELOW: `en ${dimensionsOf(gaps)}`,
    ACCEPTED: words.replace(/^Aceptado /, ''),
    UNRATED: acceptances.length > 0 ? 'Hubo una aceptación' : '',
  }
  return notes[situation] || null
}
