import { Switch } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type Role, roles } from '#domain/identity/roles.ts'
import {
  readSecondFactorRules,
  type SecondFactorRules,
  type SecondFactorRulesAnswer,
  saveSecondFactorRules,
} from '#domain/identity/second-factor/contract.ts'
import { factorRuleFacts } from '#domain/identity/second-factor/facts.ts'
import { SESSION_LIMITS } from '#domain/identity/session/limits.ts'
import { LOCKOUT } from '#domain/identity/session/lockout.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { FourEyesSwitch } from '#web/identity/access/TwoPeopleSwitch.tsx'
import { WatermarkSwitch } from '#web/identity/access/WatermarkSwitch.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { useRefreshMe } from '#web/session/useMe.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { PageHeader } from '#web/ui/layout/PageHeader.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './AccessSecurityPage.module.css'

const people: Record<Role, { label: string; plural: string }> = {
  CCI: { label: 'CCI', plural: 'los usuarios del CCI, usted incluido' },
  PROVIDER: { label: 'Proveedores', plural: 'los usuarios de los proveedores' },
  AUDIT: { label: 'Evaluadores', plural: 'los usuarios de los evaluadores' },
  ENTITY: { label: 'Entidades', plural: 'los usuarios de las entidades' },
}

const minutes = (ms: number) => `${ms / 60_000} minutos`

/**
 * /access-security: the roles that need a second factor, the watermark, four-eyes approval, and all rate and access
 * limits.
 */
export function AccessSecurityPage() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readSecondFactorRules))
  return (
    <>
      <PageHeader
        title="Seguridad de acceso"
        subtitle="Qué se pide para entrar en el portal, con qué marca se leen sus documentos y qué necesita a dos personas."
      />
      <Section title="Verificación en dos pasos" kind="serif">
        <p className={`dim ${classes.intro}`}>
          Cualquier usuario puede activarla en «Mi cuenta». En los roles que elija aquí es obligatoria: quien no la
          tenga la configura al entrar y, hasta entonces, no se le abre nada más. Rige al momento, también para quien ya
          está dentro.
        </p>
        {data ? (
          <Rules rules={data.secondFactor} version={data.version} />
        ) : error ? (
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        ) : (
          <Loading height={200} label="Cargando la seguridad de acceso" />
        )}
      </Section>
      <WatermarkSwitch />
      <FourEyesSwitch />
      <Section title="Límites de todos los accesos" kind="serif">
        <DescriptionList
          facts={[
            {
              label: 'Con el portal abierto',
              value: `La sesión sigue, aunque no se use, hasta ${SESSION_LIMITS.longestMs / 3_600_000} horas después de entrar. Dos minutos antes del final, el portal lo avisa.`,
            },
            {
              label: 'Sin el portal abierto',
              value: `La sesión termina a los ${minutes(SESSION_LIMITS.idleMs)} de cerrar la última pestaña o de apagar el equipo.`,
            },
            {
              label: 'Intentos fallidos',
              value: `${LOCKOUT.attempts} en ${minutes(LOCKOUT.withinMs)} bloquean ese dispositivo ${minutes(LOCKOUT.blockMs)}.`,
            },
          ]}
        />
      </Section>
    </>
  )
}

function Rules({ rules, version }: { rules: SecondFactorRules } & Pick<SecondFactorRulesAnswer, 'version'>) {
  const conflict = useConflict()
  const client = useQueryClient()
  const refreshMe = useRefreshMe()
  const proved = useRecentAuth()
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
      const outcome = await proved.run(() =>
        conflict.send({
          version,
          base: factorRuleFacts(rules),
          // The fields that this user did not change keep the other user's values.
          attempt: async (begun, now) => {
            const saved = Object.keys(now).length > 0 ? (await call(readSecondFactorRules)).secondFactor : rules
            const secondFactor = { ...saved, [asked.role]: asked.required }
            return call(saveSecondFactorRules, { body: { secondFactor, version: begun } })
          },
        }),
      )
      if (outcome?.taken) {
        close()
        await client.invalidateQueries({ queryKey: [readSecondFactorRules.name] })
      }
      if (outcome?.sent) {
        client.setQueryData(queryOptions(readSecondFactorRules).queryKey, outcome.sent)
        close()
        showToast({ title: 'Seguridad de acceso guardada' })
        // CCI may now have to set up its own second factor first.
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
      {conflict.window}
    </div>
  )
}
