import { Button, Tabs } from '@mantine/core'
import { IconFileImport } from '@tabler/icons-react'
import { useState } from 'react'
import { messageOf } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { ArrangementsStep } from '#web/supervision/register/ArrangementsStep.tsx'
import { CheckStep } from '#web/supervision/register/check/CheckStep.tsx'
import { useLists } from '#web/supervision/register/edition/useLists.ts'
import { EntityStep } from '#web/supervision/register/entity/EntityStep.tsx'
import { FunctionsStep } from '#web/supervision/register/FunctionsStep.tsx'
import { ImportRegisterModal } from '#web/supervision/register/ImportRegisterModal.tsx'
import { LinesStep } from '#web/supervision/register/LinesStep.tsx'
import { PackagesStep } from '#web/supervision/register/package/PackagesStep.tsx'
import { StepGuide } from '#web/supervision/register/StepGuide.tsx'
import { RegisterPaper } from '#web/supervision/register/summary/RegisterPaper.tsx'
import { type RegisterStep, registerStepLabels, steps, useRegisterPlace } from '#web/supervision/register/useEntries.ts'
import { stepOf, useLint } from '#web/supervision/register/useLint.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import classes from './register.module.css'

const parts: Record<RegisterStep, () => React.ReactNode> = {
  entity: EntityStep,
  functions: FunctionsStep,
  arrangements: ArrangementsStep,
  lines: LinesStep,
  check: CheckStep,
  packages: PackagesStep,
}

/** /register: the bank's register of information, in six steps to a file that the authority takes. */
export function RegisterPage() {
  const { data, error, refetch, isFetching } = useLists()
  const [importing, setImporting] = useState(false)
  return (
    <>
      <PageHeader
        title="Registro de información"
        subtitle="Los contratos de servicios de TIC de su entidad, como los pide la autoridad. Solo su entidad lo lee."
        actions={
          <>
            <UiLink href={paths.registerSummary()}>Resumen</UiLink>
            <Button leftSection={<IconFileImport />} onClick={() => setImporting(true)}>
              Importar
            </Button>
          </>
        }
      />
      {data ? (
        <Steps />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={420} label="Cargando el registro" />
      )}
      <ImportRegisterModal opened={importing} onClose={() => setImporting(false)} />
    </>
  )
}

function Steps() {
  const { step, go } = useRegisterPlace()
  const { data, faults } = useLint(null)
  const noteOf = (of: RegisterStep): string | null => {
    if (!data || of === 'packages') return null
    const count =
      of === 'check'
        ? data.counts.BLOCKING + data.counts.ERROR + data.counts.WARNING
        : faults.filter(each => stepOf(each) === of).length
    if (count === 0) return of === 'check' ? 'sin errores' : null
    return count === 1 ? '1 error' : `${count} errores`
  }
  return (
    <>
      <Tabs
        value={step}
        onChange={value => go({ step: value as RegisterStep })}
        keepMounted={false}
        className={classes.screen}
      >
        <Tabs.List aria-label="Pasos del registro" className={classes.steps}>
          {steps.map((each, index) => {
            const note = noteOf(each)
            return (
              <Tabs.Tab key={each} value={each}>
                <b>{index + 1}</b>
                {registerStepLabels[each]}
                {note ? <small> {note}</small> : null}
              </Tabs.Tab>
            )
          })}
        </Tabs.List>
        {steps.map((each, index) => {
          const Part = parts[each]
          const next = steps[index + 1]
          return (
            <Tabs.Panel key={each} value={each}>
              <StepGuide step={each} nextLabel={next ? registerStepLabels[next] : null} />
              <Part />
            </Tabs.Panel>
          )
        })}
      </Tabs>
      <RegisterPaper />
    </>
  )
}
