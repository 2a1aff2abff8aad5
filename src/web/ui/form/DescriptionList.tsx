import type { ReactNode } from 'react'
import classes from './DescriptionList.module.css'

export interface Fact {
  label: string
  value: ReactNode
}

/** Names and values, side by side. `ledger` separates them with hairlines under a strong rule, as in the score step. */
export function DescriptionList({ facts, ledger }: { facts: readonly Fact[]; ledger?: boolean }) {
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

/** Ledger line with a control; `label` does not label the control, so label the control too. */
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
