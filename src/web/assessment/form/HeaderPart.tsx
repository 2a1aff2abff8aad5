import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { Header, Opinion, Standard, Subservices } from '#domain/assessment/header.ts'
import {
  headerFaults,
  headerLabels,
  missingHeader,
  opinionLabels,
  opinions,
  SCOPE_MAX,
  standardLabels,
  standards,
  subserviceChoices,
  subserviceLabels,
  USER_CONTROLS_MAX,
} from '#domain/assessment/header.ts'
import { t } from '#domain/language/translate.ts'
import { formatRating, parseRating } from '#domain/values/rating.ts'
import { characterCount } from '#domain/values/text.ts'
import type { Head } from '#web/assessment/form/useSaving.ts'
import { RatingChoice } from '#web/report-request/score/RatingChoice.tsx'
import { useMe } from '#web/session/useMe.ts'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { dayFault } from '#web/ui/time/dates.ts'
import classes from './form.module.css'

type Props = { head: Head; closed: boolean; onChange: (changes: Partial<Head>) => void }

export const headId = (field: keyof Header) => `evaluacion-${field}`

/** What an evaluation says beside its answers (DICT-06). */
export function HeaderPart({ head, closed, onChange }: Props) {
  const { today } = useMe()
  const faults = headerFaults(head, today)
  const missing = new Set(missingHeader(head))
  const field = (name: keyof Header) => ({
    id: headId(name),
    label: t(headerLabels[name]),
    error: faults[name] ?? null,
  })
  const choice = <V extends string>(
    name: 'standard' | 'opinion' | 'subservices',
    values: readonly V[],
    labels: Record<V, string>,
  ) => (
    <NativeSelect
      {...field(name)}
      required
      disabled={closed}
      value={head[name] ?? ''}
      onChange={event => onChange({ [name]: event.currentTarget.value || null })}
      data={[{ value: '', label: t('Elija') }, ...values.map(value => ({ value, label: t(labels[value]) }))]}
    />
  )
  const day = (name: 'periodFrom' | 'periodTo' | 'reportDate', description?: string) => (
    <Day
      {...field(name)}
      required={name !== 'periodTo'}
      readOnly={closed}
      description={description}
      value={head[name]}
      onChange={value => onChange({ [name]: value })}
    />
  )
  return (
    <div className={`stack ${classes.head}`}>
      <p className="dim">
        {missing.size === 0
          ? t('Los datos están completos.')
          : t`Para confirmar faltan: ${[...missing].map(name => t(headerLabels[name]).toLowerCase()).join(', ')}.`}
      </p>
      <CountedTextarea
        {...field('scope')}
        required
        autosize
        minRows={3}
        readOnly={closed}
        description={t('Qué servicio, sedes y sistemas abarca la evaluación.')}
        value={head.scope}
        count={characterCount(head.scope)}
        max={SCOPE_MAX}
        onChange={scope => onChange({ scope })}
      />
      <div className="fields">
        <div data-span="3">{choice<Standard>('standard', standards, standardLabels)}</div>
        <div data-span="3">{choice<Opinion>('opinion', opinions, opinionLabels)}</div>
        <div data-span="2">{day('periodFrom')}</div>
        <div data-span="2">{day('periodTo', t('Vacío si es a una fecha.'))}</div>
        <div data-span="2">{day('reportDate')}</div>
        <div data-span="3">{choice<Subservices>('subservices', subserviceChoices, subserviceLabels)}</div>
      </div>
      <CountedTextarea
        {...field('userControls')}
        autosize
        minRows={3}
        readOnly={closed}
        description={t('Lo que la entidad debe hacer por su parte para que los controles del proveedor basten.')}
        value={head.userControls}
        count={characterCount(head.userControls)}
        max={USER_CONTROLS_MAX}
        onChange={userControls => onChange({ userControls })}
      />
      {closed ? null : (
        <div className={classes.target}>
          <h2 className="label">{t('NIVEL OBJETIVO')}</h2>
          <p className={`small dim ${classes.hint}`}>
            {t('Decide qué controles se preguntan. Las respuestas a los que deja de pedir se conservan.')}
          </p>
          <RatingChoice
            label={t('Nivel objetivo')}
            demand={false}
            levels={parseRating(head.target) ?? []}
            onChange={levels => onChange({ target: formatRating(levels) })}
          />
        </div>
      )}
    </div>
  )
}

type DayProps = {
  id: string
  label: string
  error: string | null
  required: boolean
  readOnly: boolean
  description?: string | undefined
  value: string | null
  onChange: (value: string | null) => void
}

/** Says of a day that cannot be read that it is wrong, once the field is left. */
function Day({ onChange, error, ...props }: DayProps) {
  const [text, setText] = useState('')
  const [typing, setTyping] = useState(false)
  return (
    <DateField
      {...props}
      error={typing ? null : (error ?? dayFault(text))}
      onChange={(value, typed) => {
        setText(typed)
        setTyping(true)
        onChange(value)
      }}
      onBlur={() => setTyping(false)}
    />
  )
}
