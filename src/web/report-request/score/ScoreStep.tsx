import { Button } from '@mantine/core'
import { IconEye, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { REPORT_DOCUMENT } from '#domain/document/document.ts'
import type { ScoreWire } from '#domain/report-request/score/contract.ts'
import { listScores } from '#domain/report-request/score/contract.ts'
import { hasPublishedScore } from '#domain/report-request/score/score.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { DocumentPreview } from '#web/document/DocumentPreview.tsx'
import { uploadedText } from '#web/document/upload/words.ts'
import { IndependencePane } from '#web/report-request/independence/IndependencePane.tsx'
import { DictamenWindow } from '#web/report-request/score/DictamenWindow.tsx'
import { PublishedScore } from '#web/report-request/score/PublishedScore.tsx'
import { ScoreForm, type ScoreFormProps } from '#web/report-request/score/ScoreForm.tsx'
import { useBehind } from '#web/report-request/score/useBehind.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { LedgerLine } from '#web/ui/form/DescriptionList.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { portalNow } from '#web/ui/time/clock.ts'
import { requestText } from '#web/validation/report/ReportReview.tsx'
import classes from './ScoreStep.module.css'

type Props = {
  validation: ValidationWire
  stepper: ReactNode
  backHref: string
  dictamen: File | null
  onDictamen: (file: File | null) => void
}

/** The second step: gives, shows or corrects the score of a report (SCO-04, SCO-06 to SCO-11). */
export function ScoreStep({ validation, stepper, backHref, dictamen, onDictamen }: Props) {
  const navigate = useNavigate()
  const given = <Given validation={validation} />
  return (
    <>
      <PageHeader
        back={{ href: backHref, label: 'Volver a los documentos' }}
        title="Verificación de informe"
        subtitle={[validation.nameGenericEntity, `CIF ${validation.cifGenericEntity}`, requestText(validation)].join(
          ' · ',
        )}
        actions={stepper}
      />
      {hasPublishedScore(validation.status) ? (
        <Published validation={validation} given={given} dictamen={dictamen} onDictamen={onDictamen} />
      ) : (
        <FormWithEvaluation
          validation={validation}
          given={given}
          dictamen={dictamen}
          onDictamen={onDictamen}
          onBack={() => void navigate({ to: backHref })}
        />
      )}
    </>
  )
}

/** The form, once the evaluation behind the score is read: it fills in its levels (DICT-21). */
function FormWithEvaluation(props: Omit<ScoreFormProps, 'behind'>) {
  const { behind, error, refetch, isFetching } = useBehind(props.validation.id, props.correction?.score)
  if (behind) return <ScoreForm {...props} behind={behind} />
  if (!error) return <Loading height={320} />
  return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
}

/** The read-only basis of a score. */
function Given({ validation }: { validation: ValidationWire }) {
  const [viewing, setViewing] = useState(false)
  const report = validation.catalogDocuments.find(each => each.documentCatalogName === REPORT_DOCUMENT)
  return (
    <>
      <LedgerLine label="INFORME">
        {report?.file ? <Report report={report} onView={() => setViewing(true)} /> : 'Sin archivo'}
      </LedgerLine>
      <LedgerLine label="SERVICIO">
        <div className="row wrap">
          <span>{validation.service}</span>
          <span className="small dim">{validation.concept}</span>
        </div>
      </LedgerLine>
      <LedgerLine label="EVALUADOR">{validation.audit ?? '—'}</LedgerLine>
      <IndependencePane validation={validation} />
      <DocumentPreview
        file={viewing && report?.file ? { id: report.file, title: REPORT_DOCUMENT, name: report.name ?? '' } : null}
        onClose={() => setViewing(false)}
      />
    </>
  )
}

function Report({ report, onView }: { report: DocumentWire; onView: () => void }) {
  return (
    <div className="row between">
      <span className={classes.report}>
        <IconFileText aria-hidden="true" />
        <span>
          <b className={classes.fileName}>{report.name}</b>
          <span className="small dim">{uploadedText(report, portalNow())}</span>
        </span>
      </span>
      <Button size="xs" leftSection={<IconEye />} onClick={onView}>
        Ver<span className="vh"> el informe</span>
      </Button>
    </div>
  )
}

type PublishedProps = Pick<Props, 'validation' | 'dictamen' | 'onDictamen'> & { given: ReactNode }

function Published({ validation, given, dictamen, onDictamen }: PublishedProps) {
  const [correcting, setCorrecting] = useState(false)
  const [viewing, setViewing] = useState<ScoreWire | null>(null)
  const { data, error, refetch, isFetching } = useQuery(
    queryOptions(listScores, { query: { validationId: validation.id } }),
  )
  if (error && !data) {
    return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  }
  const score = data?.content.find(each => each.isCurrent)
  if (!data || !score) return <Loading height={320} />
  const stopCorrecting = () => {
    onDictamen(null)
    setCorrecting(false)
  }
  return (
    <>
      {correcting ? (
        <FormWithEvaluation
          validation={validation}
          given={given}
          dictamen={dictamen}
          onDictamen={onDictamen}
          onBack={stopCorrecting}
          correction={{ score, onViewFile: () => setViewing(score), onDone: stopCorrecting }}
        />
      ) : (
        <PublishedScore
          validation={validation}
          score={score}
          given={given}
          before={data.content.length - 1}
          onViewFile={() => setViewing(score)}
          onCorrect={() => setCorrecting(true)}
        />
      )}
      <DictamenWindow score={viewing} onClose={() => setViewing(null)} />
    </>
  )
}
