import { IconChevronRight } from '@tabler/icons-react'
import type { DocumentWire } from '#domain/document/contract.ts'
import { documentTitle } from '#domain/document/shipped.ts'
import { t } from '#domain/language/translate.ts'
import classes from '#web/participant/onboarding/Onboarding.module.css'
import { minutesNeeded, reviewed } from '#web/participant/onboarding/readiness.ts'
import type { FormSection } from '#web/participant/profile/sections.ts'
import { listed } from '#web/ui/language/spoken.ts'

type Props = {
  sections: readonly FormSection[]
  years: readonly number[]
  documents: readonly DocumentWire[]
  /** The number of data that must be given. */
  data: number
  /** Nothing has been attached yet. */
  fresh: boolean
}

/** What the user needs at hand, and how long it takes. */
export function BeforeYouStart({ sections, years, documents, data, fresh }: Props) {
  const required = reviewed(documents).filter(document => document.required)
  const has = (key: FormSection['key']) => sections.some(section => section.key === key)
  return (
    <details className={classes.before} open={fresh}>
      <summary>
        <b>{t('Antes de empezar')}</b>
        <span className="dim">{t`Unos ${minutesNeeded(data, required.length)} minutos con todo a mano`}</span>
        <IconChevronRight size={16} aria-hidden="true" />
      </summary>
      <ul>
        <li>
          {t('El CIF y la dirección de su organización. Puede pegar la dirección entera: se reparte en sus campos.')}
        </li>
        {has('economicInfo') ? <li>{t`La facturación y los resultados de ${listed(years.map(String))}.`}</li> : null}
        {required.length > 0 ? <li>{toAttach(required.map(({ name }) => documentTitle(name)))}</li> : null}
      </ul>
      <p className="small dim">
        {t(
          'No hace falta terminarlo hoy: lo que escriba se guarda solo, y puede volver u otra persona de su organización seguir. Cuando lo envíe, el CCI lo revisa y le avisa por correo.',
        )}
      </p>
    </details>
  )
}

const toAttach = (names: readonly string[]) =>
  names.length === 1
    ? t`Un documento para adjuntar: ${listed(names)}.`
    : t`${names.length} documentos para adjuntar: ${listed(names)}.`
