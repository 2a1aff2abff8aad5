import { type ReactNode, useState } from 'react'
import { type DocumentStatus, documentMachine } from '#domain/states/document.ts'
import type { Declared } from '#domain/validation/paper.ts'
import { ProgressNotches } from '#web/ui/rating/ProgressNotches.tsx'
import { timeText } from '#web/ui/time/dates.ts'
import { DocumentPreviewPane } from '#web/validation/DocumentPreviewPane.tsx'
import { DecisionPane } from '#web/validation/decision/DecisionPane.tsx'
import { Balance } from '#web/validation/layout/Balance.tsx'
import { ReviewLayout, type ReviewLayoutProps, showPreview } from '#web/validation/layout/ReviewLayout.tsx'
import { useDocumentFile } from '#web/validation/useDocumentFile.ts'
import type { useReview } from '#web/validation/useReview.ts'

type Review = ReturnType<typeof useReview>

export interface DocumentReviewProps extends Omit<ReviewLayoutProps, 'preview' | 'decision'> {
  review: Review
  isReport: boolean
  /** Whether CCI can decide. */
  open: boolean
  /** What the participant declared, to compare with each document. */
  declared: readonly Declared[]
  /** Shown when there is no document. */
  empty: ReactNode
}

/** A review with its current document and the decision about it. */
export function DocumentReview({ review, isReport, open, declared, empty, ...layout }: DocumentReviewProps) {
  const { current } = review
  const file = useDocumentFile(current)
  const [asked, setAsked] = useState<{ file: string | null; page: number } | null>(null)
  const [read, setRead] = useState<{ file: string | null; text: string } | null>(null)
  return (
    <>
      {review.conflict}
      {review.question}
      <ReviewLayout
        {...layout}
        preview={
          <DocumentPreviewPane
            document={current}
            file={file}
            goTo={asked && asked.file === current?.file ? asked : null}
            onText={text => setRead({ file: current?.file ?? null, text })}
          />
        }
        decision={
          current ? (
            <DecisionPane
              key={`${current.documentCatalogName} ${current.file}`}
              document={current}
              file={file}
              isReport={isReport}
              open={open}
              declared={declared}
              text={read && read.file === current.file ? read.text : null}
              onPage={page => {
                setAsked({ file: current.file, page })
                showPreview()
              }}
              reason={review.reason}
              onReason={review.onReason}
              onDate={review.onDate}
              onAccept={review.onAccept}
              onReject={review.onReject}
            />
          ) : (
            empty
          )
        }
      />
      <span className="vh" role="status">
        {review.told}
      </span>
    </>
  )
}

type DecidedCountProps = {
  decided: number
  total: number
  notches: readonly (DocumentStatus | null)[]
  width: number
}

/** 'N de M decididos', for the foot. */
export function DecidedCount({ decided, total, notches, width }: DecidedCountProps) {
  return (
    <>
      <Balance
        decided={total === 0 ? 0 : decided / total}
        sealed={total > 0 && notches.every(status => documentMachine.is.accepted(status))}
      />
      <ProgressNotches notches={notches} label={`${decided} de ${total} documentos decididos`} width={width} />
      <span className="nowrap">
        <b>
          {decided} de {total}
        </b>{' '}
        decididos
      </span>
    </>
  )
}

/** 'Guardado a las 09:41', for the foot. */
export function savedText({ saving, savedAt }: Pick<Review, 'saving' | 'savedAt'>): string | null {
  if (saving) return 'Guardando…'
  return savedAt ? `Guardado a las ${timeText(savedAt.toISOString())}` : null
}
