import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  readSecondFactor,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  type SecondFactorWire,
} from '#domain/identity/second-factor/contract.ts'
import { hasFactor, removalRefusal } from '#domain/identity/second-factor/second-factor.ts'
import { listSessions } from '#domain/identity/session/contract.ts'
import { sentence } from '#domain/messages.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useMe } from '#web/identity/session/useMe.ts'
import { RecoveryCodes } from '#web/identity/user/security/RecoveryCodes.tsx'
import { useEnrolment } from '#web/identity/user/security/useEnrolment.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Ledger, LedgerLine } from '#web/ui/form/DescriptionList.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './TwoSteps.module.css'

/** Own second factor: app, passkeys and recovery codes. */
export function TwoSteps() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readSecondFactor))
  return (
    <Section title="Verificación en dos pasos" kind="serif">
      <p className={`dim ${classes.intro}`}>
        Además de la contraseña, algo que solo usted tiene. Así, quien averigüe su contraseña no entra.
        {data?.required ? ' El CCI la pide a todos los usuarios de su rol.' : ''}
      </p>
      {data ? (
        <Factors data={data} />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={220} label="Cargando la verificación en dos pasos" />
      )}
    </Section>
  )
}

type Removal = { what: string; work: () => Promise<unknown>; last: boolean }

function Factors({ data }: { data: SecondFactorWire }) {
  const { email } = useMe()
  const client = useQueryClient()
  const proved = useRecentAuth()
  const [codes, setCodes] = useState<string[] | null>(null)
  const [removal, setRemoval] = useState<Removal | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [working, setWorking] = useState(false)
  // A change ends the other sessions.
  const refresh = () =>
    Promise.all([readSecondFactor, listSessions].map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
  const enrolment = useEnrolment(recoveryCodes => {
    setCodes(recoveryCodes)
    showToast({ title: 'Verificación en dos pasos activada' })
    void refresh()
  })
  const factors = { totp: data.totp !== null, passkeys: data.passkeys.length }
  const refusal = removalRefusal(factors, data.required)
  const blocked = refusal && sentence(refusal)
  const last = Number(factors.totp) + factors.passkeys === 1

  const renew = async () => {
    setWorking(true)
    try {
      const renewed = await proved.run(() => call(renewRecoveryCodes))
      if (renewed) setCodes(renewed.recoveryCodes)
      await refresh()
    } catch (problem) {
      showToast({ kind: 'error', title: 'No se han generado', text: messageOf(problem) })
    } finally {
      setWorking(false)
    }
  }
  const remove = async ({ work, what }: Removal) => {
    setWorking(true)
    setFailure(null)
    try {
      const done = await proved.run(async () => {
        await work()
        return true
      })
      if (done) {
        setRemoval(null)
        showToast({ title: 'Quitada', text: what })
      }
      await refresh()
    } catch (problem) {
      setFailure(messageOf(problem))
    } finally {
      setWorking(false)
    }
  }

  return (
    <div className={classes.lines}>
      <Ledger>
        <LedgerLine label="Aplicación">
          <div className={classes.line}>
            <span>
              {data.totp ? (
                <>
                  Activada el <RelativeTime value={data.totp} withTime />
                </>
              ) : (
                <span className="dim">Un código de seis cifras en su teléfono. Sin activar.</span>
              )}
            </span>
            <span className="row wrap">
              <Button size="xs" loading={enrolment.starting} onClick={() => void enrolment.startApp()}>
                {data.totp ? 'Cambiar de aplicación' : 'Activar aplicación'}
              </Button>
              {data.totp ? (
                <ActionButton
                  size="xs"
                  color="red"
                  reason="tooltip"
                  blocked={blocked}
                  onClick={() =>
                    setRemoval({ what: 'La aplicación de autenticación', work: () => call(removeTotp), last })
                  }
                >
                  Quitar aplicación
                </ActionButton>
              ) : null}
            </span>
          </div>
        </LedgerLine>
        <LedgerLine label="Llaves de acceso">
          <ul className={classes.keys} aria-label="Llaves de acceso">
            {data.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
              <li key={id} className={classes.line}>
                <span>
                  <b>{name}</b>{' '}
                  <span className="small dim">
                    desde el <RelativeTime value={createdAt} />
                    {lastUsedAt ? (
                      <>
                        , usada <RelativeTime value={lastUsedAt} withTime flip />
                      </>
                    ) : null}
                  </span>
                </span>
                <ActionButton
                  size="xs"
                  color="red"
                  reason="tooltip"
                  blocked={blocked}
                  aria-label={`Quitar la llave ${name}`}
                  onClick={() =>
                    setRemoval({
                      what: `La llave «${name}»`,
                      work: () => call(removePasskey, { params: { id } }),
                      last,
                    })
                  }
                >
                  Quitar
                </ActionButton>
              </li>
            ))}
          </ul>
          <div className={classes.line}>
            <span className="dim">Una llave USB, o la huella, la cara o el PIN de un dispositivo.</span>
            <Button size="xs" onClick={enrolment.startPasskey}>
              Añadir llave
            </Button>
          </div>
        </LedgerLine>
        {hasFactor(factors) ? (
          <LedgerLine label="Códigos de recuperación">
            <div className={classes.line}>
              <span>
                {data.recoveryCodesLeft === 1 ? 'Le queda 1.' : `Le quedan ${data.recoveryCodesLeft}.`}{' '}
                <span className="dim">Para entrar si pierde lo demás.</span>
              </span>
              <Button size="xs" loading={working && removal === null} onClick={() => void renew()}>
                Generar otros
              </Button>
            </div>
          </LedgerLine>
        ) : null}
      </Ledger>
      {enrolment.dialogs}
      <ConfirmModal
        opened={removal !== null}
        onClose={() => {
          setRemoval(null)
          setFailure(null)
        }}
        title="Quitar de la verificación en dos pasos"
        consequence={
          removal?.last
            ? 'Era la última: entrará solo con su contraseña, y los códigos de recuperación dejan de valer.'
            : 'Seguirá entrando con lo que le queda.'
        }
        onConfirm={() => removal && void remove(removal)}
        confirmLabel="Quitar"
        danger
        loading={working}
        submitError={failure}
      >
        ¿Quitar <b>{removal?.what}</b>?
      </ConfirmModal>
      {proved.dialog}
      <Dialog opened={codes !== null} onClose={() => setCodes(null)} title="Códigos de recuperación" locked>
        {codes ? <RecoveryCodes codes={codes} account={email} onKept={() => setCodes(null)} /> : null}
      </Dialog>
    </div>
  )
}
