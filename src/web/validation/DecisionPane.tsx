import { IconArrowBackUp, IconCheck, IconDownload, IconEye, IconHistory, IconX } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { sentence } from '#domain/messages.ts'
import { documentMachine } from '#domain/states/document.ts'
import type { Decision } from '#domain/states/machine.ts'
import type { DocumentInReview } from '#domain/validation/review.ts'
import {
  datingRefusal,
  decideAcceptance,
  decideRejection,
  isReconsiderable,
  isRejected,
  isUndecided,
} from '#domain/validation/review.ts'
import { HistoryModal } from '#web/document/HistoryModal.tsx'
import { useMe } from '#web/identity/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showError } from '#web/ui/feedback/messages.ts'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { Facts } from '#web/ui/form/Facts.tsx'
import { dayText, timeText } from '#web/ui/time/dates.ts'
import { RejectForm } from '#web/validation/documentation/RejectForm.tsx'
import { KeysChoice } from '#web/validation/KeysChoice.tsx'
import { UploadAgain } from '#web/validation/UploadAgain.tsx'
import { useDecisionKeys } from '#web/validation/useDecisionKeys.ts'
import type { useDocumentFile } from '#web/validation/useDocumentFile.ts'
import { useDraftDate } from '#web/validation/useDraftDate.ts'
import classes from './DecisionPane.module.css'

export interface DecisionPaneProps {
  document: DocumentWire
  file: ReturnType<typeof useDocumentFile>
  /** Whether documents have an expiry and an upload; those of a report have neither (DOC-06). */
  isReport: boolean
  /** Whether CCI can decide; otherwise read-only. */
  open: boolean
  reason: string
  onReason: (reason: string) => void
  onDate: (expiredAt: string | null) => void
  onAccept: (expiredAt: string | null) => void
  onReject: (reason: string) => void
  /** Whether a decision about this document is being sent. */
  loading: boolean
}

/** The focus target when the next document opens. */
export const documentHeading = 'documento-actual'
const dateId = 'documento-caducidad'

const reasonOf = (decision: Decision<string>) => (decision.ok ? null : sentence(decision.reason))
const ordinal = (number: number) => `${number}.ª`

