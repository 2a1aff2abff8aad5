import { Radio } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { IndependenceWire } from '#domain/report-request/independence/contract.ts'
import { declareIndependence } from '#domain/report-request/independence/contract.ts'
import { declarationFacts } from '#domain/report-request/independence/facts.ts'
import type { IndependenceAnswers, IndependenceQuestion } from '#domain/report-request/independence/independence.ts'
import {
  CONFLICT_TEXT,
  declarationFaults,
  hasConflict,
  independenceQuestions,
  questionKeys,
} from '#domain/report-request/independence/independence.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { characterCount } from '#domain/values/text.ts'
import { ApiError, call, messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { LeaveQuestion } from '#web/session/LeaveQuestion.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showNotice } from '#web/ui/feedback/messages.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import classes from './independence.module.css'

type Given = Partial<IndependenceAnswers>

/** The five questions, and the explanation of an answer yes. */
export function DeclarationForm({
  request,
  of: { declaration, required },
}: {
  request: ValidationWire
  of: IndependenceWire
}) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const conflict = useConflict()
  const before = declaration?.answers ?? {}
  const [answers, setAnswers] = useState<Given>(before)
  const [text, setText] = useState(declaration?.text ?? '')
  const [errors, setErrors] = useState<FieldErrors>({})
  /** What was done; leaving then asks no more. */
  const [done, setDone] = useState<string | null>(null)
  useEffect(() => {
    if (done) void navigate({ to: paths.independence() }).then(() => showNotice(done))
  }, [done, navigate])
  const isWhole = (given: Given): given is IndependenceAnswers => questionKeys.every(key => given[key] !== undefined)
  const anyYes = questionKeys.some(key => answers[key])
  const saving = useMutation({
    mutationFn: async (whole: IndependenceAnswers) => {
      const sent = { answers: whole, text: hasConflict(whole) ? text.trim() : '' }
      return conflict.send({
        version: declaration?.version ?? 0,
        base: declaration ? declarationFacts({ answers: declaration.answers!, text: declaration.text ?? '' }) : {},
        attempt: version => call(declareIndependence, { params: { id: request.id }, body: { ...sent, version } }),
      })
    },
    onSuccess: async (outcome, whole) => {
      if (!outcome) return
      await client.invalidateQueries()
      if (outcome.taken) return
      setDone(
        hasConflict(whole)
          ? t('Declaración guardada. El CCI ha recibido el aviso y decide si le admite.')
          : t('Declaración guardada: sin conflicto declarado.'),
      )
    },
    onError: error => setErrors(error instanceof ApiError ? error.fields : {}),
  })
  const submit = () => {
    const wrong: FieldErrors = Object.fromEntries(
      questionKeys.filter(key => answers[key] === undefined).map(key => [key, t('Responda sí o no')]),
    )
    if (isWhole(answers)) Object.assign(wrong, declarationFaults(answers, text.trim()))
    setErrors(wrong)
    const first = [...questionKeys, 'text'].find(key => wrong[key])
    if (first) document.getElementById(fieldId(first))?.focus()
    else if (isWhole(answers) && !saving.isPending) saving.mutate(answers)
  }
  const dirty =
    done === null && (JSON.stringify(answers) !== JSON.stringify(before) || text !== (declaration?.text ?? ''))
  const isNamed = Object.values(errors).some(Boolean)
  return (
    <form
      noValidate
      className={`stack ${classes.form}`}
      onSubmit={event => {
        event.preventDefault()
        submit()
      }}
    >
      <LeaveQuestion unfinished={dirty} />
      <p>{t`${
        required
          ? t('El CCI no publica la calificación sin su declaración.')
          : t('El CCI no exige esta declaración. Si la presenta, la verá quien consulte la calificación.')
      } Podrá cambiarla mientras la calificación no se publique.`}</p>
      {questionKeys.map(key => (
        <Question
          key={key}
          name={key}
          value={answers[key]}
          error={errors[key]}
          onChange={value => setAnswers({ ...answers, [key]: value })}
        />
      ))}
      {anyYes ? (
        <CountedTextarea
          id={fieldId('text')}
          label={t('Explique las respuestas afirmativas')}
          description={t(
            'Lo lee el CCI, que decide si le admite. Las entidades leen el motivo del CCI, no su explicación.',
          )}
          autosize
          minRows={3}
          required
          value={text}
          onChange={setText}
          count={characterCount(text)}
          max={CONFLICT_TEXT.max}
          error={errors.text}
        />
      ) : null}
      {saving.error && !isNamed ? (
        <Message kind="error" live>
          {messageOf(saving.error)}
        </Message>
      ) : null}
      <div>
        <ActionButton type="submit" variant="filled" loading={saving.isPending}>
          {declaration ? t('Declarar de nuevo') : t('Declarar')}
        </ActionButton>
      </div>
      {conflict.window}
    </form>
  )
}

const fieldId = (field: string) => `declaracion-${field}`

type QuestionProps = {
  name: IndependenceQuestion
  value: boolean | undefined
  error: string | undefined
  onChange: (value: boolean) => void
}

function Question({ name, value, error, onChange }: QuestionProps) {
  return (
    <Radio.Group
      label={t(independenceQuestions[name])}
      value={value === undefined ? '' : value ? 'yes' : 'no'}
      onChange={chosen => onChange(chosen === 'yes')}
      error={error}
    >
      <div className={classes.answers}>
        <Radio id={fieldId(name)} value="no" label={t('No')} />
        <Radio value="yes" label={t('Sí')} />
      </div>
    </Radio.Group>
  )
}
