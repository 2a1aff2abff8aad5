import { Button, Textarea } from '@mantine/core'
import { IconNote } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { Answer, AnswerValue, Control } from '#domain/assessment/assessment.ts'
import {
  ANSWER_NOTE_MAX,
  answerFault,
  answerLabels,
  answerValues,
  dimensionLabels,
  isAnswered,
  JUSTIFICATION_MAX,
} from '#domain/assessment/assessment.ts'
import { FROM_LAST_YEAR } from '#domain/assessment/inherit.ts'
import { t } from '#domain/language/translate.ts'
import { characterCount, textRule } from '#domain/values/text.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import classes from './form.module.css'

type Props = {
  control: Control
  answer: Answer | undefined
  /** The evaluation is confirmed: read-only. */
  closed: boolean
  onChange: (key: string, changes: Partial<Answer>) => void
}

export const assessedControlId = (key: string) => `control-${key}`

/** A control with its answer: one line until it has the focus. Only a changed line renders again: a domain may have hundreds. */
export const ControlLine = memo(function ControlLine({ control, answer, closed, onChange }: Props) {
  const { key, statement, level, dimensions } = control
  const value = answer?.answer ?? null
  const fault = answer && isAnswered(answer) ? answerFault(answer, true) : null
  return (
    <fieldset
      id={assessedControlId(key)}
      className={classes.control}
      data-control={key}
      data-answer={value ?? undefined}
      data-closed={closed || undefined}
    >
      <legend className={classes.statement}>
        <b className="mono">{key}</b> {statement}
      </legend>
      <span className={classes.level}>
        <RatingBadge bare rating={level} />
      </span>
      <div className={classes.answers}>
        {answerValues.map((each, index) => (
          <label key={each} className={classes.answer}>
            <input
              type="radio"
              name={assessedControlId(key)}
              value={each}
              checked={value === each}
              disabled={closed}
              aria-keyshortcuts={String(index + 1)}
              onChange={() => onChange(key, { answer: each as AnswerValue })}
            />
            <span>{t(answerLabels[each])}</span>
          </label>
        ))}
      </div>
      <p className={`small dim ${classes.of}`}>
        {dimensions.map(dimension => t(dimensionLabels[dimension])).join(', ')}
      </p>
      {answer?.inherited ? (
        <p className={`small ${classes.inherited}`}>
          {t`${t(FROM_LAST_YEAR)}: revísela antes de confirmar.`}{' '}
          <Button size="compact-sm" variant="subtle" onClick={() => onChange(key, {})}>
            {t('Dar por revisada')}
          </Button>
        </p>
      ) : null}
      {value === 'NOT_APPLICABLE' ? (
        <Justification control={control} text={answer?.justification ?? ''} {...{ fault, closed, onChange }} />
      ) : null}
      <Note control={control} text={answer?.note ?? ''} {...{ closed, onChange }} />
    </fieldset>
  )
})

type TextProps = Pick<Props, 'control' | 'closed' | 'onChange'> & { text: string }

function Justification({ control: { key }, text, fault, closed, onChange }: TextProps & { fault: string | null }) {
  const [left, setLeft] = useState(text !== '')
  return (
    <div className={classes.text}>
      <CountedTextarea
        label={t('Por qué no aplica')}
        required
        autosize
        minRows={1}
        maxRows={6}
        readOnly={closed}
        value={text}
        count={characterCount(text)}
        max={JUSTIFICATION_MAX}
        error={textRule(JUSTIFICATION_MAX)(text) ?? (left ? fault : null)}
        onBlur={() => setLeft(true)}
        onChange={justification => onChange(key, { justification })}
      />
    </div>
  )
}

/** A note takes room only where there is one. */
function Note({ control: { key }, text, closed, onChange }: TextProps) {
  const [open, setOpen] = useState(false)
  if (!open && text === '') {
    return closed ? null : (
      // A plain button: hundreds of styled ones take a second to draw.
      <button type="button" className={classes.addNote} onClick={() => setOpen(true)}>
        <IconNote size={17} aria-hidden="true" />
        {t('Añadir nota')}
        <span className="vh"> {t`al control ${key}`}</span>
      </button>
    )
  }
  return (
    <div className={classes.text}>
      <Textarea
        label={t('Nota')}
        autosize
        minRows={1}
        maxRows={6}
        autoFocus={open && text === ''}
        readOnly={closed}
        value={text}
        error={textRule(ANSWER_NOTE_MAX)(text)}
        onChange={event => onChange(key, { note: event.currentTarget.value })}
      />
    </div>
  )
}
