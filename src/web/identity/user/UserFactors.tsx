import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readSecondFactorOfUser, removeSecondFactorOfUser } from '#domain/identity/second-factor/contract.ts'
import { hasFactor } from '#domain/identity/second-factor/second-factor.ts'
import { listSessionsOfUser } from '#domain/identity/session/contract.ts'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'
import { userName } from '#web/identity/user/userWords.ts'
import { useMe } from '#web/session/useMe.ts'
import { ConfirmModal } from '#web/ui/dialog/ConfirmModal.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { showToast } from '#web/ui/feedback/toast.ts'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

/** Second factor of a user; CCI removes it when the user has lost it. */
export function UserFactors({ user }: { user: UserWire }) {
  const client = useQueryClient()
  const params = { key: user.id }
  const { data, error } = useQuery(queryOptions(readSecondFactorOfUser, { params }))
  const own = useMe().userId === user.id
  const proved = useRecentAuth()
  const [asking, setAsking] = useState(false)
  const [working, setWorking] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const remove = async () => {
    setWorking(true)
    setFailure(null)
    try {
      const done = await proved.run(async () => {
        await call(removeSecondFactorOfUser, { params })
        return true
      })
      if (!done) return
      setAsking(false)
      showToast({ title: 'Verificación en dos pasos quitada', text: userName(user) })
      const touched = [readSecondFactorOfUser, listSessionsOfUser]
      await Promise.all(touched.map(({ name }) => client.invalidateQueries({ queryKey: [name] })))
    } catch (problem) {
      setFailure(messageOf(problem))
    } finally {
      setWorking(false)
    }
  }
  const factors = data && { totp: data.totp !== null, passkeys: data.passkeys }
  return (
    <Section
      title="Verificación en dos pasos"
      kind="label"
      actions={
        factors && hasFactor(factors) && !own ? (
          <Button size="xs" color="red" onClick={() => setAsking(true)}>
            Quitar verificación
          </Button>
        ) : null
      }
    >
      {error ? <Message kind="error">{messageOf(error)}</Message> : null}
      {!factors ? (
        error ? null : (
          <Loading height={60} label="Cargando la verificación en dos pasos" />
        )
      ) : hasFactor(factors) ? (
        <DescriptionList
          facts={[
            { label: 'Aplicación', value: factors.totp ? 'Activada' : 'No' },
            { label: 'Llaves de acceso', value: String(factors.passkeys) },
            { label: 'Códigos de recuperación', value: String(data.recoveryCodesLeft) },
          ]}
        />
      ) : (
        <p className="dim">No la tiene configurada.</p>
      )}
      <ConfirmModal
        opened={asking}
        onClose={() => {
          setAsking(false)
          setFailure(null)
        }}
        title="Quitar verificación"
        consequence="Asegúrese antes de que es la persona quien lo pide. Sus sesiones terminan y se le avisa por correo."
        onConfirm={() => void remove()}
        confirmLabel="Quitar verificación"
        danger
        loading={working}
        submitError={failure}
      >
        ¿Quitar la verificación en dos pasos de <b>{userName(user)}</b>?
      </ConfirmModal>
      {proved.dialog}
    </Section>
  )
}
