import { IconCheck, IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import { sentence } from '#domain/messages.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { Decision } from '#domain/states/machine.ts'
import type { DocumentInReview } from '#domain/validation/review.ts'
import { decideAcceptance, decideRejection } from '#domain/validation/review.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { RejectForm } from '#web/validation/decision/RejectForm.tsx'
import { useDecisionKeys } from '#web/validation/useDecisionKeys.ts'
import classes from './DecisionPane.module.css'

const reasonOf = (decision: Decision<string>) => (decision.ok ? null : sentence(decision.reason))

export interface DecideProps {
  /** The document with the date in the field. */
  subject: DocumentInReview
  name: string
  /** The field that takes the focus when only the date is missing. */
  dateId: string
  reason: string
  onReason: (reason: string) => void
  onAccept: () => void
  onReject: (reason: string) => void
  /** Set if a decided document is reconsidered: leaves it as it is. */
  onCancel?: (() => void) | undefined
  /** The action of Enter in the date field. */
  enter: RefObject<(() => void) | null>
}

/** The buttons of a decision, why one is not available, and the reason of a rejection. */
export function Decide(props: DecideProps) {
  const { subject } = props
  const role = useMe().role.key
  const whyId = useId()
  const buttons = useRef<HTMLDivElement>(null)
  // A restored reason is shown without taking the focus.
  const [rejecting, setRejecting] = useState<'no' | 'kept' | 'asked'>(props.reason === '' ? 'no' : 'kept')
  const accepted = documentMachine.is.inForce(subject.status)
  const notAcceptable = reasonOf(decideAcceptance(subject, role))
  const lacksDate = notAcceptable !== null && decideAcceptance({ ...subject, hasExpiry: true }, role).ok
  // Whether it could be rejected, given a reason.
  const notRejectable = reasonOf(decideRejection(subject, null, role))
  const accept = () => {
    // Accepting only lacks a date: shows its field beside the hint.
    if (lacksDate) focusField(props.dateId)
    else if (notAcceptable) showError(notAcceptable)
    else props.onAccept()
  }
  const reject = () => {
    if (notRejectable) showError(notRejectable)
    else setRejecting('asked')
  }
  useImperativeHandle(props.enter, () => (accepted ? () => {} : accept))
  // The pressed button is gone.
  const isChange = props.onCancel !== undefined
  useEffect(() => {
    if (isChange) buttons.current?.querySelector<HTMLElement>('button')?.focus()
  }, [isChange])
  const fold = () => {
    setRejecting('no')
    buttons.current?.querySelector<HTMLElement>('[aria-expanded]')?.focus()
  }
  const keys = useDecisionKeys({ a: accept, r: reject })
  const key = (letter: string) =>
    keys.enabled ? (
      <span aria-hidden="true">
        <kbd>{letter}</kbd>
      </span>
    ) : null
  return (
    <>
      <div className={classes.buttons} ref={buttons} data-decide>
        {accepted ? null : (
          <ActionButton
            variant="filled"
            leftSection={<IconCheck />}
            rightSection={key('A')}
            aria-keyshortcuts={keys.enabled ? 'A' : undefined}
            blocked={notAcceptable}
            reason="elsewhere"
            reasonId={whyId}
            onClick={accept}
          >
            Aceptar
          </ActionButton>
        )}
        <ActionButton
          variant="outline"
          color="red"
          leftSection={<IconX />}
          rightSection={key('R')}
          aria-keyshortcuts={keys.enabled ? 'R' : undefined}
          aria-expanded={rejecting !== 'no'}
          blocked={notRejectable}
          reason="elsewhere"
          reasonId={whyId}
          onClick={reject}
        >
          Rechazar
        </ActionButton>
        {props.onCancel ? (
          <ActionButton variant="subtle" onClick={props.onCancel}>
            Dejarla como está
          </ActionButton>
        ) : null}
        {notAcceptable && !accepted ? (
          <p className={`small dim ${classes.why}`} id={whyId}>
            {lacksDate ? 'Solo falta la fecha.' : notAcceptable}
          </p>
        ) : null}
      </div>
      {rejecting !== 'no' && !notRejectable ? (
        <RejectForm
          autoFocus={rejecting === 'asked'}
          document={subject}
          name={props.name}
          reason={props.reason}
          onReason={props.onReason}
          onReject={props.onReject}
          onFold={fold}
          onCancel={() => {
            fold()
            props.onReason('')
          }}
        />
      ) : null}
    </>
  )
}