/** One document: description, expiry, and the decision (DOC-15, DOC-16, SCO-02, SCO-03). */
export function DecisionPane(props: DecisionPaneProps) {
  const { document, file, isReport, open } = props
  const { today, role } = useMe()
  const [history, setHistory] = useState(false)
  const pending = open && isUndecided(document.status)
  const decided: DocumentInReview = {
    status: document.status,
    downloaded: document.isDownloaded,
    hasExpiry: document.expiredAt !== null,
    isReport,
    underReview: open,
  }
  const reconsiderable = isReconsiderable(decided, role.key)
  // Belongs to this decision only: the next one starts collapsed.
  const decision = `${document.documentCatalogName} ${document.version}`
  const [reconsidered, setReconsidered] = useState<string | null>(null)
  const reconsidering = reconsiderable && reconsidered === decision
  const keepsDate = datingRefusal({ ...decided, hasExpiry: true }, role.key) === null
  const datable = open && !isReport && (keepsDate || reconsidering)
  // A rejected document has no date until it is accepted with one.
  const save = keepsDate ? props.onDate : () => {}
  const date = useDraftDate({ saved: document.expiredAt, today, save, clearable: pending || !keepsDate })
  // The action of Enter in the date field.
  const enter = useRef<(() => void) | null>(null)
  const reconsider = () => {
    setReconsidered(decision)
    props.onReason(document.rejectedReason ?? '')
  }
  const leaveAsItIs = () => {
    setReconsidered(null)
    props.onReason('')
    date.cancel()
    date.reset()
    window.document.getElementById(documentHeading)?.focus()
  }
  return (
    <div className={`stack ${classes.pane}`}>
      <div>
        <h2 className={`serif ${classes.title}`} id={documentHeading} tabIndex={-1}>
          {document.documentCatalogName}
        </h2>
        {document.description ? <p className="small dim">{document.description}</p> : null}
        <span className={classes.state}>
          <DocumentBadge document={document} />
        </span>
      </div>
      {document.warnings.length > 0 ? (
        <Message kind="warning" title="Antes de abrirlo o aceptarlo">
          <ul className={classes.warnings}>
            {document.warnings.map(warning => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Message>
      ) : null}
      {pending ? <Seen document={document} inPlace={file.inPlace} /> : null}
      {isRejected(document.status) && document.rejectedReason ? (
        <Message kind="error" title="Motivo del rechazo">
          <p className={classes.note}>{document.rejectedReason}</p>
        </Message>
      ) : null}
      {datable ? (
        <form
          noValidate
          onSubmit={event => {
            event.preventDefault()
            // Enter validates the date as blur does.
            if (!date.day) date.field.onBlur()
            enter.current?.()
          }}
        >
          <DateField
            id={dateId}
            label="FECHA DE CADUCIDAD"
            description={`Mañana o posterior. Vale hasta el final de ese día.${pending || !keepsDate ? '' : ' Puede corregirla hasta que finalice.'}`}
            {...date.field}
            // An accepted date stays, even on its last day.
            error={pending || date.field.value !== document.expiredAt ? date.field.error : null}
          />
        </form>
      ) : null}
      <Facts facts={factsOf(document, isReport || datable)} />
      {pending || reconsidering ? (
        <Decide
          {...props}
          enter={enter}
          expiry={date.day}
          onCancel={reconsidering ? leaveAsItIs : undefined}
          onAccept={expiry => {
            date.cancel()
            props.onAccept(expiry)
          }}
          onReject={reason => {
            date.cancel()
            props.onReject(reason)
          }}
        />
      ) : null}
      <div className={classes.tools}>
        {reconsiderable && !reconsidering ? (
          <ActionButton size="xs" leftSection={<IconArrowBackUp />} onClick={reconsider}>
            Cambiar la decisión
          </ActionButton>
        ) : null}
        {document.file ? (
          <ActionButton
            size="xs"
            leftSection={<IconDownload />}
            loading={file.downloading}
            onClick={() => file.download()}
          >
            Descargar
          </ActionButton>
        ) : null}
        {document.versions > 0 ? (
          <ActionButton size="xs" leftSection={<IconHistory />} onClick={() => setHistory(true)}>
            Histórico
          </ActionButton>
        ) : null}
        {open && !isReport ? <UploadAgain key={document.documentCatalogName} document={document} /> : null}
      </div>
      <KeysChoice />
      <HistoryModal
        opened={history}
        onClose={() => setHistory(false)}
        validationId={document.validationId}
        documents={[document.documentCatalogName]}
      />
    </div>
  )
}

/** The state of a document, with the user and date of the decision, or that it has no file. */
export function DocumentBadge({ document, small }: { document: DocumentWire; small?: boolean }) {
  const { status, decidedAt, decidedBy, uploadedAt, required } = document
  if (status === null) return <span className="small dim">{required ? 'Sin archivo' : 'Opcional, sin archivo'}</span>
  const tooltip =
    decidedAt && decidedBy
      ? `Por ${decidedBy}, ${dayText(decidedAt)} ${timeText(decidedAt)}`
      : uploadedAt
        ? `Subido el ${dayText(uploadedAt)} ${timeText(uploadedAt)}`
        : undefined
  return (
    <StateBadge
      state={status}
      label={documentStatusLabels[status]}
      tooltip={small ? undefined : tooltip}
      small={small}
    />
  )
}

function factsOf(document: DocumentWire, withoutDate: boolean): { label: string; value: ReactNode }[] {
  const { name, uploadedAt, uploadedBy, versions, expiredAt } = document
  return [
    { label: 'NOMBRE ARCHIVO', value: name ?? 'Sin archivo' },
    ...(withoutDate ? [] : [{ label: 'FECHA DE CADUCIDAD', value: expiredAt ? dayText(expiredAt) : 'Sin fecha' }]),
    ...(uploadedAt ? [{ label: 'Subido', value: `${dayText(uploadedAt)}${uploadedBy ? `, ${uploadedBy}` : ''}` }] : []),
    ...(versions > 1 ? [{ label: 'Versión', value: ordinal(versions) }] : []),
  ]
}

/** Whether the file was opened, or what to do before deciding (DOC-04, D40). */
function Seen({ document, inPlace }: { document: DocumentWire; inPlace: boolean }) {
  const words = document.isDownloaded
    ? 'Abierto. Ya puede decidir.'
    : inPlace
      ? 'Se está abriendo: podrá decidir en cuanto se vea.'
      : 'No tiene vista previa: descárguelo y revíselo para poder decidir.'
  return (
    <p className={`small dim ${classes.seen}`} role="status">
      <IconEye size={18} aria-hidden="true" />
      {words}
    </p>
  )
}

type DecideProps = DecisionPaneProps & {
  expiry: string | null
  enter: RefObject<(() => void) | null>
  onCancel?: () => void
}

function Decide(props: DecideProps) {
  const { document, isReport, expiry, loading } = props
  const role = useMe().role.key
  const whyId = useId()
  const buttons = useRef<HTMLDivElement>(null)
  // A restored reason is shown without taking the focus.
  const [rejecting, setRejecting] = useState<'no' | 'kept' | 'asked'>(props.reason === '' ? 'no' : 'kept')
  const subject: DocumentInReview = {
    status: document.status,
    downloaded: document.isDownloaded,
    hasExpiry: expiry !== null,
    isReport,
    underReview: props.open,
  }
  const accepted = documentMachine.is.inForce(document.status)
  const notAcceptable = reasonOf(decideAcceptance(subject, role))
  const lacksDate = notAcceptable !== null && decideAcceptance({ ...subject, hasExpiry: true }, role).ok
  // Whether it could be rejected, given a reason.
  const notRejectable = reasonOf(decideRejection(subject, null, role))
  const accept = () => {
    if (loading) return
    // Accepting only lacks a date: shows its field beside the hint.
    if (lacksDate) focusField(dateId)
    else if (notAcceptable) showError(notAcceptable)
    else props.onAccept(isReport ? null : expiry)
  }
  const reject = () => {
    if (loading) return
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
      <div className={classes.buttons} ref={buttons}>
        {accepted ? null : (
          <ActionButton
            variant="filled"
            leftSection={<IconCheck />}
            rightSection={key('A')}
            aria-keyshortcuts={keys.enabled ? 'A' : undefined}
            blocked={notAcceptable}
            reason="elsewhere"
            reasonId={whyId}
            loading={loading}
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
          reason={props.reason}
          onReason={props.onReason}
          onReject={props.onReject}
          onFold={fold}
          onCancel={() => {
            fold()
            props.onReason('')
          }}
          loading={loading}
        />
      ) : null}
    </>
  )
}
