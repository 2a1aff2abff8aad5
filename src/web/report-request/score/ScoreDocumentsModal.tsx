import { IconClipboardCheck, IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { emptyResults } from '#domain/messages.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { listScores, scoreContent } from '#domain/report-request/score/contract.ts'
import { RATING_SCALE } from '#domain/values/rating.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { DownloadButton } from '#web/document/DownloadButton.tsx'
import { FileLine, FileLines, FileSubtitle } from '#web/document/FileLine.tsx'
import { CertificateButton, CertificateNote } from '#web/report-request/certificate/CertificateButton.tsx'
import { independenceNote } from '#web/report-request/independence/words.ts'
import { DictamenWindow } from '#web/report-request/score/DictamenWindow.tsx'
import { useMe } from '#web/session/useMe.ts'
import { IconButton } from '#web/ui/button/IconButton.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { RatingBadge } from '#web/ui/rating/RatingBadge.tsx'
import { dayText } from '#web/ui/time/dates.ts'

type Props = { opened: boolean; onClose: () => void; validationId: string; subtitle: string }

/** The dictamen of a request's score and of the scores it replaced (SRCH-11, ERR-21). */
export function ScoreDocumentsModal({ opened, onClose, validationId, subtitle }: Props) {
  const { data, error, isPending, refetch } = useQuery({
    ...queryOptions(listScores, { query: { validationId } }),
    enabled: opened,
  })
  const [read, setRead] = useState<ScoreWire | null>(null)
  const { today } = useMe()
  // It counts until the end of its day (D4).
  const isLapsed = ({ expiredAt }: ScoreWire) => expiredAt < today
  return (
    <Dialog opened={opened} onClose={onClose} title={t('Dictamen de calificación')} size={640} locked={read !== null}>
      <FileSubtitle>{subtitle}</FileSubtitle>
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : isPending ? (
        <Loading height={90} />
      ) : data.content.length === 0 ? (
        <EmptyState title={t(emptyResults.scoreFiles)} />
      ) : (
        <FileLines label={t('Dictámenes')}>
          {data.content.map(score => (
            <FileLine
              key={score.id}
              title={score.name}
              notes={[
                t`Calificado el ${dayText(score.scoredAt)}${score.isCurrent ? '' : t(' (anterior)')}`,
                isLapsed(score) ? t`Caducó el ${dayText(score.expiredAt)}` : t`Caduca el ${dayText(score.expiredAt)}`,
                score.correctionReason ? t`Corregida: «${score.correctionReason}»` : null,
                score.overrideReason ? t`No es la de la evaluación: «${score.overrideReason}»` : null,
                score.independence ? independenceNote(score.independence) : null,
                <CertificateNote key="certificate" score={score} />,
              ]}
              state={
                <RatingBadge
                  rating={score.score}
                  axes={RATING_SCALE.dimensions}
                  old={!score.isCurrent || isLapsed(score)}
                />
              }
              actions={
                <>
                  {score.assessmentId ? (
                    <IconButton
                      size={40}
                      label={t`Ver la evaluación de la calificación del ${dayText(score.scoredAt)}`}
                      icon={<IconClipboardCheck />}
                      href={paths.assessmentView(score.assessmentId)}
                    />
                  ) : null}
                  <IconButton
                    size={40}
                    label={t`Ver el dictamen ${score.name}`}
                    icon={<IconEye />}
                    onClick={() => setRead(score)}
                  />
                  <CertificateButton score={score} />
                  <DownloadButton
                    what={t`el dictamen ${score.name}`}
                    fileName={score.name}
                    read={() => call(scoreContent, { params: { id: score.id } })}
                  />
                </>
              }
            />
          ))}
        </FileLines>
      )}
      <DictamenWindow score={read} onClose={() => setRead(null)} />
    </Dialog>
  )
}
