import { Button } from '@mantine/core'
import { IconArrowBackUp, IconDownload, IconEye, IconHistory } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import type { Declared } from '#domain/validation/paper.ts'
import type { DocumentInReview } from '#domain/validation/review.ts'
import { datingRefusal, isReconsiderable, isRejected, isUndecided } from '#domain/validation/review.ts'
import { LAST_EXPIRY } from '#domain/values/day.ts'
import { HistoryModal } from '#web/document/HistoryModal.tsx'
import { acceptedText } from '#web/document/reuse/acceptedText.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { breakable } from '#web/ui/form/breakable.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { Checks } from '#web/validation/decision/Checks.tsx'
import { Decide } from '#web/validation/decision/Decide.tsx'
import { DocumentBadge } from '#web/validation/decision/DocumentBadge.tsx'
import { FoundDates } from '#web/validation/decision/FoundDates.tsx'
import { KeysChoice } from '#web/validation/decision/KeysChoice.tsx'
import { UploadAgain } from '#web/validation/decision/UploadAgain.tsx'
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
  /** What the participant declared, and the text of the document if it is a PDF. */
  declared: readonly Declared[]
  text: string | null
  /** Goes to a page of the document. */
  onPage: (page: number) => void
  reason: string
  onReason: (reason: string) => void
  onDate: (expiredAt: string | null) => void
  onAccept: (expiredAt: string | null) => void
  onReject: (reason: string) => void
}

/** The focus target when the next document opens. */
export const documentHeading = 'documento-actual'
const dateId = 'documento-caducidad'

const ordinal = (number: number) => `${number}.ª`

/** One document: description, expiry, and the decision (DOC-15, DOC-16, SCO-02, SCO-03). */
export function DecisionPane(props: DecisionPaneProps) {
  const { document, file, isReport, open } = props
  const { today, role } = useMe()
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
            beside={
              <Button
                size="xs"
                variant="default"
                aria-pressed={date.field.value === LAST_EXPIRY}
                title={`Pone ${dayText(LAST_EXPIRY)}`}
                onClick={() => date.pick(LAST_EXPIRY)}
              >
                Sin caducidad
              </Button>
            }
          />
          <FoundDates text={props.text} today={today} value={date.field.value} onPick={date.pick} />
        </form>
      ) : null}
      {pending || reconsidering ? (
        <Decide
          subject={{ ...decided, hasExpiry: date.day !== null }}
          name={document.documentCatalogName}
          dateId={dateId}
          reason={props.reason}
          onReason={props.onReason}
          enter={enter}
          onCancel={reconsidering ? leaveAsItIs : undefined}
          onAccept={() => {
            date.cancel()
            props.onAccept(isReport ? null : date.day)
          }}
          onReject={reason => {
            date.cancel()
            props.onReject(reason)
          }}
        />
      ) : null}
      {pending || reconsidering ? (
        <div className={classes.compare}>
          <Checks
            file={document.file}
            typed={date.day}
            declared={props.declared}
            text={props.text}
            onPage={props.onPage}
          />
        </div>
      ) : null}
      <div className={classes.facts}>
        <DescriptionList facts={factsOf(document, isReport || datable)} />
      </div>
      <Tools {...props} onReconsider={reconsiderable && !reconsidering ? reconsider : null} />
      <KeysChoice />
    </div>
  )
}

type ToolsProps = Pick<DecisionPaneProps, 'document' | 'file' | 'isReport' | 'open'> & {
  onReconsider: (() => void) | null
}

function Tools({ document, file, isReport, open, onReconsider }: ToolsProps) {
  const [history, setHistory] = useState(false)
  return (
    <>
      <div className={classes.tools}>
        {onReconsider ? (
          <ActionButton size="xs" leftSection={<IconArrowBackUp />} onClick={onReconsider}>
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
      <HistoryModal
        opened={history}
        onClose={() => setHistory(false)}
        validationId={document.validationId}
        documents={[document.documentCatalogName]}
      />
    </>
  )
}

function factsOf(document: DocumentWire, withoutDate: boolean): { label: string; value: ReactNode }[] {
  const { name, uploadedAt, uploadedBy, versions, expiredAt, reusedFrom } = document
  return [
    { label: 'NOMBRE ARCHIVO', value: name ?? 'Sin archivo' },
    ...(withoutDate ? [] : [{ label: 'FECHA DE CADUCIDAD', value: expiredAt ? dayText(expiredAt) : 'Sin fecha' }]),
    ...(uploadedAt
      ? [{ label: 'Subido', value: breakable([dayText(uploadedAt), uploadedBy].filter(Boolean).join(', ')) }]
      : []),
    ...(reusedFrom ? [{ label: 'YA ACEPTADO EN', value: breakable(acceptedText(reusedFrom)) }] : []),
    ...(versions > 1 ? [{ label: 'Versión', value: ordinal(versions) }] : []),
  ]
}

/** Whether the file was opened, or what to do before deciding (DOC-04, D40). */
function Seen({ document, inPlace }: { document: DocumentWire; inPlace: boolean }) {
  const words = document.readBefore
    ? `El CCI ya abrió este mismo archivo el ${dayText(document.readBefore)}. Puede decidir.`
    : document.isDownloaded
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
