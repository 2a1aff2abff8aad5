import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import type { Leaving } from '#web/session/useLeaving.ts'
import { Message } from '#web/ui/feedback/Message.tsx'
import { ErrorSummary, type FieldError, focusField } from '#web/ui/form/ErrorSummary.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { notchesOf } from '#web/ui/rating/ProgressNotches.tsx'
import { timeText } from '#web/ui/time/dates.ts'
import { ProgressAside, WithAside } from '#web/validation/layout/ProgressAside.tsx'

/** A required part of a request. */
export type RequestStep = { field: string; id: string; label: string; done: boolean }

export interface RequestFrameProps {
  /** The heading over the count; 'SU SOLICITUD' unless CCI sends it. */
  title?: string
  steps: readonly RequestStep[]
  /** The description of the next step. */
  note: ReactNode
  /** Field errors, by field of the call; empty until the first attempt to send. */
  errors: FieldErrors
  /** The summary sentence over the errors. */
  sentence: string
  attempt: number
  /** Whether the text was restored after a reload. */
  restored: boolean
  onStartOver: () => void
  savedAt: Date | null
  leaving: Leaving
  /** Removes the draft before leaving. */
  onDiscard: () => void
  sending: boolean
  submitLabel: string
  blocked: string | null
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** The frame of a request form: missing parts, progress, draft notice and footer. */
export function RequestFrame(props: RequestFrameProps) {
  const { steps, errors, leaving, sending } = props
  const done = steps.filter(step => step.done).length
  const wrong: FieldError[] = steps.flatMap(({ field, id, label }) =>
    errors[field] ? [{ field: id, label, message: errors[field] }] : [],
  )
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!sending && !props.blocked) props.onSubmit()
      }}
    >
      <WithAside
        aside={
          <ProgressAside
            title={props.title ?? t('SU SOLICITUD')}
            done={done}
            total={steps.length}
            notches={notchesOf(done, steps.length)}
            noun={t('datos y documentos')}
            parts={steps.map(({ field, id, label, done: isDone }) => ({
              key: field,
              label,
              done: isDone ? 1 : 0,
              total: 1,
              wrong: errors[field] !== undefined,
              onClick: () => focusField(id),
            }))}
            note={props.note}
          />
        }
      >
        <div className="stack">
          <ErrorSummary attempt={props.attempt} errors={wrong} title={props.sentence} />
          {props.restored ? (
            <Message kind="info" live>
              {t('Se ha recuperado lo que dejó a medias. Los archivos hay que volver a elegirlos.')}{' '}
              <Button size="xs" onClick={props.onStartOver}>
                {t('Empezar de nuevo')}
              </Button>
            </Message>
          ) : null}
          {props.children}
        </div>
      </WithAside>
      <FormFoot
        state={
          sending
            ? t('Enviando. No cierre esta página.')
            : props.savedAt
              ? t`Texto guardado en esta pestaña a las ${timeText(props.savedAt.toISOString())}`
              : null
        }
        secondary={{ label: sending ? t('Cancelar el envío') : t('Cancelar'), onClick: props.onCancel }}
        primary={{ label: props.submitLabel, type: 'submit', loading: sending, blocked: props.blocked }}
      />
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onSave={sending ? undefined : leaving.leave}
        onDiscard={() => {
          props.onDiscard()
          leaving.leave()
        }}
      >
        {sending
          ? t('La solicitud se está enviando. Si sale ahora, puede que no llegue.')
          : t('El texto se puede conservar en esta pestaña; los archivos habrá que volver a elegirlos.')}
      </LeaveGuard>
    </form>
  )
}
