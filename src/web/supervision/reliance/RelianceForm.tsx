import { useState } from 'react'
import { sentence } from '#domain/messages.ts'
import { conditions } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceWire } from '#domain/supervision/reliance/contract.ts'
import type { Written } from '#domain/supervision/reliance/file.ts'
import {
  conclusionFault,
  conclusionFits,
  conditionFault,
  planFault,
  reviewFault,
} from '#domain/supervision/reliance/file.ts'
import type { Day } from '#domain/values/day.ts'
import { SavedText } from '#web/conflict/SavedText.tsx'
import { useLeaving } from '#web/session/useLeaving.ts'
import { useMay, useMe } from '#web/session/useMe.ts'
import { AnswerFields, AuditPlanFields } from '#web/supervision/reliance/AnswerFields.tsx'
import { ConclusionFields } from '#web/supervision/reliance/ConclusionFields.tsx'
import { FileActions } from '#web/supervision/reliance/FileActions.tsx'
import { FileChanges, FileHead, History } from '#web/supervision/reliance/FileHead.tsx'
import { FileParts, partName } from '#web/supervision/reliance/FileParts.tsx'
import { fieldIds } from '#web/supervision/reliance/fieldIds.ts'
import { SignFile } from '#web/supervision/reliance/SignFile.tsx'
import { useWriting } from '#web/supervision/reliance/useWriting.ts'
import { ErrorSummary, type FieldError } from '#web/ui/form/ErrorSummary.tsx'
import { FormFoot } from '#web/ui/form/FormFoot.tsx'
import { LeaveGuard } from '#web/ui/form/LeaveGuard.tsx'
import { PageHeader, type PageHeaderProps } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

type Props = {
  head: Pick<PageHeaderProps, 'title' | 'subtitle' | 'back'>
  opened: RelianceWire
  onReread: () => Promise<void>
}

/** What keeps a file from being signed, by field. */
function faultsOf(written: Written, today: Day): FieldError[] {
  const { answers, plan, reviewOn } = written
  const found: [field: string, label: string, fault: string | null][] = [
    ...conditions.map(
      each =>
        [fieldIds.answer(each), partName(each), conditionFault(each, answers[each])] as [string, string, string | null],
    ),
    [fieldIds.plan, partName('plan'), planFault(plan, today)],
    [
      fieldIds.conclusion,
      'Conclusión',
      conclusionFits(written) ? conclusionFault(written) : sentence('conclusionNotAllowed'),
    ],
    [fieldIds.review, 'Fecha de revisión', reviewFault(reviewOn, today)],
  ]
  return found.flatMap(([field, label, message]) => (message ? [{ field, label, message }] : []))
}

/** A draft: the eight conditions, the ninth line and the conclusion, saved while one works, and its signature. */
export function RelianceForm({ head, opened, onReread }: Props) {
  const { today } = useMe()
  const maySign = useMay('reliance.sign')
  const writing = useWriting(opened, () => void onReread())
  const [attempt, setAttempt] = useState(0)
  const [signing, setSigning] = useState(false)
  const { written, file, state, answer, write } = writing
  const leaving = useLeaving(state.kind === 'failed')
  const faults = faultsOf(written, today)
  const faultAt = (field: string) => (attempt > 0 ? faults.find(each => each.field === field)?.message : undefined)
  const answered = conditions.filter(each => conditionFault(each, written.answers[each]) === null).length
  return (
    <>
      <PageHeader {...head} actions={<FileActions file={file} before={writing.flush} />} />
      <ErrorSummary errors={attempt > 0 ? faults : []} attempt={attempt} title="Falta esto para firmar" />
      <FileHead file={file} />
      <FileChanges file={file} />
      <FileParts
        file={file}
        answer={part =>
          part === 'plan' ? (
            <AuditPlanFields plan={written.plan} fault={faultAt(fieldIds.plan)} onChange={plan => write({ plan })} />
          ) : (
            <AnswerFields
              condition={part}
              answer={written.answers[part]}
              fault={faultAt(fieldIds.answer(part))}
              onChange={changes => answer(part, changes)}
            />
          )
        }
      />
      <Section kind="serif" title="Conclusión">
        <ConclusionFields
          written={written}
          faults={{ conclusion: faultAt(fieldIds.conclusion), review: faultAt(fieldIds.review) }}
          today={today}
          onChange={write}
        />
      </Section>
      <History file={file} />
      <FormFoot
        progress={
          <span className="small">
            {answered} de {conditions.length} condiciones contestadas
          </span>
        }
        state={<SavedText state={state} onRetry={() => void writing.flush()} />}
        primary={{
          label: 'Firmar',
          blocked: maySign ? null : sentence('principalOnly'),
          onClick: () => {
            if (faults.length > 0) setAttempt(attempt + 1)
            else setSigning(true)
          },
        }}
      />
      <SignFile opened={signing} onClose={() => setSigning(false)} writing={writing} onDone={onReread} />
      {writing.window}
      <LeaveGuard
        opened={leaving.asked}
        onStay={leaving.stay}
        onDiscard={leaving.leave}
        onSave={() => void writing.flush().then(version => version !== null && leaving.leave())}
      />
    </>
  )
}
