import { IconAlertTriangle, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import type { CheckWire } from '#domain/document/precheck/contract.ts'
import { type CheckOutcome, datedCheck, inOrder } from '#domain/document/precheck/precheck.ts'
import { checkLabels, checkText } from '#domain/document/precheck/sentences.ts'
import type { Day } from '#domain/values/day.ts'
import { usePrechecks } from '#web/document/precheck/usePrechecks.ts'
import { useMe } from '#web/session/useMe.ts'
import classes from './Prechecks.module.css'

type Props = {
  /** The version under review. */
  file: string
  /** The expiry in the field, saved or not. */
  typed: Day | null
  onPage: (page: number) => void
}

const looks: Readonly<Record<CheckOutcome, { Icon: typeof IconAlertTriangle; word: string }>> = {
  LOOK: { Icon: IconAlertTriangle, word: 'Mírelo' },
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

/** What a machine saw in the file, what to look at first, each with the page on which it rests (DESK-16). Hints. */
export function Prechecks({ file, typed, onPage }: Props) {
  const { today } = useMe()
  const { data } = usePrechecks(file)
  if (!data || (data.checks.length === 0 && !data.waiting)) return null
  const checks = inOrder(data.checks.map(check => datedNow(check, today, typed)))
  return (
    <section className={classes.root} aria-label="Comprobaciones previas">
      <h3 className="label">COMPROBACIONES PREVIAS</h3>
      {data.waiting ? (
        <p className="small dim" role="status">
          Comprobando el archivo… Puede decidir sin esperar.
        </p>
      ) : null}
      <ul>
        {checks.map(({ code, outcome, text, page }) => {
          const { Icon, word } = looks[outcome]
          return (
            <li key={code} data-outcome={outcome}>
              <Icon aria-hidden="true" />
              <div>
                <b>
                  {checkLabels[code]}
                  <span className="vh">: {word}.</span>
                </b>
                <span>{text}</span>
              </div>
              {page === null ? null : (
                <button type="button" aria-label={`pág. ${page}: ${checkLabels[code]}`} onClick={() => onPage(page)}>
                  pág. {page}
                </button>
              )}
            </li>
          )
        })}
      </ul>
      <p className="small dim">Pistas de una máquina: no deciden por usted.</p>
    </section>
  )
}
