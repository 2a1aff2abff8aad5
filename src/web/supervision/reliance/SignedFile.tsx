import { IconRefresh } from '@tabler/icons-react'
import { relianceMachine } from '#domain/states/reliance-file.ts'
import { planText } from '#domain/supervision/reliance/changes.ts'
import { hasClause, type Part } from '#domain/supervision/reliance/conditions.ts'
import type { RelianceWire } from '#domain/supervision/reliance/contract.ts'
import { conclusionLabels, conditionVerdictLabels } from '#domain/supervision/reliance/file.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'
import { paths } from '#web/app/paths.ts'
import { FileActions } from '#web/supervision/reliance/FileActions.tsx'
import { FileChanges, FileHead, History } from '#web/supervision/reliance/FileHead.tsx'
import { FileParts } from '#web/supervision/reliance/FileParts.tsx'
import { useBeginReliance } from '#web/supervision/reliance/useBeginReliance.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { PageHeader, type PageHeaderProps } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { NoValue } from '#web/ui/table/NoValue.tsx'
import classes from './reliance.module.css'

type Props = { head: Pick<PageHeaderProps, 'title' | 'subtitle' | 'back'>; file: RelianceWire }

/** A signed file, frozen, with why it is due and its next version. */
export function SignedFile({ head, file }: Props) {
  const { conclusion, measures, reviewOn, signedBy, signedAt, contentHash, entry } = file
  return (
    <>
      <PageHeader
        {...head}
        actions={
          <>
            <FileActions file={file} />
            <NextVersion file={file} />
          </>
        }
      />
      <Due file={file} />
      <FileHead file={file} />
      <Section kind="label" title="CONCLUSIÓN Y FIRMA">
        <DescriptionList
          facts={[
            { label: 'Conclusión', value: conclusion ? conclusionLabels[conclusion] : <NoValue /> },
            ...(measures ? [{ label: 'Medidas', value: measures }] : []),
            { label: 'Se revisa hasta el', value: reviewOn ? formatDay(reviewOn) : <NoValue /> },
            { label: 'Firmado por', value: signedBy ?? <NoValue /> },
            { label: 'Firmado el', value: signedAt ? formatInstant(signedAt) : <NoValue /> },
            {
              label: 'Huella SHA-256',
              value: contentHash ? <span className={classes.hash}>{contentHash}</span> : <NoValue />,
            },
            { label: 'Apunte del registro', value: entry === null ? <NoValue /> : `N.º ${entry}` },
          ]}
        />
      </Section>
      <FileParts file={file} answer={part => <Answered part={part} file={file} />} />
      <FileChanges file={file} />
      <History file={file} />
    </>
  )
}

function Answered({ part, file: { answers, plan } }: { part: Part; file: RelianceWire }) {
  if (part === 'plan') return <p>{planText(plan) || <NoValue />}</p>
  const { verdict, text, clause } = answers[part]
  return (
    <div className={classes.answered}>
      <p>
        <b>{verdict ? conditionVerdictLabels[verdict] : 'Sin contestar'}</b>
      </p>
      {text ? <p className={classes.prose}>{text}</p> : null}
      {hasClause(part) && clause ? <p className="small dim">Cláusula del contrato: {clause}</p> : null}
    </div>
  )
}

/** Why the file has to be reviewed (RELY-10). */
function Due({ file: { status, causes, number } }: { file: RelianceWire }) {
  if (!relianceMachine.is.due(status)) return null
  return (
    <div className={classes.message}>
      <Message kind="warning" title="Por revisar">
        <ul>
          {causes.map(({ cause, key, sentence }) => (
            <li key={`${cause} ${key}`}>{sentence}</li>
          ))}
        </ul>
        <p>Empiece una nueva versión: parte de las respuestas del n.º {number}, con los datos de ahora.</p>
      </Message>
    </div>
  )
}

/** The next version: the draft that stands, or a new one. */
function NextVersion({ file }: { file: RelianceWire }) {
  const begin = useBeginReliance()
  const draft = file.history.find(({ status }) => relianceMachine.is.draft(status))
  if (draft) return <UiLink href={paths.relianceFile(draft.id)}>Seguir con el borrador n.º {draft.number}</UiLink>
  if (!relianceMachine.is.standing(file.status)) return null
  return (
    <ActionButton
      variant="filled"
      leftSection={<IconRefresh />}
      blocked={file.blocked}
      loading={begin.isPending}
      onClick={() => file.useId && begin.mutate(file.useId)}
    >
      Nueva versión
    </ActionButton>
  )
}
