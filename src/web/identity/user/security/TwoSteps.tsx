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
import { factorRemovalRefusal, hasFactor } from '#domain/identity/second-factor/second-factor.ts'
import { listSessions } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { sentence } from '#domain/messages.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { RecoveryCodes } from '#web/identity/user/security/RecoveryCodes.tsx'
import { useEnrolment } from '#web/identity/user/security/useEnrolment.tsx'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { Dialog } from '#web/ui/dialog/Dialog.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { Ledger, LedgerLine } from '#web/ui/form/DescriptionList.tsx'
import { Words } from '#web/ui/language/Words.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import { RelativeTime } from '#web/ui/time/RelativeTime.tsx'
import classes from './TwoSteps.module.css'

/** Own second factor: app, passkeys and recovery codes. */
export function TwoSteps() {
  const { data, error, refetch, isFetching } = useQuery(queryOptions(readSecondFactor))
  return (
    <Section title={t('Verificación en dos pasos')} kind="serif">
      <p
        className={`dim ${classes.intro}`}
      >{t`Además de la contraseña, algo que solo usted tiene. Así, quien averigüe su contraseña no entra.${data?.required ? t(' El CCI la pide a todos los usuarios de su rol.') : ''}`}</p>
      {data ? (
        <Factors data={data} />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <Loading height={220} label={t('Cargando la verificación en dos pasos')} />
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
    showToast({ title: t('Verificación en dos pasos activada') })
    void refresh()
  })
  const factors = { totp: data.totp !== null, passkeys: data.passkeys.length }
  const refusal = factorRemovalRefusal(factors, data.required)
  const blocked = refusal && sentence(refusal)
  const last = Number(factors.totp) + factors.passkeys === 1

  const renew = async () => {
    setWorking(true)
    try {
      const renewed = await proved.run(() => call(renewRecoveryCodes))
      if (renewed) setCodes(renewed.recoveryCodes)
      await refresh()
    } catch (problem) {
      showToast({ kind: 'error', title: t('No se han generado'), text: messageOf(problem) })
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
        showToast({ title: t('Quitada'), text: what })
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
        <LedgerLine label={t('Aplicación')}>
          <div className={classes.line}>
            <span>
              {data.totp ? (
                <Words of={t('Activada el {0}')}>
                  <RelativeTime value={data.totp} withTime />
                </Words>
              ) : (
                <span className="dim">{t('Un código de seis cifras en su teléfono. Sin activar.')}</span>
              )}
            </span>
            <span className="row wrap">
              <Button size="xs" loading={enrolment.starting} onClick={() => void enrolment.startApp()}>
                {data.totp ? t('Cambiar de aplicación') : t('Activar aplicación')}
              </Button>
              {data.totp ? (
                <ActionButton
                  size="xs"
                  color="red"
                  reason="tooltip"
                  blocked={blocked}
                  onClick={() =>
                    setRemoval({ what: t('La aplicación de autenticación'), work: () => call(removeTotp), last })
                  }
                >
                  {t('Quitar aplicación')}
                </ActionButton>
              ) : null}
            </span>
          </div>
        </LedgerLine>
        <LedgerLine label={t('Llaves de acceso')}>
          <ul className={classes.keys} aria-label={t('Llaves de acceso')}>
            {data.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
              <li key={id} className={classes.line}>
                <span>
                  <b>{name}</b>{' '}
                  <span className="small dim">
                    <Words of={lastUsedAt ? t('desde el {0}, usada {1}') : t('desde el {0}')}>
                      <RelativeTime value={createdAt} />
                      {lastUsedAt ? <RelativeTime value={lastUsedAt} withTime flip /> : null}
                    </Words>
                  </span>
                </span>
                <ActionButton
                  size="xs"
                  color="red"
                  reason="tooltip"
                  blocked={blocked}
                  aria-label={t`Quitar la llave ${name}`}
                  onClick={() =>
                    setRemoval({
                      what: t`La llave «${name}»`,
                      work: () => call(removePasskey, { params: { id } }),
                      last,
                    })
                  }
                >
                  {t('Quitar')}
                </ActionButton>
              </li>
            ))}
          </ul>
          <div className={classes.line}>
            <span className="dim">{t('Una llave USB, o la huella, la cara o el PIN de un dispositivo.')}</span>
            <Button size="xs" onClick={enrolment.startPasskey}>
              {t('Añadir llave')}
            </Button>
          </div>
        </LedgerLine>
        {hasFactor(factors) ? (
          <LedgerLine label={t('Códigos de recuperación')}>
            <div className={classes.line}>
              <span>
                {data.recoveryCodesLeft === 1 ? t('Le queda 1.') : t`Le quedan ${data.recoveryCodesLeft}.`}{' '}
                <span className="dim">{t('Para entrar si pierde lo demás.')}</span>
              </span>
              <Button size="xs" loading={working && removal === null} onClick={() => void renew()}>
                {t('Generar otros')}
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
        title={t('Quitar de la verificación en dos pasos')}
        consequence={
          removal?.last
            ? t('Era la última: entrará solo con su contraseña, y los códigos de recuperación dejan de valer.')
            : t('Seguirá entrando con lo que le queda.')
        }
        onConfirm={() => removal && void remove(removal)}
        confirmLabel={t('Quitar')}
        danger
        loading={working}
        submitError={failure}
      >
        <Words of={t('¿Quitar {0}?')}>
          <b>{removal?.what}</b>
        </Words>
      </ConfirmModal>
      {proved.dialog}
      <Dialog opened={codes !== null} onClose={() => setCodes(null)} title={t('Códigos de recuperación')} locked>
        {codes ? <RecoveryCodes codes={codes} account={email} onKept={() => setCodes(null)} /> : null}
      </Dialog>
    </div>
  )
}
