import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { IndependenceWire } from '#domain/report-request/independence/contract.ts'
import { readIndependence } from '#domain/report-request/independence/contract.ts'
import {
  independenceLabels,
  isRotationDue,
  isScoreOpen,
  rotationPublished,
  rotationText,
} from '#domain/report-request/independence/independence.ts'
import { independenceMachine } from '#domain/states/independence.ts'
import type { ReportRequestStatus } from '#domain/states/report-request.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { Conflict } from '#web/report-request/independence/Conflict.tsx'
import { DecideConflict } from '#web/report-request/independence/DecideConflict.tsx'
import { independenceBadges } from '#web/report-request/independence/words.ts'
import { useMe } from '#web/session/useMe.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import { LedgerLine } from '#web/ui/form/DescriptionList.tsx'
import { dayText } from '#web/ui/time/dates.ts'
import classes from './independence.module.css'

/** Whether the evaluator may judge: its declaration, accreditation and ratings in a row, before the rating (SEAL-08). */
export function IndependencePane({ validation }: { validation: ValidationWire }) {
  const { data, error, refetch } = useQuery(queryOptions(readIndependence, { params: { id: validation.id } }))
  return (
    <LedgerLine label="INDEPENDENCIA" tall>
      {data ? (
        <Lines validation={validation} of={data} />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Loading height={110} />
      )}
    </LedgerLine>
  )
}

function Lines({ validation, of }: { validation: ValidationWire; of: IndependenceWire }) {
  const isOpen = isScoreOpen(validation.status as ReportRequestStatus)
  return (
    <section className={classes.lines} aria-label="Independencia">
      <Declared validation={validation} of={of} isOpen={isOpen} />
      <Accreditation until={validation.auditAccreditedUntil} />
      <InARow of={of} isOpen={isOpen} />
    </section>
  )
}

type DeclaredProps = { validation: ValidationWire; of: IndependenceWire; isOpen: boolean }

function Declared({ validation, of: { declaration, required }, isOpen }: DeclaredProps) {
  const [deciding, setDeciding] = useState(false)
  if (!declaration) {
    return (
      <p className="row wrap">
        {required && isOpen ? (
          <StateBadge small state="PENDING" label="Declaración pendiente" />
        ) : (
          <span className="dim">Sin declaración de independencia</span>
        )}
        {required && isOpen ? <span className="small dim">No se publica sin ella.</span> : null}
      </p>
    )
  }
  const { status, reason, declaredAt, declaredBy } = declaration
  const undecided = isOpen && independenceMachine.is.undecided(status)
  return (
    <div>
      <p className="row wrap">
        <StateBadge small state={independenceBadges[status]} label={independenceLabels[status]} />
        <span className="small dim">{[declaredBy, dayText(declaredAt)].filter(Boolean).join(', ')}</span>
        {undecided ? (
          <Button size="xs" onClick={() => setDeciding(true)}>
            Decidir
          </Button>
        ) : null}
      </p>
      {declaration.conflict ? <Conflict of={declaration} /> : null}
      {reason ? <p className="small">Motivo del CCI: «{reason}»</p> : null}
      {deciding ? (
        <DecideConflict validation={validation} declaration={declaration} onClose={() => setDeciding(false)} />
      ) : null}
    </div>
  )
}

function Accreditation({ until }: { until: string | null }) {
  const { today } = useMe()
  if (until === null) return <p>Sin acreditación</p>
  return (
    <p>
      {until < today ? `Acreditación caducada el ${dayText(until)}` : `Acreditación vigente hasta el ${dayText(until)}`}
    </p>
  )
}

function InARow({ of: { inARow, rotationCount }, isOpen }: { of: IndependenceWire; isOpen: boolean }) {
  const counted = isOpen ? inARow + 1 : inARow
  const text = isOpen ? rotationText(inARow) : rotationPublished(inARow)
  if (!isRotationDue(counted, rotationCount)) return <p>{text}</p>
  return (
    <p className="row wrap">
      <StateBadge small state="PENDING" label={text} />
      <span className="small dim">El CCI avisa desde {rotationCount} seguidas.</span>
    </p>
  )
}
