import { Button, NativeSelect } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FeedbackFaultWire, FeedbackWire } from '#domain/supervision/register/feedback/contract.ts'
import { readFeedback } from '#domain/supervision/register/feedback/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { Way } from '#web/supervision/register/check/FaultList.tsx'
import { FeedbackModal } from '#web/supervision/register/check/FeedbackModal.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from '../register.module.css'

/** Those of a long answer that are shown, the open ones first. */
const SHOWN = 100

/** What the authority answered to a file, beside our check (REG-22). */
export function Feedback() {
  const [packageId, choose] = useState<string | undefined>(undefined)
  const [reading, setReading] = useState(false)
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readFeedback, { query: { packageId } }))
  const title = data?.package ? `LO QUE CONTESTÓ LA AUTORIDAD (${data.faults.length})` : 'LO QUE CONTESTÓ LA AUTORIDAD'
  return (
    <Section
      kind="label"
      title={title}
      actions={
        <Button size="xs" leftSection={<IconFileImport />} onClick={() => setReading(true)}>
          Leer su respuesta
        </Button>
      }
    >
      {error && !data ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : data?.package ? (
        <Answer answer={data} onChoose={choose} />
      ) : data ? (
        <p className="small dim">
          Si la autoridad le devolvió un fichero con faltas, súbalo: cada una se ve en su fila, con lo que dice esta
          comprobación.
        </p>
      ) : null}
      {reading ? (
        <FeedbackModal
          onClose={() => setReading(false)}
          onKept={id => {
            choose(id)
            setReading(false)
          }}
        />
      ) : null}
    </Section>
  )
}

const counted = (n: number, one: string, many: string) => `${n} ${n === 1 ? one : many}`

function Answer({ answer, onChoose }: { answer: FeedbackWire; onChoose: (packageId: string) => void }) {
  const { package: file, name, readBy, readAt, counts, faults, answered } = answer
  const sorted = faults.toSorted((a, b) => Number(a.isResolved) - Number(b.isResolved))
  return (
    <>
      {answered.length > 1 ? (
        <NativeSelect
          label="Respuesta a"
          size="xs"
          value={file!.id}
          onChange={event => onChoose(event.currentTarget.value)}
          data={answered.map(({ id, name: label }) => ({ value: id, label }))}
        />
      ) : null}
      <p>
        <b>
          {[
            counted(counts.open, 'pendiente', 'pendientes'),
            counted(counts.resolved, 'resuelta', 'resueltas'),
            `${counts.notOurs} que la autoridad encontró y esta comprobación no`,
          ].join(', ')}
          .
        </b>
      </p>
      <p className="small dim">
        {name}, leído por {readBy} el {dayText(readAt!)}. Una falta es «resuelta» cuando la respuesta al fichero
        siguiente ya no la dice; mientras no la lea, cuando su fila cambia o se quita en él.
      </p>
      <ul className={classes.faults} aria-label="Lo que contestó la autoridad">
        {sorted.slice(0, SHOWN).map(fault => (
          <Fault key={fault.line} fault={fault} />
        ))}
      </ul>
      {sorted.length > SHOWN ? <p className="small dim">y {sorted.length - SHOWN} más.</p> : null}
    </>
  )
}

function Fault({ fault }: { fault: FeedbackFaultWire }) {
  const { rule, table, tableText, column, row, key, text, isResolved, isOurs } = fault
  const place = table ? [table, column].filter(Boolean).join(' ') : tableText
  const where = key ?? row
  return (
    <li>
      <span className={classes.severity}>
        <StateBadge small state={isResolved ? 'ACCEPTED' : 'PENDING'} label={isResolved ? 'Resuelta' : 'Pendiente'} />
      </span>
      <div className="grow">
        {where ? <b>{where}: </b> : null}
        {text || 'Sin texto'}
        <div className="small dim">
          {[
            rule,
            place,
            isOurs ? 'la comprobación la dijo al hacer el fichero' : 'la comprobación no la dijo',
            ...(table !== null && row !== '' && key === null
              ? ['fila que el fichero no tiene, o que pueden ser varias']
              : []),
          ]
            .filter(Boolean)
            .join(' · ')}
        </div>
      </div>
      {isResolved ? null : <Way fault={{ ...fault, severity: 'ERROR', row: where, sentence: text }} />}
    </li>
  )
}
