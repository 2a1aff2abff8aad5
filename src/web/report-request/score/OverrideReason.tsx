import { sentence } from '#domain/messages.ts'
import { OVERRIDE_REASON_MAX } from '#domain/report-request/score/score.ts'
import { characterCount, isBlank, textRule } from '#domain/values/text.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { LedgerLine } from '#web/ui/form/DescriptionList.tsx'

type Props = { id: string; value: string; error: string | null; onChange: (value: string) => void }

export const differenceError = (value: string): string | null =>
  isBlank(value) ? sentence('overrideReasonMissing') : textRule(OVERRIDE_REASON_MAX)(value)

/** Why the rating is not the one that the evaluation computes (DICT-18, DICT-21). */
export function OverrideReason({ id, value, error, onChange }: Props) {
  return (
    <LedgerLine label="MOTIVO DE LA DIFERENCIA" tall>
      <CountedTextarea
        id={id}
        label="Por qué la calificación no es la que resulta de la evaluación"
        description="Lo lee quien lee la calificación."
        required
        autosize
        minRows={2}
        value={value}
        error={error}
        count={characterCount(value)}
        max={OVERRIDE_REASON_MAX}
        onChange={onChange}
      />
    </LedgerLine>
  )
}
