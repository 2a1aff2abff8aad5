import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { useMemo } from 'react'
import type { CheckWire } from '#domain/document/precheck/contract.ts'
import { type CheckOutcome, datedCheck } from '#domain/document/precheck/precheck.ts'
import { checkText } from '#domain/document/precheck/sentences.ts'
import { checksVerdict, reviewChecks } from '#domain/validation/checks.ts'
import type { Declared } from '#domain/validation/paper.ts'
import type { Day } from '#domain/values/day.ts'
import { usePrechecks } from '#web/document/precheck/usePrechecks.ts'
import { useMe } from '#web/session/useMe.ts'
import classes from './Checks.module.css'

type Props = {
  /** The version under review. */
  file: string | null
  /** The expiry in the field, saved or not. */
  typed: Day | null
  /** What the participant declared. */
  declared: readonly Declared[]
  /** The text of the PDF: '' for a scan, null while unknown or for other files. */
  text: string | null
  onPage: (page: number) => void
}

const looks: Readonly<Record<CheckOutcome, { Icon: typeof IconAlertTriangle; word: string }>> = {
  LOOK: { Icon: IconAlertTriangle, word: 'Revíselo' },
  OK: { Icon: IconCircleCheck, word: 'En orden' },
  UNKNOWN: { Icon: IconCircleDashed, word: 'Sin comprobar' },
}

/** A check with the expiry that is in the field now. */
function datedNow(check: CheckWire, today: Day, typed: Day | null): CheckWire {
  const { code, outcome, page, dates } = check
  if (!dates) return check
  const dated = datedCheck({ code, outcome, page, detail: { dates } }, today, typed)
  return { ...check, outcome: dated.outcome, page: dated.page, text: checkText(dated, today, typed) }
}

/**
 * What was compared of a document, in one list under its verdict, what to look at first, each with the page on which it
 * rests (DESK-16, EXP-23). Hints: nothing here decides.
 */
export function Checks({ file, typed, declared, text, onPage }: Props) {
  const { today } = useMe()
  const { data } = usePrechecks(file)
  const stored = data?.checks
  const checks = useMemo(
    () =>
      reviewChecks(
        (stored ?? []).map(check => datedNow(check, today, typed)),
        declared,
        text,
      ),
    [stored, today, typed, declared, text],
  )
  if (checks.length === 0 && !data?.waiting) return null
  return (
    <section className={classes.root} aria-label="Comprobaciones">
      <h3>
        <span className="label">COMPROBACIONES</span> <b>{checksVerdict(checks)}</b>
      </h3>
      {data?.waiting ? (
        <p className="small dim" role="status">
          Comprobando el archivo… Puede decidir sin esperar.
        </p>
      ) : null}
      <ul>
        {checks.map(({ label, outcome, text: said, page }) => {
          const { Icon, word } = looks[outcome]
          return (
            <li key={label} data-outcome={outcome}>
              <Icon aria-hidden="true" />
              <div>
                <b>
                  {label}
                  <span className="vh">: {word}.</span>
                </b>{' '}
                <span>{said}</span>
              </div>
              {page === null ? null : (
                <button type="button" aria-label={`pág. ${page}: ${label}`} onClick={() => onPage(page)}>
                  pág. {page}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="small dim">Orientativas: no deciden por usted.</p>
    </section>
  )
}
