import type { ReactNode } from 'react'
import { breakable } from '#web/ui/form/breakable.tsx'
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
          <dd>{typeof fact.value === 'string' ? breakable(fact.value) : fact.value}</dd>
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

/** LedgerLines; `dense` where all of them must be in sight at once. */
export function Ledger({ children, dense }: { children: ReactNode; dense?: boolean }) {
  return (
    <div className={classes.lines} data-dense={dense || undefined}>
      {children}
    </div>
  )
}
