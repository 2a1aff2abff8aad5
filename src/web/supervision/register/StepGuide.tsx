import { paths } from '#web/app/paths.ts'
import { type RegisterStep, steps } from '#web/supervision/register/useEntries.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import classes from './register.module.css'

/** What a step wants, and an example. */
const guides: Record<RegisterStep, { wants: string; example: string }> = {
  entity: {
    wants: 'Diga quién es su entidad, como consta en su LEI y ante su supervisor.',
    example: 'entidad de crédito de España, fuera de un grupo, con el Banco de España como autoridad.',
  },
  functions: {
    wants: 'Añada cada función que usa servicios de TIC y diga si es esencial o importante.',
    example: 'pagos y transferencias, esencial, que se recupera en 4 horas.',
  },
  arrangements: {
    wants:
      'Añada el contrato de cada servicio de TIC: con quién, desde cuándo y cuánto cuesta al año. Los de otros servicios van aparte.',
    example: 'CT-2025-003, con su proveedor de nube, desde el 01/01/2025, por 120.000 euros.',
  },
  lines: {
    wants: 'Indique qué servicio de cada contrato usa cada función y, si es esencial, cómo se sustituiría.',
    example: 'el alojamiento en nube de CT-2025-003, para pagos y transferencias.',
  },
  check: {
    wants: 'Corrija lo que falta: «Corregir» lleva a su campo.',
    example: '«Falta la moneda» abre el contrato en «Moneda».',
  },
  packages: {
    wants: 'Descargue el fichero a la fecha de referencia y preséntelo a su autoridad.',
    example: 'el xBRL-CSV a 31 de diciembre del año pasado.',
  },
}

/** What the bank does in a step, for one that does it for the first time, and the way to the next (REG-28). */
export function StepGuide({ step, nextLabel }: { step: RegisterStep; nextLabel: string | null }) {
  const { wants, example } = guides[step]
  const next = steps[steps.indexOf(step) + 1]
  return (
    <div className={classes.guide}>
      <p>
        {wants} <span className="dim">Por ejemplo: {example}</span>
      </p>
      {next && nextLabel ? <UiLink href={paths.register({ step: next })}>Siguiente: {nextLabel}</UiLink> : null}
    </div>
  )
}
