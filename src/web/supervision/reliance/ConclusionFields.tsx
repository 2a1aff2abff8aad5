import { Radio } from '@mantine/core'
import { sentence } from '#domain/messages.ts'
import type { Conclusion, Written } from '#domain/supervision/reliance/file.ts'
import {
  conclusionFits,
  conclusionLabels,
  conclusions,
  conclusionsAllowed,
  MEASURES,
  reviewDays,
} from '#domain/supervision/reliance/file.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'
import { characterCount, textRule } from '#domain/values/text.ts'
import { fieldIds } from '#web/supervision/reliance/fieldIds.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import classes from './reliance.module.css'

type Props = {
  written: Written
  faults: { conclusion: string | undefined; review: string | undefined }
  today: Day
  onChange: (changes: Partial<Pick<Written, 'conclusion' | 'measures' | 'reviewOn'>>) => void
}

/** The conclusion that the answers allow, its measures, and until when it holds (RELY-05, RELY-07). */
export function ConclusionFields({ written, faults, today, onChange }: Props) {
  const { conclusion, measures, reviewOn, answers } = written
  const allowed = conclusionsAllowed(answers)
  const { from, to } = reviewDays(today)
  const takesMeasures = conclusion === 'RELY_WITH_MEASURES'
  const misfit = conclusionFits(written) ? undefined : sentence('conclusionNotAllowed')
  return (
    <div className={`stack ${classes.conclusion}`}>
      <Radio.Group
        label="Su entidad concluye"
        value={conclusion ?? ''}
        error={misfit ?? (conclusion === null ? faults.conclusion : undefined)}
        description={
          allowed.length < conclusions.length
            ? 'Con condiciones que no se cumplen o con reservas no se puede concluir de cualquier manera.'
            : undefined
        }
        onChange={value => onChange({ conclusion: value as Conclusion })}
      >
        <div className={classes.verdicts}>
          {conclusions.map(each => (
            <Radio
              key={each}
              // The last is always allowed, so that it can take the focus.
              id={each === 'NOT_RELY' ? fieldIds.conclusion : undefined}
              value={each}
              label={conclusionLabels[each]}
              disabled={!allowed.includes(each)}
            />
          ))}
        </div>
      </Radio.Group>
      {takesMeasures ? (
        <CountedTextarea
          label="Medidas"
          description="Lo que su entidad hace para poder apoyarse."
          autosize
          minRows={3}
          maxRows={14}
          required
          value={measures}
          count={characterCount(measures)}
          max={MEASURES.max}
          error={textRule(MEASURES.max)(measures) ?? faults.conclusion}
          onChange={value => onChange({ measures: value })}
        />
      ) : null}
      <DateField
        id={fieldIds.review}
        label="Se revisa como muy tarde el"
        description={`Entre el ${formatDay(from)} y el ${formatDay(to)}`}
        required
        min={from}
        max={to}
        value={reviewOn}
        error={faults.review}
        onChange={value => onChange({ reviewOn: value })}
      />
    </div>
  )
}
