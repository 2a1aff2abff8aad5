import { Button } from '@mantine/core'
import { IconEdit, IconEye, IconHistory } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { sentence } from '#domain/messages.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { underReviewNote } from '#domain/report-request/score/review.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { decideCorrection } from '#domain/validation/review.ts'
import { statusLabels } from '#domain/validation/validation.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { paths } from '#web/app/paths.ts'
import { CertificateButton } from '#web/report-request/certificate/CertificateButton.tsx'
import { ReviewButton } from '#web/report-request/score/ReviewButton.tsx'
import { ScoreDocumentsModal } from '#web/report-request/score/ScoreDocumentsModal.tsx'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Ledger, LedgerLine } from '#web/ui/form/DescriptionList.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './ScoreStep.module.css'

type Props = {
  validation: ValidationWire
  score: ScoreWire
  given: ReactNode
  /** The scores that it replaced. */
  before: number
  onViewFile: () => void
  onCorrect: () => void
}

/** A published score, read-only; CCI may correct it while it is valid (D11). */
export function PublishedScore({ validation, score, given, before, onViewFile, onCorrect }: Props) {
  const { role, today } = useMe()
  const [history, setHistory] = useState(false)
  const status = validation.status as ReportRequestStatus
  const correction = decideCorrection(status, role.key)
  const old = score.expiredAt < today
  return (
    <div className={classes.published}>
      <Ledger>
        {given}
        <LedgerLine label="FECHA CADUCIDAD">
          <RelativeTime value={score.expiredAt} />
        </LedgerLine>
        <LedgerLine label="CALIFICACIÓN">
          <div className="row wrap">
            <RatingBadge rating={score.score} axes={RATING_SCALE.dimensions} old={old} />
            <StateBadge state={status} label={statusLabels[status]} />
            <span className="small dim">Publicada el {dayText(score.scoredAt)}</span>
          </div>
          {score.correctionReason ? (
            <p className={`small dim ${classes.reason}`}>Corregida: «{score.correctionReason}»</p>
          ) : null}
          {score.reviewSince ? (
            <p className={`small ${classes.reason}`}>
              <b>{underReviewNote(score.reviewSince)}</b>: «{score.reviewReason}»
            </p>
          ) : null}
          {score.overrideReason ? (
            <p className={`small dim ${classes.reason}`}>No es la de la evaluación: «{score.overrideReason}»</p>
          ) : null}
          {score.assessmentId ? (
            <p className={`small ${classes.reason}`}>
              <UiLink href={paths.assessmentView(score.assessmentId)}>Ver la evaluación</UiLink>
            </p>
          ) : null}
        </LedgerLine>
        <LedgerLine label="DICTAMEN DE CALIFICACIÓN">
          <div className="row between wrap">
            <b className={classes.fileName}>{score.name}</b>
            <span className="row">
              <CertificateButton score={score} />
              <Button size="xs" leftSection={<IconEye />} onClick={onViewFile}>
                Ver<span className="vh"> el dictamen</span>
              </Button>
            </span>
          </div>
        </LedgerLine>
      </Ledger>
      <div className={`row wrap ${classes.acts}`}>
        <ActionButton
          leftSection={<IconEdit />}
          blocked={correction.ok ? null : sentence(correction.reason)}
          onClick={onCorrect}
        >
          Corregir calificación
        </ActionButton>
        <ReviewButton validation={validation} score={score} />
        {before > 0 ? (
          <Button variant="subtle" leftSection={<IconHistory />} onClick={() => setHistory(true)}>
            Calificaciones anteriores
          </Button>
        ) : null}
      </div>
      <ScoreDocumentsModal
        opened={history}
        onClose={() => setHistory(false)}
        validationId={validation.id}
        subtitle={[validation.nameGenericEntity, validation.service].filter(Boolean).join(' · ')}
      />
    </div>
  )
}
