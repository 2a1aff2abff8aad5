import { Anchor, Button } from '@mantine/core'
import { IconDeviceMobile, IconKey } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import { t } from '#domain/language/translate.ts'
import { AuthFrame } from '#web/identity/auth/AuthFrame.tsx'
import { SessionGate } from '#web/identity/auth/SessionGate.tsx'
import { RecoveryCodes } from '#web/identity/user/security/RecoveryCodes.tsx'
import { useEnrolment } from '#web/identity/user/security/useEnrolment.tsx'
import { OwnLanguage } from '#web/session/language/OwnLanguage.tsx'
import { leavePortal } from '#web/session/leave.ts'
import { useRefreshMe } from '#web/session/useMe.ts'

/** Users who must have a second factor set it up before any other screen opens. */
export function SecondFactorPage() {
  const [shown, setShown] = useState<{ codes: string[]; account: string } | null>(null)
  // The codes are shown once. The gate moves on as soon as the factor exists, so it waits for them.
  if (shown) {
    return (
      <AuthFrame title={t('Códigos de recuperación')} subtitle={t('La verificación en dos pasos está activada.')}>
        <RecoveryCodes codes={shown.codes} account={shown.account} onKept={() => setShown(null)} />
      </AuthFrame>
    )
  }
  return (
    <SessionGate admits={({ next }) => next === 'second-factor'}>
      {me => <Enrol me={me} onCodes={codes => setShown({ codes, account: me.email })} />}
    </SessionGate>
  )
}

function Enrol({ me, onCodes }: { me: Me; onCodes: (codes: string[]) => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const refreshMe = useRefreshMe()
  const enrolment = useEnrolment(codes => {
    if (codes) onCodes(codes)
    // The gate leads to the next step that the server reports.
    void refreshMe()
  })
  return (
    <AuthFrame
      language={<OwnLanguage />}
      title={t('Verificación en dos pasos')}
      subtitle={t`El CCI la pide a los usuarios de su rol. Configúrela para continuar, ${me.name || me.email}.`}
    >
      <div className="stack">
        <p>{t('Elija qué pedirá el portal además de su contraseña. Después podrá añadir otra en «Mi cuenta».')}</p>
        <Button
          variant="filled"
          fullWidth
          leftSection={<IconDeviceMobile />}
          loading={enrolment.starting}
          onClick={() => void enrolment.startApp()}
        >
          {t('Una aplicación de autenticación')}
        </Button>
        <Button fullWidth leftSection={<IconKey />} onClick={enrolment.startPasskey}>
          {t('Una llave de acceso')}
        </Button>
        <p>
          <Anchor
            component="button"
            type="button"
            underline="always"
            onClick={() => void leavePortal(client, to => navigate({ to }))}
          >
            {t('Cerrar sesión')}
          </Anchor>
        </p>
      </div>
      {enrolment.dialogs}
    </AuthFrame>
  )
}
