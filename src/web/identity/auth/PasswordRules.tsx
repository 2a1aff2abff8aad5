import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react'
import { t } from '#domain/language/translate.ts'
import type { PasswordPolicy } from '#domain/values/password.ts'
import { passwordChecks } from '#domain/values/password.ts'
import classes from './PasswordRules.module.css'

export interface PasswordRulesProps {
  policy: PasswordPolicy
  value: string
  /** Words that the policy may forbid: names, e-mail, company, product (D42). */
  context: readonly string[]
}

/** Password requirements, each ticked as the user types. */
export function PasswordRules({ policy, value, context }: PasswordRulesProps) {
  const checks = passwordChecks(policy, value, context)
  return (
    <ul className={classes.root} aria-label={t('La contraseña nueva debe tener')}>
      {checks.map(({ label, holds }) => (
        <li key={label} data-s={holds ? 'DONE' : undefined}>
          {holds ? <IconCircleCheck aria-hidden="true" /> : <IconCircleDashed aria-hidden="true" />}
          {label}
          <span className="vh">{holds ? t(' (cumplido)') : t(' (falta)')}</span>
        </li>
      ))}
    </ul>
  )
}
