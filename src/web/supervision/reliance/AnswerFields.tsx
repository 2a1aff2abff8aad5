import { Radio, TextInput } from '@mantine/core'
import { type Condition, hasClause } from '#domain/supervision/reliance/conditions.ts'
import type { AuditPlan, ConditionAnswer, Verdict } from '#domain/supervision/reliance/file.ts'
import {
  ANSWER_TEXT,
  CLAUSE_MAX,
  conditionVerdictLabels,
  PLAN_REASON,
  verdicts,
} from '#domain/supervision/reliance/file.ts'
import { characterCount, textRule } from '#domain/values/text.ts'
import { fieldIds } from '#web/supervision/reliance/fieldIds.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import classes from './reliance.module.css'

type Props = {
  condition: Condition
  answer: ConditionAnswer
  fault: string | undefined
  onChange: (changes: Partial<ConditionAnswer>) => void
}

/** What the bank answers to a condition, with its clause where the condition rests on the contract (RELY-04). */
export function AnswerFields({ condition, answer, fault, onChange }: Props) {
  const { verdict, text, clause } = answer
  const needsText = verdict !== null && verdict !== 'HOLDS'
  const tooLong = textRule(ANSWER_TEXT.max)(text)
  return (
    <div className="stack">
      <Radio.Group
        label="Respuesta"
        value={verdict ?? ''}
        error={verdict === null ? fault : undefined}
        onChange={value => onChange({ verdict: value as Verdict })}
      >
        <div className={classes.verdicts}>
          {verdicts.map((each, index) => (
            <Radio
              key={each}
              id={index === 0 ? fieldIds.answer(condition) : undefined}
              value={each}
              label={conditionVerdictLabels[each]}
            />
          ))}
        </div>
      </Radio.Group>
      {hasClause(condition) ? (
        <TextInput
          label="Cláusula del contrato"
          maxLength={CLAUSE_MAX}
          required={verdict !== 'FAILS'}
          value={clause}
          error={verdict !== null && clause === '' && verdict !== 'FAILS' ? fault : undefined}
          onChange={event => onChange({ clause: event.currentTarget.value })}
        />
      ) : null}
      <CountedTextarea
        label="Explicación"
        autosize
        minRows={2}
        maxRows={12}
        required={needsText}
        value={text}
        count={characterCount(text)}
        max={ANSWER_TEXT.max}
        error={tooLong ?? (needsText && characterCount(text) < ANSWER_TEXT.min ? fault : undefined)}
        onChange={value => onChange({ text: value })}
      />
    </div>
  )
}

type PlanProps = { plan: AuditPlan; fault: string | undefined; onChange: (plan: AuditPlan) => void }

/** When the bank next audits by itself or with others, or why it does not (RELY-06). */
export function AuditPlanFields({ plan, fault, onChange }: PlanProps) {
  return (
    <div className="stack">
      <DateField
        id={fieldIds.plan}
        label="Próxima auditoría propia o conjunta"
        value={plan.nextAuditOn}
        error={fault}
        onChange={nextAuditOn => onChange({ ...plan, nextAuditOn })}
      />
      <CountedTextarea
        label="Por qué no hay, si no la hay"
        autosize
        minRows={2}
        maxRows={12}
        value={plan.reason}
        count={characterCount(plan.reason)}
        max={PLAN_REASON.max}
        error={textRule(PLAN_REASON.max)(plan.reason)}
        onChange={reason => onChange({ ...plan, reason })}
      />
    </div>
  )
}
