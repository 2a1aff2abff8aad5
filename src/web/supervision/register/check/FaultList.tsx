import type { FaultWire } from '#domain/supervision/register/contract.ts'
import { NEW_LINE } from '#domain/supervision/register/lint/lead.ts'
import type { Severity } from '#domain/supervision/register/lint/rule.ts'
import { breachSeverityLabels } from '#domain/supervision/register/lint/rule.ts'
import { paths } from '#web/app/paths.ts'
import { stepOf } from '#web/supervision/register/useLint.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { type BadgeState, StateBadge } from '#web/ui/feedback/StateBadge.tsx'
import classes from '../register.module.css'

/** Those of a long list that are shown; the others follow when these are mended. */
const SHOWN = 100

const looks: Record<Severity, BadgeState> = {
  BLOCKING: 'REJECTED',
  ERROR: 'LAPSED',
  WARNING: 'PENDING',
  UNKNOWN: 'CLOSED',
}

type FaultListProps = { label: string; faults: readonly FaultWire[]; shown?: number }

/** Faults of the register, each with the way to its field where the bank can mend it (DORA-19). */
export function FaultList({ label, faults, shown = SHOWN }: FaultListProps) {
  return (
    <>
      <ul className={classes.faults} aria-label={label}>
        {faults.slice(0, shown).map((fault, index) => (
          <li key={index}>
            <span className={classes.severity}>
              <StateBadge small state={looks[fault.severity]} label={breachSeverityLabels[fault.severity]} />
            </span>
            <div className="grow">
              {fault.row ? <b>{fault.row}: </b> : null}
              {fault.sentence}
              <div className="small dim">
                {[fault.rule, fault.authority, `${fault.table} ${fault.column}`].filter(Boolean).join(' · ')}
              </div>
            </div>
            <Way fault={fault} />
          </li>
        ))}
      </ul>
      {faults.length > shown ? (
        <p className="small dim">y {faults.length - shown} más, que verá cuando corrija estas.</p>
      ) : null}
    </>
  )
}

/** The way to the field that mends a fault, where the bank can. */
export function Way({ fault }: { fault: Pick<FaultWire, 'step' | 'severity' | 'id' | 'field' | 'row' | 'sentence'> }) {
  const step = stepOf(fault)
  if (step === null) return null
  const id = fault.id ?? undefined
  const isNew = fault.step === 'uses' || fault.field === NEW_LINE
  const place =
    fault.step === 'uses' ? { use: id } : isNew ? { contract: id } : { edit: id, field: fault.field ?? undefined }
  return (
    <UiLink href={paths.register({ step, ...place })}>
      {isNew ? 'Añadir' : 'Corregir'}
      <span className="vh">
        {' '}
        {fault.row}: {fault.sentence}
      </span>
    </UiLink>
  )
}
