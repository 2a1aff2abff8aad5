import type { ReactNode } from 'react'
import classes from './Facts.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

/** Names and values, side by side. `ledger` sets them on hairlines under a strong rule, as the score step does. */
export function Facts({ facts, ledger }: { facts: readonly Fact[]; ledger?: boolean }) {
  return (
    <dl className={ledger ? classes.ledger : classes.root}>
      {facts.map(fact => (
        <div key={fact.label}>
          <dt className={ledger ? 'label' : undefined}>{fact.label}</dt>
          <dd>{fact.value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One line of a ledger that holds a control; `label` is not tied to it: label the control too. */
export function LedgerLine({ label, children, tall }: { label: ReactNode; children: ReactNode; tall?: boolean }) {
  return (
    <div className={classes.line} data-tall={tall || undefined}>
      <div className="label">{label}</div>
      <div className={classes.control}>{children}</div>
    </div>
  )
}

export function Ledger({ children }: { children: ReactNode }) {
  return <div className={classes.lines}>{children}</div>
}
