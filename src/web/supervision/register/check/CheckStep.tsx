import { useState } from 'react'
import { FIRST_REFERENCE, lastReference, referenceDateFault } from '#domain/supervision/register/as-of.ts'
import type { FaultWire, LintWire } from '#domain/supervision/register/contract.ts'
import { levelText } from '#domain/supervision/register/group/level.ts'
import type { Severity } from '#domain/supervision/register/lint/rule.ts'
import { blockedText, breachSeverities, breachSeverityLabels } from '#domain/supervision/register/lint/rule.ts'
import { formatDay } from '#domain/values/day.ts'
import { messageOf } from '#web/api/api.ts'
import { useMe } from '#web/session/useMe.ts'
import { AskProvider } from '#web/supervision/register/check/AskProvider.tsx'
import { FaultList } from '#web/supervision/register/check/FaultList.tsx'
import { Feedback } from '#web/supervision/register/check/Feedback.tsx'
import { ProviderChanges } from '#web/supervision/register/check/ProviderChanges.tsx'
import { MissingClauses } from '#web/supervision/register/clause/MissingClauses.tsx'
import { useLint } from '#web/supervision/register/useLint.ts'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { DateField } from '#web/ui/form/DateField.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { Segments } from '#web/ui/layout/Segments.tsx'
import classes from '../register.module.css'

/** What the portal can check. */
const checked = breachSeverities.filter(severity => severity !== 'UNKNOWN')
const list = new Intl.ListFormat('es', { type: 'conjunction' })

/** Step 5 of the register: what is wrong, grouped by who can put it right (DORA-19). */
export function CheckStep() {
  const { today } = useMe()
  const [date, setDate] = useState<string | null>(null)
  const fault = date === null ? null : referenceDateFault(date, today)
  const { data, error, refetch, isFetching, faults } = useLint(fault === null ? date : null)
  if (error && !data) return <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
  if (!data) return <Loading height={420} label="Comprobando el registro" />
  return (
    <div className="stack">
      <div className={classes.make}>
        <DateField
          label="Fecha de referencia"
          description="Sin ella se comprueba todo lo que hay."
          value={date}
          onChange={setDate}
          min={FIRST_REFERENCE}
          max={lastReference(today)}
          error={fault}
        />
      </div>
      {data.groupSize > 0 ? <p className="small dim">{levelText(data.groupSize)}.</p> : null}
      <LeftOut references={data.leftOut} />
      <ProviderChanges />
      <Checked lint={data} faults={faults} />
      <Feedback />
      <MissingClauses />
    </div>
  )
}

/** How many contracts are named. */
const NAMED = 10

/** The contracts that begin after the reference date. */
export function LeftOut({ references }: { references: readonly string[] }) {
  if (references.length === 0) return null
  const more = references.length - NAMED
  const named = list.format([...references.slice(0, NAMED), ...(more > 0 ? [`${more} más`] : [])])
  return (
    <p className="small dim">
      {references.length === 1 ? 'Queda fuera un contrato que empieza' : 'Quedan fuera contratos que empiezan'} después
      de la fecha de referencia: {named}.
    </p>
  )
}

function Checked({ lint, faults }: { lint: LintWire; faults: readonly FaultWire[] }) {
  const [severity, setSeverity] = useState<Severity | ''>('')
  const { counts, providers, uncompared } = lint
  const known = faults.filter(each => each.severity !== 'UNKNOWN' && (!severity || each.severity === severity))
  const of = (owner: FaultWire['owner']) => known.filter(each => each.owner === owner)
  const all = checked.reduce((sum, each) => sum + counts[each], 0)
  const own = of('BANK')
  const theirs = of('PROVIDER')
  const unnamed = theirs.filter(({ providerId }) => providerId === null)
  const centre = of('CCI')
  return (
    <div className="stack">
      <Verdict counts={counts} all={all} />
      <p className="small dim">{gleifText(lint.gleif)}</p>
      {all > 0 ? (
        <div className={classes.counts}>
          <Segments
            label="Gravedad"
            value={severity}
            onChange={value => setSeverity(value as Severity | '')}
            segments={[
              { value: '', label: 'Todas', count: all },
              ...checked.map(value => ({ value, label: breachSeverityLabels[value], count: counts[value] })),
            ]}
          />
        </div>
      ) : null}
      {own.length > 0 ? (
        <Section kind="label" title={`LO CORRIGE SU ENTIDAD (${own.length})`}>
          <FaultList label="Lo corrige su entidad" faults={own} />
        </Section>
      ) : null}
      {theirs.length > 0 ? (
        <Section kind="label" title={`LO CORRIGEN LOS PROVEEDORES (${theirs.length})`}>
          {providers.map(provider => {
            const its = theirs.filter(({ providerId }) => providerId === provider.id)
            return its.length === 0 ? null : (
              <section key={provider.id} className={classes.provider} aria-label={provider.name}>
                <div className={classes.bar}>
                  <h3>{provider.name}</h3>
                  <AskProvider provider={provider} />
                </div>
                <FaultList label={`Lo corrige ${provider.name}`} faults={its} />
              </section>
            )
          })}
          {unnamed.length > 0 ? <FaultList label="De otros proveedores" faults={unnamed} /> : null}
        </Section>
      ) : null}
      {centre.length > 0 ? (
        <Section kind="label" title={`LO CORRIGE EL CCI (${centre.length})`}>
          <p className="small dim">Son empresas comunes a varios proveedores: dígaselo al CCI.</p>
          <FaultList label="Lo corrige el CCI" faults={centre} />
        </Section>
      ) : null}
      <Section kind="label" title="LO QUE EL PORTAL NO PUEDE COMPROBAR">
        <FaultList label="No se puede comprobar aquí" faults={faults.filter(each => each.severity === 'UNKNOWN')} />
        {uncompared.length > 0 ? (
          <p className="small dim">
            Listas de la edición {lint.edition} sin comparar todavía con las que publica la ABE:{' '}
            {list.format(uncompared)}. Compárelas antes de presentar el registro.
          </p>
        ) : null}
      </Section>
    </div>
  )
}

/** What LEIs are checked with (REG-23). */
function gleifText(gleif: LintWire['gleif']): string {
  if (!gleif) return 'El CCI no ha cargado los datos de GLEIF: de los LEI se comprueba solo cómo están escritos.'
  const what = gleif.isWhole ? 'los datos' : 'una parte de los datos'
  return `Los LEI se comprueban con ${what} que GLEIF publicó el ${formatDay(gleif.on)} y cargó el CCI.`
}

function Verdict({ counts, all }: { counts: LintWire['counts']; all: number }) {
  if (counts.BLOCKING > 0) {
    return (
      <Message kind="error" title={blockedText(counts.BLOCKING)}>
        {counts.BLOCKING === 1 ? 'Corríjalo' : 'Corríjalos'} antes de presentarlo.
      </Message>
    )
  }
  if (all === 0) return <Message kind="done" title="El portal no encuentra ningún error" />
  return (
    <Message kind="info" title="Nada impide presentarlo">
      Quedan errores que la autoridad señalaría o sobre los que preguntaría.
    </Message>
  )
}
