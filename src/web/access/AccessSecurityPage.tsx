import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Role, roles } from '#domain/roles.ts'
import { readSecondFactorRules, type SecondFactorRules, saveSecondFactorRules } from '#domain/second-factor/contract.ts'
import { SESSION_LIMITS } from '#domain/session/limits.ts'
import { LOCKOUT } from '#domain/session/lockout.ts'
import { call, messageOf, reading } from '#web/api.ts'
import { Forbidden } from '#web/participant/search/Forbidden.tsx'
import { useMay, useRefreshMe } from '#web/session/useMe.ts'
import { ConfirmModal } from '#web/ui/ConfirmModal.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/Facts.tsx'
import { Loading } from '#web/ui/Loading.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Section } from '#web/ui/Section.tsx'
import { showToast } from '#web/ui/toast.ts'
import { useProved } from '#web/user/security/useProved.tsx'
import classes from './AccessSecurityPage.module.css'

const people: Record<Role, { label: string; plural: string }> = {
  CCI: { label: 'CCI', plural: 'los usuarios del CCI, usted incluido' },
  PROVIDER: { label: 'Proveedores', plural: 'los usuarios de los proveedores' },
  AUDIT: { label: 'Evaluadores', plural: 'los usuarios de los evaluadores' },
  ENTITY: { label: 'Entidades', plural: 'los usuarios de las entidades' },
}

const minutes = (ms: number) => `${ms / 60_000} minutos`

/** /access-security: for which roles the second factor is a must, and the limits of every access. */
export function AccessSecurityPage() {
  return useMay('second-factor.rule') ? <AccessSecurity /> : <Forbidden />
}

function AccessSecurity() {
  const { data, error, refetch, isFetching } = useQuery(reading(readSecondFactorRules))
  return (
    <>
      <PageHeader title="Seguridad de acceso" subtitle="Qué se pide a cada rol para entrar en el portal." />
      <Section title="Verificación en dos pasos" kind="serif">
        <p className={`dim ${classes.intro}`}>
          Cualquier usuario puede activarla en «Seguridad». En los roles que elija aquí es obligatoria: quien no la
          tenga la configura al entrar y, hasta entonces, no se le abre nada más. Rige al momento, también para quien ya
          está dentro.
        </p>
        {data ? (
          <Rules rules={data.secondFactor} />
        ) : error ? (
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Loading height={200} label="Cargando la seguridad de acceso" />
        )}
      </Section>
      <Section title="Límites de todos los accesos" kind="serif">
        <Facts
          facts={[
            { label: 'Sin actividad', value: `La sesión termina a los ${minutes(SESSION_LIMITS.idleMs)}.` },
            { label: 'En total', value: `La sesión termina a las ${SESSION_LIMITS.longestMs / 3_600_000} horas.` },
            {
              label: 'Intentos fallidos',
              value: `${LOCKOUT.guesses} en ${minutes(LOCKOUT.withinMs)} bloquean ese dispositivo ${minutes(LOCKOUT.blockMs)}.`,
            },
          ]}
        />
      </Section>
    </>
  )
}

function Rules({ rules }: { rules: SecondFactorRules }) {
  const client = useQueryClient()
  const refreshMe = useRefreshMe()
  const proved = useProved()
  const [asked, setAsked] = useState<{ role: Role; required: boolean } | null>(null)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const close = () => {
    setAsked(null)
    setFailure(null)
  }
  const save = async () => {
    if (!asked) return
    setWorking(true)
    setFailure(null)
    try {
      const body = { secondFactor: { ...rules, [asked.role]: asked.required } }
      const saved = await proved.run(() => call(saveSecondFactorRules, { body }))
      if (saved) {
        client.setQueryData(reading(readSecondFactorRules).queryKey, saved)
        close()
        showToast({ title: 'Seguridad de acceso guardada' })
        // CCI itself may now have to set one up first.
        await refreshMe()
      }
    } catch (problem) {
      setFailure(messageOf(problem))
    } finally {
      setWorking(false)
    }
  }
  return (
    <div className={classes.rules}>
      {roles.map(role => (
        <Switch
          key={role}
          label={people[role].label}
          description={rules[role] ? 'Obligatoria' : 'Voluntaria'}
          checked={rules[role]}
          onChange={() => setAsked({ role, required: !rules[role] })}
        />
      ))}
      <ConfirmModal
        opened={asked !== null}
        onClose={close}
        title={asked?.required ? 'Hacerla obligatoria' : 'Hacerla voluntaria'}
        consequence={
          asked?.required
            ? 'Quien no la tenga deberá configurarla antes de seguir, también en las sesiones abiertas.'
            : 'Quien la tenga la conserva, y podrá quitarla.'
        }
        onConfirm={() => void save()}
        confirmLabel={asked?.required ? 'Hacer obligatoria' : 'Hacer voluntaria'}
        loading={working}
        submitError={failure}
      >
        La verificación en dos pasos será {asked?.required ? 'obligatoria' : 'voluntaria'} para{' '}
        <b>{asked ? people[asked.role].plural : ''}</b>.
      </ConfirmModal>
      {proved.dialog}
    </div>
  )
}
